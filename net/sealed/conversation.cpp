// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/conversation.h"

#include <algorithm>
#include <utility>

#include "net/sealed/sealed_message.h"
#include "net/signalling/signalling_framing.h"

namespace counterpoint {

using Kind = SignallingMessage::Kind;

void Conversation::send(const SignallingMessage& message) {
  if (message.kind == Kind::kState) {
    newest_state_ = message;
    return queue_newest_state();
  }
  // Nobody needs a state of a call that is over.
  if (message.kind == Kind::kBye) newest_state_.reset();
  send_state_again();
  queue(message);
}

void Conversation::send_state_again() {
  for (Message& one : unacknowledged_) {
    if (one.is_state) one = {.number = one.number, .is_state = true, .bytes = std::move(one.bytes)};
  }
}

void Conversation::queue_newest_state() {
  if (!newest_state_ || std::ranges::any_of(unacknowledged_, &Message::is_state)) return;
  queue(*std::exchange(newest_state_, std::nullopt));
}

void Conversation::queue(const SignallingMessage& message) {
  if (error_) return;
  Bytes bytes = serialize(message);
  const bool fits =
      serialize(CallSegment{.call = call_, .inbox = InboxKey(), .message = bytes}).size() <= kMaxSealedContent;
  if (!fits || unacknowledged_.size() >= kMaxUnacknowledged) {
    return fail(
        {ErrorKind::kUnavailable, counterpoint::message("%1 does not read what it is told", short_text(peer_))});
  }
  unacknowledged_.push_back(
      {.number = ++last_number_, .is_state = message.kind == Kind::kState, .bytes = std::move(bytes)});
}

std::optional<SignallingMessage> Conversation::receive() {
  if (unread_.empty()) return std::nullopt;
  SignallingMessage message = std::move(unread_.front());
  unread_.pop_front();
  take_in_order();
  return message;
}

void Conversation::handle(const CallSegment& segment, Timestamp now) {
  any_heard_ = true;
  if (segment.inbox) peer_inbox_ = segment.inbox;
  // A number that was never sent says nothing.
  if (segment.acknowledged <= last_number_) {
    std::erase_if(unacknowledged_, [&](const Message& one) { return one.number <= segment.acknowledged; });
    queue_newest_state();
  }
  if (segment.number == 0 || error_) return;
  // A message that came twice is acknowledged twice: the first acknowledgement may have been lost.
  if (!ack_at_) ack_at_ = now + kAckDelay;
  const bool wanted = segment.number > heard_ && segment.number - heard_ <= kMaxEarly;
  if (wanted && early_.size() < kMaxEarly) early_.emplace(segment.number, segment.message);
  take_in_order();
}

void Conversation::take_in_order() {
  while (!early_.empty() && early_.begin()->first == heard_ + 1 && unread_.size() < kMaxUnread && !error_) {
    SignallingParser parser;
    parser.feed(early_.begin()->second);
    std::optional<SignallingMessage> message = parser.next();
    if (message) unread_.push_back(std::move(*message));
    if (!message || parser.next() || parser.error()) {
      return fail(parser.error().value_or(
          Error{ErrorKind::kMalformed, counterpoint::message("the peer's signalling is broken: %1",
                                                             counterpoint::message("a message is not whole"))}));
    }
    early_.erase(early_.begin());
    ++heard_;
  }
}

std::vector<CallSegment> Conversation::poll(Timestamp now) {
  std::vector<CallSegment> segments;
  for (Message& one : unacknowledged_) {
    if (error_ || now < one.next_at) continue;
    if (!one.first_sent_at) one.first_sent_at = now;
    const bool is_late = now - *one.first_sent_at >= kPatience;
    if (is_late && !one.is_state) {
      fail({ErrorKind::kUnavailable, counterpoint::message("%1 does not answer any more", short_text(peer_))});
      break;
    }
    one.next_at = now + (is_late ? kPatience : one.interval);
    one.interval = std::min(2 * one.interval, kMaxInterval);
    segments.push_back({.call = call_, .number = one.number, .acknowledged = heard_, .message = one.bytes});
  }
  if (ack_at_ && (now >= *ack_at_ || !segments.empty())) {
    if (segments.empty()) segments.push_back({.call = call_, .acknowledged = heard_});
    ack_at_.reset();
  }
  return segments;
}

Timestamp Conversation::next_deadline() const {
  Timestamp deadline = ack_at_.value_or(kNever);
  if (error_) return deadline;
  for (const Message& one : unacknowledged_) deadline = std::min(deadline, one.next_at);
  return deadline;
}

void Conversation::fail(Error error) {
  if (!error_) error_ = std::move(error);
  unacknowledged_.clear();
}

}  // namespace counterpoint
