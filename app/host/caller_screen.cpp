// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/caller_screen.h"

#include <algorithm>
#include <utility>

#include "net/adapters/endpoint.h"

namespace counterpoint {

std::string stranger_network(const std::string& address) { return address.empty() ? address : network_of(address); }

TokenBucket& CallerScreen::bucket_of(const std::string& caller, const TokenBucket::Limit& limit, Timestamp now) {
  if (const auto found = callers_.find(caller); found != callers_.end()) return found->second;
  if (callers_.size() >= kMaxCallers) {
    callers_.erase(std::ranges::min_element(callers_, {}, [](const auto& one) { return one.second.last_use(); }));
  }
  return callers_.emplace(caller, TokenBucket(limit, now)).first->second;
}

bool CallerScreen::admit_stranger(const std::string& network, Timestamp now) {
  return bucket_of(network, kNetwork, now).take(now) && strangers_.take(now);
}

void CallerScreen::handle_given_up(const std::string& network, Timestamp now) {
  bucket_of(network, kNetwork, now).empty(now);
}

bool CallerScreen::admit_contact(const std::string& id, Timestamp now) {
  return bucket_of(id, kContact, now).take(now);
}

bool CallerScreen::count_unrecorded(Timestamp now) {
  last_unrecorded_at_ = now;
  return ++unrecorded_ == 1;
}

std::optional<std::uint64_t> CallerScreen::take_summary(Timestamp now, bool at_once) {
  if (unrecorded_ == 0 || (!at_once && now < next_deadline())) return std::nullopt;
  return std::exchange(unrecorded_, 0);
}

Timestamp CallerScreen::next_deadline() const { return unrecorded_ == 0 ? kNever : last_unrecorded_at_ + kSettled; }

}  // namespace counterpoint
