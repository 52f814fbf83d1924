// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "app/messages/message_outbox.h"
#include "core/base/time.h"
#include "core/call/token_bucket.h"

namespace counterpoint {

/// The texts of one call, both ways. One of a direction is under way at a time: whoever writes faster than is read
/// waits, and a flood ends the call.
class TextExchange {
 public:
  /// Own texts that wait; more are lost at once.
  static constexpr std::size_t kMaxWaiting = 100;
  /// Nobody types faster; a program that does waits for it.
  static constexpr TokenBucket::Limit kPace = {.burst = 20, .per_second = 4};

  explicit TextExchange(MessageOutbox& outbox) : outbox_(outbox) {}

  void say(std::string text);
  /// Errors: kMalformed for what does not fit.
  [[nodiscard]] Result<void> take(const PeerText& text);
  [[nodiscard]] Result<void> take(const TextHeard& heard);
  void poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const { return unheard_ ? retry_at_ : kNever; }
  /// Nothing more reaches the peer.
  void close();

 private:
  void send_next();

  MessageOutbox& outbox_;
  std::deque<PeerText> waiting_;  ///< The first one is under way, if sent_.
  bool sent_ = false;
  std::uint32_t last_number_ = 0;  ///< The last own text has it.
  std::uint32_t heard_ = 0;        ///< The peer's last one that it knows to be heard.
  std::optional<std::uint32_t> unheard_;
  Timestamp retry_at_{};
  TokenBucket pace_{kPace};
};

}  // namespace counterpoint
