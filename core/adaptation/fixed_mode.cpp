// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/fixed_mode.h"

namespace counterpoint {
namespace {

class NoEstimator final : public Estimator {
 public:
  void handle_sent(const SentPacket&) override {}
  void handle_feedback(const FeedbackReport&) override {}
  void poll(const SendBuffer&, Timestamp) override {}
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  PathEstimate estimate_;
};

class FixedScaler final : public Scaler {
 public:
  explicit FixedScaler(const OperatingPoint& point) : point_(point) {}
  [[nodiscard]] OperatingPoint update(const PathEstimate&, Timestamp) override { return point_; }

 private:
  OperatingPoint point_;
};

}  // namespace

std::unique_ptr<Estimator> make_no_estimator(const ModeStart&, const ParameterValues&) {
  return std::make_unique<NoEstimator>();
}

std::unique_ptr<Scaler> make_fixed_scaler(const ModeStart& start, const ParameterValues&) {
  return std::make_unique<FixedScaler>(start.point);
}

}  // namespace counterpoint
