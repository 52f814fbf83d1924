// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/sealed_calls.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

std::unique_ptr<SealedChannel> SealedCalls::call(const PeerId& peer, const CallNumber& number,
                                                 const std::optional<InboxKey>& peer_inbox) {
  auto conversation = std::make_shared<Conversation>(peer, number);
  open_.push_back({.conversation = conversation, .peer_inbox = peer_inbox});
  return std::make_unique<SealedChannel>(std::move(conversation));
}

SealedCalls::Open* SealedCalls::find(const PeerId& peer, const CallNumber& number) {
  const auto found = std::ranges::find_if(
      open_, [&](const Open& one) { return one.conversation->call() == number && one.conversation->peer() == peer; });
  return found == open_.end() ? nullptr : &*found;
}

void SealedCalls::handle(const PeerId& from, bool contact, ByteView content, Timestamp now) {
  const auto segment = read_call_segment(content);
  if (!segment) return;
  Open* one = find(from, segment->call);
  if (one == nullptr) {
    // A call begins with its first message; others are of one that is over.
    const bool over = std::ranges::any_of(over_, [&](const Over& old) { return old.number == segment->call; });
    const auto count = [this](const auto& which) {
      return static_cast<std::size_t>(std::ranges::count_if(open_, which));
    };
    const auto is_of_peer = [&](const Open& other) { return other.conversation->peer() == from; };
    const bool full = open_.size() >= kMaxConversations || count(is_of_peer) >= kMaxOfOne ||
                      (!contact && count(&Open::stranger) >= kMaxOfStrangers);
    if (segment->number != 1 || over || full) return;
    auto conversation = std::make_shared<Conversation>(from, segment->call);
    callers_.push_back(conversation);
    open_.push_back({.conversation = std::move(conversation), .stranger = !contact});
    one = &open_.back();
  }
  one->conversation->handle(*segment, now);
}

std::unique_ptr<SealedChannel> SealedCalls::take_caller() {
  if (callers_.empty()) return nullptr;
  auto conversation = std::move(callers_.front());
  callers_.pop_front();
  return std::make_unique<SealedChannel>(std::move(conversation));
}

void SealedCalls::send_due(Open& one, Timestamp now) {
  for (CallSegment& segment : one.conversation->poll(now)) {
    segment.inbox = config_.inbox_for(one.conversation->peer());
    const auto& told = one.conversation->peer_inbox();
    config_.send(one.conversation->peer(), segment, told ? told : one.peer_inbox);
  }
}

void SealedCalls::poll(Timestamp now) {
  for (Open& one : open_) {
    send_due(one, now);
    const bool dropped = one.conversation.use_count() == 1;
    if (dropped && !one.dropped_at) one.dropped_at = now;
  }
  const auto is_over = [now](const Open& one) {
    if (!one.dropped_at) return false;
    return one.conversation->idle() || now - *one.dropped_at >= kLinger;
  };
  for (const Open& one : open_) {
    if (is_over(one)) over_.push_back({one.conversation->call(), now});
  }
  std::erase_if(open_, is_over);
  while (!over_.empty() && (over_.size() > kMaxRemembered || now - over_.front().at > kRemembered)) over_.pop_front();
}

Timestamp SealedCalls::next_deadline() const {
  Timestamp deadline = kNever;
  for (const Open& one : open_) {
    deadline = std::min(deadline, one.conversation->next_deadline());
    if (one.dropped_at) deadline = std::min(deadline, *one.dropped_at + kLinger);
  }
  return deadline;
}

}  // namespace counterpoint
