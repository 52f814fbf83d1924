// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace counterpoint {

/// The value that `rank` of `values` are before when they are sorted. `rank` < values.size().
template <typename T>
[[nodiscard]] T nth_smallest(std::vector<T> values, std::size_t rank) {
  const auto wanted = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(values.begin(), wanted, values.end());
  return *wanted;
}

}  // namespace counterpoint
