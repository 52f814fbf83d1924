// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>

#include "core/base/units.h"

namespace counterpoint {

/// Decides whether audio with two channels is sent as stereo, and at which rate.
///
/// Stereo costs more than the mono that a mode counts with, so it gets a small part of what the mode gives video at
/// that moment. On a path that is too narrow for that, all stays mono.
class StereoRate {
 public:
  struct Config {
    /// 6 to 256 kbit/s: the user's rate for audio. Stereo has it at least, and `max_growth` times of it at most.
    DataRate mono = DataRate::kilobits_per_second(32);
    /// 1 to 10. Default: from full-band speech to stereo music (RFC 7587 section 3.1.1: 28 to 40, 64 to 128 kbit/s).
    double max_growth = 3;
    /// 0 to 1, of the rate of video. Default: less than what a mode's rate varies by from second to second.
    double share = 0.125;
    /// 6 to 256 kbit/s: what stereo begins with, and the most that it gets. Default: the lower half of what RFC 7587
    /// has for music in stereo; more is hardly heard.
    DataRate begin = DataRate::kilobits_per_second(64);
    DataRate max = DataRate::kilobits_per_second(96);
    /// Below this, stereo ends. Default: so far below `begin` that a rate which wavers does not turn it on and off.
    DataRate end = DataRate::kilobits_per_second(48);
  };

  explicit StereoRate(const Config& config) : config_(config) {}

  /// The rate of stereo while the mode gives video `video`; nothing for mono.
  [[nodiscard]] std::optional<DataRate> next(DataRate video) {
    const DataRate affordable = std::min({video * config_.share, config_.mono * config_.max_growth, config_.max});
    const DataRate rate = std::max(affordable, config_.mono);
    on_ = rate >= (on_ ? config_.end : config_.begin);
    return on_ ? std::optional(rate) : std::nullopt;
  }

 private:
  Config config_;
  bool on_ = false;
};

}  // namespace counterpoint
