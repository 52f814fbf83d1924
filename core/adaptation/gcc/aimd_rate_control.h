// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/adaptation/gcc/config.h"
#include "core/adaptation/gcc/trendline_detector.h"

namespace counterpoint {

/// Moving mean and deviation of the rates that arrived when the path was overused.
class LinkCapacity {
 public:
  void add(DataRate rate);
  void reset() { mean_.reset(); }
  /// In kbit/s; nothing before the first.
  [[nodiscard]] const std::optional<double>& mean() const { return mean_; }
  /// Three standard deviations above the mean.
  [[nodiscard]] bool is_exceeded_by(DataRate rate) const;
  /// Three standard deviations below it.
  [[nodiscard]] bool is_missed_by(DataRate rate) const;

 private:
  [[nodiscard]] double margin() const;

  std::optional<double> mean_;
  double deviation_ = 0.4;  ///< Variance over the mean, in kbit/s.
};

/// The delay-based controller (draft-ietf-rmcat-gcc-02, 5.5): after over-use a share of what arrives; else more,
/// multiplied far from what the path carried at the last over-uses, and half a packet each response time near it.
class AimdRateControl {
 public:
  AimdRateControl(const GccConfig& config, DataRate start) : config_(config), rate_(start), throughput_(start) {}

  void set_round_trip_time(Duration round_trip) { round_trip_ = round_trip; }
  /// False while a decrease may not have shown yet, unless little arrives of what is sent.
  [[nodiscard]] bool may_decrease(DataRate throughput, Timestamp now) const;
  /// `throughput` arrives; nothing: as before.
  void update(BandwidthUse use, std::optional<DataRate> throughput, Timestamp now);
  /// For the result of a probe, or a decrease while nobody knows yet what arrives.
  void set_rate(DataRate rate, Timestamp now);
  [[nodiscard]] DataRate rate() const { return rate_; }
  /// Growth near convergence, in bit/s a second.
  [[nodiscard]] double additive_increase() const;

 private:
  enum class State { kHold, kIncrease };

  void increase(Timestamp now);
  void decrease(Timestamp now);

  GccConfig config_;
  State state_ = State::kHold;
  DataRate rate_;
  DataRate throughput_;
  LinkCapacity capacity_;
  Duration round_trip_ = 200ms;
  std::optional<Timestamp> changed_at_;
};

}  // namespace counterpoint
