// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shape/rate_schedule.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <sstream>
#include <string>

#include "core/base/quantity_text.h"

namespace counterpoint {

Result<RateSchedule> RateSchedule::parse(std::string_view text) {
  std::vector<Step> steps;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string time;
    std::string rate;
    std::string more;
    if (!(words >> time)) continue;
    words >> rate >> more;
    const auto from = parse_number(time);
    const auto bits = parse_rate(rate);
    const bool is_right = from && bits && bits->bits_per_second() > 0 && more.empty();
    if (!is_right || (!steps.empty() && *from <= steps.back().from)) {
      return Error{ErrorKind::kMalformed, "line " + std::to_string(number) + ": expected SECONDS RATE, as in \"" +
                                              "12.5 3.2M\", and later than the line before"};
    }
    steps.push_back({.from = *from, .target = mpeg::Target::rate(*bits)});
  }
  if (steps.empty()) return Error{ErrorKind::kMalformed, "no line with SECONDS RATE"};
  return RateSchedule(std::move(steps));
}

mpeg::Target RateSchedule::at(double time) const {
  // Rounding errors of summed frame times are less than this.
  constexpr double kTolerance = 1e-6;
  const auto next = std::ranges::upper_bound(steps_, time + kTolerance, {}, &Step::from);
  return next == steps_.begin() ? mpeg::Target::everything() : std::prev(next)->target;
}

/// Each line of a schedule has a rate: when the first one shapes nothing, none does.
bool RateSchedule::shapes_before(double time) const {
  return steps_.front().from < time && !steps_.front().target.is_everything();
}

}  // namespace counterpoint
