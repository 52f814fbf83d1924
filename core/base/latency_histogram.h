// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/time.h"

namespace counterpoint {

/// Counts durations in bins of half a millisecond up to one second, so that percentiles of a call of any length cost a
/// fixed amount of memory. Negative values count as zero, larger ones as one second.
class LatencyHistogram {
 public:
  static constexpr Duration kBin = 500us;
  static constexpr std::size_t kBins = 2001;

  void add(Duration d) {
    const auto bin = static_cast<std::size_t>(std::max<Duration::rep>(d / kBin, 0));
    ++bins_[std::min(bin, kBins - 1)];
    ++count_;
    sum_ += d;
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] Duration mean() const { return count_ > 0 ? sum_ / static_cast<Duration::rep>(count_) : Duration{}; }
  /// The upper edge of the bin below which the share `p` (0 to 1) of all values lies; zero when empty.
  [[nodiscard]] Duration percentile(double p) const {
    const double wanted = p * static_cast<double>(count_);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < kBins && count_ > 0; ++i) {
      seen += bins_[i];
      if (static_cast<double>(seen) >= wanted) return kBin * static_cast<Duration::rep>(i + 1);
    }
    return {};
  }

 private:
  std::array<std::uint32_t, kBins> bins_{};
  std::uint64_t count_ = 0;
  Duration sum_{};
};

}  // namespace counterpoint
