// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/group_shares.h"

#include <algorithm>

namespace counterpoint::mpeg {

GroupSize sum_of(std::span<const GroupSize> groups) {
  GroupSize all;
  for (const GroupSize& group : groups) {
    all.original_bits += group.original_bits;
    all.smallest_bits += group.smallest_bits;
  }
  return all;
}

std::vector<double> shares_of_groups(std::span<const GroupSize> groups, double share) {
  // Less than that is not worth shaping them again.
  constexpr double kSmallLack = 0.02;
  const GroupSize all = sum_of(groups);
  const double least = std::min(all.kept(share), kMinKept);
  const auto least_bits = [&](const GroupSize& group) { return group.smallest_bits + least * group.cut_bits(); };
  bool lacks = false;
  double missing = 0;
  double above = 0;
  for (const GroupSize& group : groups) {
    const double more = share * group.original_bits - least_bits(group);
    lacks |= -more > kSmallLack * group.cut_bits() + 1;
    missing += std::max(-more, 0.0);
    above += std::max(more, 0.0);
  }
  if (!lacks || above < 1) return {};
  const double left = 1 - std::min(missing / above, 1.0);
  std::vector<double> shares;
  for (const GroupSize& group : groups) {
    const double more = share * group.original_bits - least_bits(group);
    const double bits = least_bits(group) + std::max(more, 0.0) * left;
    shares.push_back(group.original_bits > 0 ? std::clamp(bits / group.original_bits, 0.0, 1.0) : share);
  }
  return shares;
}

}  // namespace counterpoint::mpeg
