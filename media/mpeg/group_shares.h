// SPDX-License-Identifier: GPL-3.0-or-later
// Divides a share of several groups' bits among them, so that those that can hardly be made smaller lose no more than
// the others.
#pragma once

#include <span>
#include <vector>

namespace counterpoint::mpeg {

/// A group of pictures: its bits, and the fewest that it can take.
struct GroupSize {
  double original_bits = 0;
  double smallest_bits = 0;

  [[nodiscard]] double cut_bits() const { return original_bits - smallest_bits; }
  /// Share of the bits above the smallest size that stays when `share` of all bits does; below 0 when that is too few.
  [[nodiscard]] double kept(double share) const {
    return (share * original_bits - smallest_bits) / (cut_bits() > 0 ? cut_bits() : 1);
  }
};

/// The least GroupSize::kept() where it can be had: below, pictures lose their last levels, ten decibels within a few
/// hundredths of the share.
inline constexpr double kMinKept = 0.15;

/// All `groups` together.
[[nodiscard]] GroupSize sum_of(std::span<const GroupSize> groups);

/// The share of its own bits for each of `groups`, so that all together keep `share` (0 to 1). Empty when with `share`
/// itself each keeps at least 0.13 of its cut_bits(), or nearly as much as all can have alike, and when nothing is to
/// be had from the others. Groups that would keep less get up to kMinKept, or as much as all can have alike; the
/// others pay in proportion to what they keep above that.
[[nodiscard]] std::vector<double> shares_of_groups(std::span<const GroupSize> groups, double share);

}  // namespace counterpoint::mpeg
