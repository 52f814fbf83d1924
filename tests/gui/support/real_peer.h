// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "app/host/session_host.h"

namespace counterpoint {

/// The peer: takes every call and remembers what it sees and hears.
class Peer final : public CallObserver, public FrameSink {
 public:
  /// An empty folder is that of this user.
  bool open(const CallOptions& options, const std::filesystem::path& identity_folder = {},
            const std::optional<RendezvousSettings>& rendezvous = {}) {
    auto host = SessionHost::create({.options = options,
                                     .listen = Endpoint{"127.0.0.1", 0},
                                     .answer_after = Duration::zero(),
                                     .identity_folder = identity_folder,
                                     .rendezvous = rendezvous,
                                     .tolerant = true,
                                     .remote_view = this},
                                    *this);
    if (!host) return false;
    host_ = std::move(*host);
    return true;
  }
  SessionHost& host() { return *host_; }

  void handle(const CallEvent& event) override {
    if (const auto* status = std::get_if<CallStatus>(&event)) {
      const std::lock_guard lock(mutex_);
      status_ = *status;
    }
    if (const auto* state = std::get_if<PeerState>(&event)) {
      const std::lock_guard lock(mutex_);
      seen_ = state->state;
    }
    if (const auto* figures = std::get_if<CallStatistics>(&event)) {
      level = figures->stats.audio_in.audio_level;
      ++statistics;
    }
  }
  void show(const VideoFrame& frame) override {
    const auto row = frame.buffer->row(0, frame.buffer->size().height / 5);
    brightness = *std::ranges::max_element(row);
    width = frame.buffer->size().width;
    ++pictures;
  }
  /// The state that the window has told.
  MediaState seen() {
    const std::lock_guard lock(mutex_);
    return seen_;
  }
  CallStatus status() {
    const std::lock_guard lock(mutex_);
    return status_;
  }

  std::atomic<double> level = 0;
  std::atomic<int> brightness = 0;  ///< The brightest sample in the row of the test card's colour bars.
  std::atomic<int> pictures = 0;
  std::atomic<int> width = 0;
  std::atomic<int> statistics = 0;

 private:
  std::mutex mutex_;
  CallStatus status_;
  MediaState seen_;
  std::unique_ptr<SessionHost> host_;
};

}  // namespace counterpoint
