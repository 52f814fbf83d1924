// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <cmath>
#include <memory>
#include <numbers>

#include "ui/controller/call_controller.h"

namespace counterpoint {

/// A controller that writes down what the window asks for and tells it whatever the test wants.
class FakeCallController final : public CallController {
 public:
  void send(const CallCommand& command) override {
    std::visit([this](const auto& c) { note(c); }, command);
  }

  void become(const CallView& state) { set_state(state); }
  void become(CallPhase phase) { set_state({.phase = phase, .peer = phase == CallPhase::kIdle ? "" : "Ada"}); }
  void become_host(const HostInfo& host) { set_host(host); }
  void become_sharing(bool sharing) { set_sharing(sharing); }
  void become_peer(const MediaState& state) { set_peer_state(state); }
  void become_messages(const MessageEvent& event) { set_messages(event); }
  void become_clip(const ClipStatus& clip) { set_clip(clip); }

  /// The window's requests, the latest last.
  QStringList asked;
  /// The settings that were given last.
  Settings applied;

 private:
  void note(const Dial& dial) {
    asked.append((dial.accept_new_identity ? "call anyway " : "call ") + QString::fromStdString(dial.address));
  }
  void note(const CallSelf&) { asked.append("call_self"); }
  void note(const Accept&) { asked.append("accept"); }
  void note(const Decline&) { asked.append("decline"); }
  void note(const HangUp&) {
    asked.append("hang_up");
    set_state({});
  }
  void note(const SetSending& sending) {
    asked.append(
        QStringLiteral("send%1%2").arg(sending.microphone ? " microphone" : "", sending.camera ? " camera" : ""));
  }
  void note(const ShareScreen& share) {
    const QString what = share.what == "screen" ? QString() : " " + QString::fromStdString(share.what);
    asked.append((share.shared ? "share" : "unshare") + what);
  }
  void note(const ClipCommand& command) {
    std::visit([this](const auto& c) { note(c); }, command);
  }
  void note(const PlayClip& play) { asked.append("play " + QString::fromStdString(play.path)); }
  void note(const PauseClip&) { asked.append("pause"); }
  void note(const ResumeClip&) { asked.append("resume"); }
  void note(const SeekClip& seek) { asked.append(QStringLiteral("seek %1").arg(to_seconds(seek.to), 0, 'f', 1)); }
  void note(const StopClip&) { asked.append("stop"); }
  void note(const SetClipLoop& loop) { asked.append(loop.on ? "loop" : "once"); }
  void note(const SetClipLevels& choice) {
    const ClipLevels& levels = choice.levels;
    asked.append(QStringLiteral("sound %1%2%3")
                     .arg(100 * levels.volume, 0, 'f', 0)
                     .arg(levels.to_peer ? " peer" : "", levels.to_us ? " us" : ""));
    set_clip_levels(levels);
  }
  void note(const SetPeerVolume& loudness) {
    asked.append(QStringLiteral("peer volume %1").arg(100 * loudness.volume, 0, 'f', 0));
    set_peer_volume(loudness.volume);
  }
  void note(const MessageCommand& command) {
    std::visit([this](const auto& c) { note(c); }, command);
  }
  void note(const SendText& text) { asked.append("say " + QString::fromStdString(text.text)); }
  void note(const SendFile& file) { asked.append("send file " + QString::fromStdString(file.path)); }
  void note(const AcceptFile& accept) {
    asked.append(
        QStringLiteral("take %1 %2").arg(accept.number).arg(QString::fromStdString(accept.folder + accept.path)));
  }
  void note(const StopFile& stop) {
    asked.append(QStringLiteral("stop %1 %2").arg(stop.own ? "own" : "peer's").arg(stop.number));
  }
  void note(const TryServers& servers) {
    asked.append(
        QStringLiteral("try %1 and %2 servers").arg(servers.servers.stun.size()).arg(servers.servers.relays.size()));
  }
  void note(const ApplySettings& apply) {
    if (apply.settings.mode != applied.mode) asked.append("mode " + QString::fromStdString(apply.settings.mode));
    applied = apply.settings;
  }
  template <typename Other>
  void note(const Other&) {}
};

/// A picture of one colour.
inline VideoFrame plain_frame(Resolution size, std::uint8_t y, std::uint8_t u, std::uint8_t v) {
  auto picture = std::make_shared<FrameBuffer>(size);
  const std::uint8_t values[] = {y, u, v};
  for (int plane = 0; plane < 3; ++plane) {
    for (int row = 0; row < picture->plane_size(plane).height; ++row) {
      for (std::uint8_t& sample : picture->row(plane, row)) sample = values[plane];
    }
  }
  return {.buffer = std::move(picture)};
}

/// Red on the left half, green on the right one.
inline VideoFrame two_halves(Resolution size) {
  auto picture = std::make_shared<FrameBuffer>(size);
  const std::uint8_t red[] = {81, 90, 240};
  const std::uint8_t green[] = {145, 54, 34};
  for (int plane = 0; plane < 3; ++plane) {
    for (int y = 0; y < picture->plane_size(plane).height; ++y) {
      auto row = picture->row(plane, y);
      for (std::size_t x = 0; x < row.size(); ++x) row[x] = x < row.size() / 2 ? red[plane] : green[plane];
    }
  }
  return {.buffer = std::move(picture)};
}

/// A head and shoulders before a wall, for screenshots. `tint` moves the colour.
inline VideoFrame portrait_frame(Resolution size, std::uint8_t tint) {
  auto picture = std::make_shared<FrameBuffer>(size);
  const auto inside = [&size](double x, double y) {
    const double dx = (x / size.width - 0.5) * size.width / size.height;
    const double dy = y / size.height;
    const bool head = std::hypot(dx, dy - 0.42) < 0.16;
    return head || (dy > 0.64 && std::hypot(dx / 0.36, (dy - 1.0) / 0.36) < 1.0);
  };
  for (int y = 0; y < size.height; ++y) {
    auto row = picture->row(0, y);
    for (int x = 0; x < size.width; ++x) {
      const double light = 20.0 * std::sin(std::numbers::pi * (x + y) / (size.width + size.height));
      row[static_cast<std::size_t>(x)] = static_cast<std::uint8_t>((inside(x, y) ? 120 : 62) + light);
    }
  }
  for (int plane = 1; plane < 3; ++plane) {
    for (int y = 0; y < picture->plane_size(plane).height; ++y) {
      for (std::uint8_t& c : picture->row(plane, y))
        c = static_cast<std::uint8_t>(plane == 1 ? 128 + tint : 128 - tint);
    }
  }
  return {.buffer = std::move(picture)};
}

}  // namespace counterpoint
