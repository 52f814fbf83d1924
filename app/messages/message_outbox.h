// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <optional>
#include <utility>

#include "core/base/result.h"
#include "core/control/message_control.h"
#include "core/model/peer_message.h"

namespace counterpoint {

/// The messages that wait for the peer, and the news that wait for this host's user.
struct MessageOutbox {
  std::deque<PeerMessage> messages;
  std::deque<MessageEvent> news;

  template <typename T>
  [[nodiscard]] static std::optional<T> take(std::deque<T>& queue) {
    if (queue.empty()) return std::nullopt;
    std::optional<T> first(std::move(queue.front()));
    queue.pop_front();
    return first;
  }
};

/// The peer says what does not fit what was said before.
[[nodiscard]] inline Error message_out_of_turn() {
  return {.kind = ErrorKind::kMalformed,
          .message = message("the peer's signalling is broken: %1", message("a text or file comes out of turn"))};
}

}  // namespace counterpoint
