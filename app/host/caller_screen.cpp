// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/caller_screen.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

bool CallerScreen::take(Level& level, const Bucket& bucket, Timestamp now) {
  const double more = to_seconds(now - level.at) / to_seconds(bucket.interval);
  level = {.calls = std::min(bucket.size, level.calls + more), .at = now};
  if (level.calls < 1) return false;
  level.calls -= 1;
  return true;
}

CallerScreen::Level& CallerScreen::level_of(const std::string& caller, const Bucket& bucket, Timestamp now) {
  if (const auto found = callers_.find(caller); found != callers_.end()) return found->second;
  if (callers_.size() >= kMaxCallers) {
    callers_.erase(std::ranges::min_element(callers_, {}, [](const auto& one) { return one.second.at; }));
  }
  return callers_.emplace(caller, Level{.calls = bucket.size, .at = now}).first->second;
}

bool CallerScreen::admit_stranger(const std::string& network, Timestamp now) {
  return take(level_of(network, kNetwork, now), kNetwork, now) && take(strangers_, kStrangers, now);
}

bool CallerScreen::admit_contact(const std::string& id, Timestamp now) {
  return take(level_of(id, kContact, now), kContact, now);
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
