// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/metrics/quantiser_map.h"

#include <algorithm>
#include <iterator>

namespace counterpoint {
namespace {

constexpr QuantiserPoint kMap[] = {
    {31, 230, 29.0}, {30, 233, 29.2}, {29, 239, 29.3}, {28, 244, 29.5}, {27, 250, 29.6}, {26, 258, 29.8},
    {25, 263, 29.9}, {24, 272, 30.1}, {23, 281, 30.3}, {22, 294, 30.5}, {21, 305, 30.7}, {20, 319, 30.9},
    {19, 335, 31.2}, {18, 353, 31.4}, {17, 372, 31.7}, {16, 401, 32.0}, {15, 427, 32.3}, {14, 461, 32.6},
    {13, 497, 33.0}, {12, 546, 33.4}, {11, 601, 33.8}, {10, 675, 34.3}, {9, 759, 34.9},  {8, 889, 35.5},
    {7, 1034, 36.2}, {6, 1247, 37.1}, {5, 1560, 38.2}, {4, 2077, 39.7}, {3, 2838, 41.6}, {2, 4390, 44.6},
};

}  // namespace

std::span<const QuantiserPoint> quantiser_map() { return kMap; }

const QuantiserPoint& quantiser_for(double kilobits_per_second) {
  const auto* const above =
      std::ranges::upper_bound(kMap, kilobits_per_second, {}, &QuantiserPoint::kilobits_per_second);
  return above == std::begin(kMap) ? *above : *std::prev(above);
}

}  // namespace counterpoint
