// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include "core/adaptation/mode/estimator.h"

namespace counterpoint {

/// Always says the same.
class ConstantEstimator : public Estimator {
 public:
  explicit ConstantEstimator(PathEstimate estimate) : estimate_(std::move(estimate)) {}
  void handle_sent(const SentPacket&) override {}
  void handle_feedback(const FeedbackReport&) override {}
  void poll(const SendBuffer&, Timestamp) override {}
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  PathEstimate estimate_;
};

}  // namespace counterpoint
