// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/ports/signalling_link.h"
#include "net/sdp/offer_answer.h"
#include "tests/support/min_capabilities.h"

namespace counterpoint {

/// The messages of one direction, those that have been taken too.
struct Way {
  std::deque<SignallingMessage> waiting{};
  std::vector<SignallingMessage> all{};
  std::function<void(SignallingMessage&)> change{};  ///< Somebody on the way may change each.

  void put(SignallingMessage message) {
    if (change) change(message);
    waiting.push_back(message);
    all.push_back(std::move(message));
  }
};

class MemoryLink final : public SignallingLink {
 public:
  MemoryLink(const PeerId& peer, Way& in, Way& out) : peer_(peer), in_(in), out_(out) {}
  void send(const SignallingMessage& message) override { out_.put(message); }
  std::optional<SignallingMessage> receive() override {
    if (in_.waiting.empty()) return std::nullopt;
    SignallingMessage message = std::move(in_.waiting.front());
    in_.waiting.pop_front();
    return message;
  }
  [[nodiscard]] std::optional<PeerId> peer_id() const override { return peer_; }
  [[nodiscard]] const std::optional<Error>& error() const override { return error_; }
  [[nodiscard]] std::string remote_text() const override { return "peer"; }

 private:
  PeerId peer_;
  Way& in_;
  Way& out_;
  std::optional<Error> error_;
};

inline MediaCapabilities capabilities(std::uint32_t ssrc) {
  MediaCapabilities audio = min_capabilities(ssrc);
  audio.send_video = false;
  return audio;
}

}  // namespace counterpoint
