// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/rendezvous/engine_clock.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace counterpoint {

std::optional<DhtTransaction> read_dht_transaction(ByteView datagram) {
  // The members "t": NUMBER, "y": "q" or "r" in MessagePack. They follow all that others could have filled in.
  const std::string_view text(reinterpret_cast<const char*>(datagram.data()), datagram.size());
  const std::size_t type = text.rfind("\xA1y\xA1");
  if (type == std::string_view::npos || type + 3 >= text.size()) return std::nullopt;
  const std::size_t key = text.substr(0, type).rfind("\xA1t");
  if (key == std::string_view::npos) return std::nullopt;
  const char kind = text[type + 3];
  const ByteView number = datagram.subspan(key + 2, type - key - 2);
  if ((kind != 'q' && kind != 'r') || number.empty() || number.size() > 5) return std::nullopt;
  DhtTransaction transaction{.reply = kind == 'r'};
  for (const std::uint8_t byte : number.size() == 1 ? number : number.subspan(1)) {
    transaction.number = transaction.number << 8 | byte;
  }
  return transaction;
}

void EngineClock::handle_sent(const Endpoint& to, ByteView datagram, Timestamp now) {
  const auto transaction = read_dht_transaction(datagram);
  if (!transaction || transaction->reply) return;
  if (!unanswered_since_) unanswered_since_ = now;
  if (Request* const sent = find(to, transaction->number)) {
    sent->at.reset();
    return;
  }
  if (requests_.size() >= kMaxRequests) requests_.pop_front();
  requests_.push_back({.to = to, .number = transaction->number, .at = now});
}

void EngineClock::handle_received(const Endpoint& from, ByteView datagram, Timestamp now) {
  const auto transaction = read_dht_transaction(datagram);
  if (!transaction || !transaction->reply) return;
  Request* const request = find(from, transaction->number);
  if (request == nullptr) return;
  if (request->at) round_trip_.sample(now - *std::exchange(request->at, std::nullopt));
  answered_at_ = now;
  unanswered_since_.reset();
}

EngineClock::Request* EngineClock::find(const Endpoint& node, std::uint32_t number) {
  const auto found =
      std::ranges::find_if(requests_, [&](const Request& one) { return one.number == number && one.to == node; });
  return found == requests_.end() ? nullptr : &*found;
}

Duration EngineClock::fast_part(Timestamp now) const {
  if (!awaited_) return {};
  // All that was asked before the last answer has had its time then, and new nodes have been asked, and have answered
  // if any does.
  const Timestamp answered_until = answered_at_ ? *answered_at_ + 2 * timeout() : Timestamp();
  const Timestamp trusted_until =
      unanswered_since_ ? std::min(trusted_until_, *unanswered_since_ + kMaxSilence) : trusted_until_;
  return std::clamp<Duration>(std::max(answered_until, trusted_until) - now_, {}, now - now_);
}

Timestamp EngineClock::advance(Timestamp now, bool awaited) {
  if (now > now_) {
    const Duration fast = fast_part(now);
    lead_ = std::min(lead_ + scaled(fast, to_seconds(kEngineTimeout) / to_seconds(timeout())) - fast, kMaxLead);
    lead_ = std::max<Duration>(lead_ - (now - now_ - fast) / 2, {});
    now_ = now;
  }
  awaited_ = awaited;
  return now_ + lead_;
}

Timestamp EngineClock::when(Timestamp engine_time) const {
  if (engine_time == kNever) return kNever;
  const Duration left = engine_time - now_ - lead_;
  if (left <= Duration::zero()) return now_;
  const Duration early = scaled(left, to_seconds(timeout()) / to_seconds(kEngineTimeout));
  return now_ + (lead_ < kMaxLead && fast_part(now_ + early) > Duration::zero() ? early : left);
}

}  // namespace counterpoint
