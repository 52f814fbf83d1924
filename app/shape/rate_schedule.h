// SPDX-License-Identifier: GPL-3.0-or-later
// The target at each time of a video.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "media/mpeg/config/shaper_config.h"

namespace counterpoint {

class RateSchedule {
 public:
  /// One target from the beginning to the end.
  explicit RateSchedule(mpeg::Target target) : steps_{{.from = 0, .target = target}} {}
  /// Lines "SECONDS RATE" ("12.5 3.2M"), times rising; '#' begins a comment. Before the first time, nothing is shaped.
  /// kMalformed: says which line is wrong and what was expected.
  [[nodiscard]] static Result<RateSchedule> parse(std::string_view text);

  /// The target at `time`, in seconds since the first picture.
  [[nodiscard]] mpeg::Target at(double time) const;
  /// True if anything before `time` was to be shaped.
  [[nodiscard]] bool shapes_before(double time) const;

 private:
  struct Step {
    double from = 0;
    mpeg::Target target;
  };
  explicit RateSchedule(std::vector<Step> steps) : steps_(std::move(steps)) {}

  std::vector<Step> steps_;
};

}  // namespace counterpoint
