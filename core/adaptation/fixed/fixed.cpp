// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `fixed`: no adaptation.
#include "core/adaptation/mode/constant_estimator.h"
#include "core/adaptation/mode/mode.h"

namespace counterpoint {
namespace {

class NoEstimator final : public ConstantEstimator {
 public:
  NoEstimator(const AdaptationContext&, const ParameterValues&) : ConstantEstimator({}) {}
};

class FixedScaler final : public Scaler {
 public:
  FixedScaler(const AdaptationContext& start, const ParameterValues&)
      : point_(start.point), position_(plane_position(start.point, start.wire)) {}
  [[nodiscard]] OperatingPoint update(const PathEstimate&, Timestamp) override { return point_; }
  [[nodiscard]] std::vector<PlacedPoint> points() const override { return {{point_, position_}}; }

 private:
  OperatingPoint point_;
  PlanePosition position_;
};

const EstimatorKind kNoEstimate = {
    .name = "none", .summary = "looks at nothing", .source = "", .parameters = {}, .make = make_estimator<NoEstimator>};

const ScalerKind kFixedPoint = {.name = "users-point",
                                .summary = "the point that the user chose",
                                .parameters = {},
                                .make = make_scaler<FixedScaler>};

}  // namespace

extern const Mode kFixedMode = {.name = "fixed",
                                .summary = "the point that the user chose, whatever the path does",
                                .estimator = &kNoEstimate,
                                .scaler = &kFixedPoint,
                                .gate = &kPacerGate};

}  // namespace counterpoint
