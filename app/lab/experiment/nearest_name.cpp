// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/experiment/nearest_name.h"

#include <algorithm>
#include <numeric>

namespace counterpoint {
namespace {

/// Number of letters that must be inserted, deleted or replaced (Levenshtein 1965).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0U);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view wrong, const std::vector<std::string>& names) {
  constexpr std::size_t kMax = 100;  // Nobody mistypes more, and the work grows with the square.
  if (wrong.size() > kMax) return std::nullopt;
  const auto distance = [wrong](const std::string& name) { return edit_distance(wrong, name); };
  const auto nearest = std::ranges::min_element(names, {}, distance);
  if (nearest == names.end() || 3 * distance(*nearest) > std::max(wrong.size(), nearest->size())) return std::nullopt;
  return *nearest;
}

}  // namespace counterpoint
