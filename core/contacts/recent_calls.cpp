// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contacts/recent_calls.h"

#include <algorithm>
#include <utility>

#include "core/base/plain_text.h"

namespace counterpoint {

void RecentCalls::add(RecentCall call) {
  const auto fits = [](const std::string& text) { return text.size() <= RecentCall::kMaxText && is_plain_text(text); };
  if (call.name.empty() || !fits(call.name) || !fits(call.target)) return;
  const auto place = std::ranges::find_if(calls_, [&](const RecentCall& one) { return one.began <= call.began; });
  calls_.insert(place, std::move(call));
  if (calls_.size() > kMax) calls_.resize(kMax);
}

void RecentCalls::remove(std::size_t index) {
  if (index < calls_.size()) calls_.erase(calls_.begin() + static_cast<std::ptrdiff_t>(index));
}

}  // namespace counterpoint
