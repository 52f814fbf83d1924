// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <optional>

#include "core/adaptation/gcc/config.h"
#include "core/adaptation/gcc/packet_groups.h"

namespace counterpoint {

/// The signal of the over-use detector.
enum class BandwidthUse {
  kNormal,
  kOverusing,   ///< The queue grows.
  kUnderusing,  ///< The queue drains.
};

/// Over-use of the path from the slope of the accumulated delay variation, with an adaptive threshold
/// (draft-ietf-rmcat- gcc-02, 5.4; Carlucci et al. 2016; the slope, in place of the draft's Kalman filter, as
/// deployed).
class TrendlineDetector {
 public:
  explicit TrendlineDetector(const GccConfig& config) : config_(config), threshold_(config.threshold) {}

  void add(const InterGroupVariation& variation);
  [[nodiscard]] BandwidthUse use() const { return use_; }
  /// The slope times gain times the number of variations so far (60 at most), in milliseconds.
  [[nodiscard]] double trend() const { return trend_; }
  /// Over-use is a trend above it, under-use one below its opposite; 6 to 600 ms.
  [[nodiscard]] double threshold() const { return threshold_; }

 private:
  struct Sample {
    double at = 0;     ///< Milliseconds since the first.
    double delay = 0;  ///< Smoothed sum of all variations, in milliseconds.
  };
  [[nodiscard]] double slope() const;
  void detect(double slope, Duration sent);
  void adapt_threshold(Timestamp now);

  GccConfig config_;
  std::deque<Sample> samples_;
  std::optional<Timestamp> first_at_;
  int variations_ = 0;
  double sum_ = 0;
  double smoothed_ = 0;
  double slope_ = 0;
  double trend_ = 0;
  double threshold_;
  std::optional<Timestamp> adapted_at_;
  std::optional<Duration> over_for_;
  int over_count_ = 0;
  BandwidthUse use_ = BandwidthUse::kNormal;
};

}  // namespace counterpoint
