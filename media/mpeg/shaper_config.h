// SPDX-License-Identifier: GPL-3.0-or-later
// What a shaper is asked for.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/base/units.h"

namespace counterpoint::mpeg {

/// How large the shaped stream may be.
class Target {
 public:
  /// Everything stays; only stuffing goes.
  [[nodiscard]] static constexpr Target everything() { return {DataRate::unlimited(), 1.0}; }
  /// The same number of bits in each second, over a group of pictures.
  [[nodiscard]] static constexpr Target rate(DataRate rate) { return {rate, 1.0}; }
  /// This share (0 to 1) of each group's own bits.
  [[nodiscard]] static constexpr Target share(double share) {
    return {DataRate::unlimited(), std::clamp(share, 0.0, 1.0)};
  }
  [[nodiscard]] constexpr bool is_everything() const { return rate_.is_unlimited() && share_ >= 1.0; }
  /// The bits for a picture that lasts `seconds` and takes `original_bits` in the stream.
  [[nodiscard]] constexpr double bits_for(double seconds, double original_bits) const {
    if (rate_.is_unlimited()) return share_ * original_bits;
    return std::min(static_cast<double>(rate_.bits_per_second()) * seconds, kMost);
  }
  constexpr bool operator==(const Target&) const = default;

 private:
  static constexpr double kMost = 1e15;
  constexpr Target(DataRate rate, double share) : rate_(rate), share_(share) {}
  DataRate rate_;
  double share_;
};

struct ShaperConfig {
  /// Pictures (fields count one each) that may be held to choose one multiplier for all of them, at least 1. More than
  /// a group of pictures is never held. Default: whole groups; 1 is for live use.
  std::size_t window = 64;
  /// How much more an error in an I or P picture counts for each picture that follows in its group (0 to 2). Default:
  /// the best of what was tried; it is below 1 since prediction at half samples and from two pictures smooths errors
  /// away.
  float lifetime_weight = 0.4F;
  /// How much an error in a chrominance sample counts against one in a luminance sample (0.1 to 1). Default: as little
  /// as keeps chrominance within 1 dB of recoding at 0.4 of the rate; 0.6 wins 0.1 dB of luminance for 1 dB of
  /// chrominance.
  float chrominance_weight = 0.85F;
  /// Pictures of a group, as long as none was seen whole (1 to 64). Default: the usual half second.
  std::size_t assumed_group = 15;
};

}  // namespace counterpoint::mpeg
