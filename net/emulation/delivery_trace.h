// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Recorded moments at each of which up to kOpportunity may leave, again and again (the traces of Mahimahi). Empty,
/// there is no trace, and length and rate mean nothing.
struct DeliveryTrace {
  /// A packet of 1500 bytes, or as many small ones or parts of one as that is.
  static constexpr DataSize kOpportunity = DataSize::bytes(1500);
  /// More are not read: a day at 139 kbit/s, 17 minutes at 12 Mbit/s.
  static constexpr std::size_t kMaxOpportunities = 1'000'000;

  /// From 0 to 24 h, not falling; the last one, which is not 0, is the length, after which it begins again.
  std::vector<std::chrono::milliseconds> at;

  [[nodiscard]] bool empty() const { return at.empty(); }
  [[nodiscard]] Duration length() const { return at.back(); }
  [[nodiscard]] DataRate mean_rate() const { return kOpportunity * static_cast<std::int64_t>(at.size()) / length(); }
  bool operator==(const DeliveryTrace&) const = default;
};

/// Goes through the opportunities of a trace, which counts from a certain time.
///
/// An opportunity at which nothing waits is lost, and so is what is left of one when nothing more waits.
class DeliverySchedule {
 public:
  explicit DeliverySchedule(DeliveryTrace trace) : trace_(std::move(trace)) {}

  /// The time from which the trace counts; before anything else.
  void begin(Timestamp start) { last_ = start_ = start; }
  /// A packet of `size` is next, at `now`: when its last byte leaves. Times never go backwards, and each packet comes
  /// when the one before has left, or later.
  [[nodiscard]] Timestamp serve(DataSize size, Timestamp now);
  [[nodiscard]] DataRate mean_rate() const { return trace_.mean_rate(); }

 private:
  [[nodiscard]] Timestamp time_of(std::int64_t opportunity) const;
  /// The number of opportunities up to and including `now`.
  [[nodiscard]] std::int64_t passed_by(Timestamp now) const;

  DeliveryTrace trace_;
  Timestamp start_{};
  Timestamp last_{};       // The latest opportunity that was used.
  DataSize left_;          // It has so much left.
  std::int64_t next_ = 0;  // The number of the next one.
};

}  // namespace counterpoint
