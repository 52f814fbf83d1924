// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/rendezvous/memory_rendezvous.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

void MemoryInboxes::put(const InboxKey& inbox, const Bytes& data, Keep keep, Timestamp now) {
  std::deque<Value>& values = inboxes_[inbox];
  std::erase_if(values, [now](const Value& value) { return value.ends_at <= now; });
  const int copies = rng_.uniform() < config_.duplication ? 2 : 1;
  for (int i = 0; i < copies; ++i) {
    const bool lost = rng_.uniform() < config_.loss;
    const Duration delay = config_.delay + scaled(config_.jitter, rng_.uniform());
    if (lost || values.size() >= config_.capacity) continue;
    const Duration time = keep == Keep::kDays ? config_.days : config_.minutes;
    values.push_back({.data = data, .heard_at = now + delay, .ends_at = now + time, .number = ++last_number_});
  }
}

void MemoryRendezvous::put(const InboxKey& inbox, Bytes data, Keep keep) { inboxes_.put(inbox, data, keep, now_); }

void MemoryRendezvous::watch(const InboxKey& inbox) { watched_[inbox]; }

std::optional<InboxValue> MemoryRendezvous::take() {
  if (waiting_.empty()) return std::nullopt;
  InboxValue value = std::move(waiting_.front());
  waiting_.pop_front();
  return value;
}

void MemoryRendezvous::poll(Timestamp now) {
  now_ = now;
  for (auto& [inbox, given] : watched_) {
    for (const auto& value : inboxes_.inboxes_[inbox]) {
      const bool here = value.heard_at <= now && now < value.ends_at;
      if (!here || !given.insert(value.number).second || waiting_.size() >= kMaxWaiting) continue;
      waiting_.push_back({.inbox = inbox, .data = value.data});
    }
  }
}

Timestamp MemoryRendezvous::next_deadline() const {
  Timestamp deadline = kNever;
  for (const auto& [inbox, given] : watched_) {
    const auto found = inboxes_.inboxes_.find(inbox);
    if (found == inboxes_.inboxes_.end()) continue;
    for (const auto& value : found->second) {
      if (!given.contains(value.number) && now_ < value.ends_at) deadline = std::min(deadline, value.heard_at);
    }
  }
  return deadline;
}

}  // namespace counterpoint
