// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controller/call_controller.h"

#include <utility>

namespace counterpoint {

CallController::CallController(QObject* parent) : QObject(parent) {}
CallController::~CallController() = default;

void CallController::set_state(const CallView& state) {
  state_ = state;
  emit state_changed(state_);
  if (state_.phase != CallPhase::kInCall) set_sharing(false);
  if (state_.phase != CallPhase::kInCall) set_peer_state({});
  if (state_.phase != CallPhase::kInCall) set_peer_volume(1);
  if (state_.phase != CallPhase::kInCall) set_messages(MessagesOpen());
  if (state_.phase != CallPhase::kInCall && clip_.is_shown()) set_clip({});
}

void CallController::set_clip(const ClipStatus& clip) {
  const ClipStatus before = std::exchange(clip_, clip);
  clip_.loop = before.loop;
  clip_.levels = before.levels;
  emit clip_changed(clip_);
}

void CallController::set_clip_loop(bool loop) {
  clip_.loop = loop;
  emit clip_changed(clip_);
}

void CallController::set_clip_levels(const ClipLevels& levels) {
  clip_.levels = levels;
  emit clip_changed(clip_);
}

void CallController::set_sharing(bool sharing) {
  if (std::exchange(sharing_, sharing) != sharing) emit sharing_changed(sharing);
}

void CallController::set_peer_state(const MediaState& state) {
  if (state == std::exchange(peer_state_, state)) return;
  emit peer_state_changed(state);
}

void CallController::set_peer_volume(double volume) {
  if (std::exchange(peer_volume_, volume) != volume) emit peer_volume_changed(volume);
}

void CallController::set_messages(const MessageEvent& event) {
  if (const auto* text = std::get_if<TextNews>(&event)) emit text_changed(*text);
  if (const auto* file = std::get_if<FileNews>(&event)) emit file_changed(*file);
  const auto* open = std::get_if<MessagesOpen>(&event);
  if (open != nullptr && *open != std::exchange(messages_open_, *open)) emit messages_open_changed(*open);
}

void CallController::set_host(const HostInfo& host) {
  host_ = host;
  emit host_changed(host_);
}

}  // namespace counterpoint
