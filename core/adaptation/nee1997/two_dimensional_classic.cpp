// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `2d-classic` (docs/modes/2d-classic.md); the estimator is loss_and_latency.cpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/nee1997/frame_rate_steps.h"
#include "core/adaptation/nee1997/loss_and_latency.h"
#include "core/adaptation/plane/operating_points.h"

namespace counterpoint {
namespace {

constexpr std::array kSuccessParameters = {
    Parameter{"paper_set", "The paper's frames alone", "", 0, 1, 0,
              "1: the paper's small, medium and large frames alone (Nee 1997, figure 2)"},
    Parameter{"least_frame_rate", "Least frame rate", "frames/s", 1, 30, 6,
              "below it pictures come too late (Nee 1997, 3.1)"},
    Parameter{"aggregation_delay", "Longest wait for other packets", "ms", 0, 50, 50,
              "a small packet waits at most for others (Nee 1997, 3.2)"},
    Parameter{"first_dimension", "First dimension", "", 0, 1, 0,
              "where a call begins: 0 bit-rate, which costs no frames; 1 packet-rate"},
    Parameter{"tries", "Tries in a row", "reports", 1, 10, 2,
              "of congestion in a row after which a dimension is given up; the paper does not say"},
    Parameter{
        "stay", "Turns of a dimension", "times", 1, 1000, 6,
        "that congestion begins, after which the first dimension has its turn again: fewer packets are fewer bits "
        "too, and so seem to help whatever the trouble is; the paper does not say"},
    Parameter{"bit_step", "Smallest step in bit-rate", "", 0.01, 0.5, 0.1,
              "share of the rate by which a step in bit-rate lowers it at the least"},
    Parameter{"packet_tolerance", "Tolerance of packet rates", "", 0, 0.2, 0.02,
              "share by which packet rates differ that count as the same"},
};

enum class Dimension { kBitRate, kPacketRate };

Dimension other(Dimension dimension) {
  return dimension == Dimension::kBitRate ? Dimension::kPacketRate : Dimension::kBitRate;
}

std::vector<PlacedPoint> make_points(const AdaptationContext& start, const ParameterValues& values) {
  const Duration delay = from_milliseconds(value_of(kSuccessParameters, values, "aggregation_delay"));
  std::vector<FrameSizeClass> classes = value_of(kSuccessParameters, values, "paper_set") >= 0.5
                                            ? nee1997_classes(start.wire, delay)
                                            : live_classes(start.wire, delay);
  const int least = static_cast<int>(value_of(kSuccessParameters, values, "least_frame_rate"));
  for (FrameSizeClass& frames : classes) {
    frames.min_frame_rate = std::max(frames.min_frame_rate, std::min(least, frames.max_frame_rate));
  }
  return operating_points(classes, start.wire, start.limits);
}

/// Two-dimensional scaling with "recent success" (Nee 1997, 3.2): steps in bit-rate or in packet-rate, in the dimension
/// that helped last, until it does not help any more.
///
/// 1. Its points are frame sizes in half packets times frame rates, with small packets sharing datagrams.
/// 2. A step in bit-rate goes to smaller frames at no more packets a second, and at no fewer frames. A step in
///    packet-rate is one of the frame rate, as in one-dimensional scaling.
/// 3. Congestion: a step down in the current dimension. When so many in a row did not end it, or none is left, the
///    other dimension becomes the current one. Now and then the first one has its turn again.
/// 4. Relief: a step up, first in the dimension that was not the trouble, then in the current one, then larger frames
///    that need more packets too.
/// 5. The point of the start stands until the first verdict; then the nearest of the set takes its place.
class RecentSuccess final : public Scaler {
 public:
  RecentSuccess(const AdaptationContext& start, const ParameterValues& values);

  [[nodiscard]] OperatingPoint update(const PathEstimate& estimate, Timestamp now) override;
  [[nodiscard]] std::vector<PlacedPoint> points() const override { return points_; }

 private:
  [[nodiscard]] const PlacedPoint* nearest(const OperatingPoint& point) const;
  void turn_to(Dimension dimension);
  void shrink();
  void grow();
  // The point that a step leads to; nothing when there is none.
  [[nodiscard]] const PlacedPoint* below(Dimension dimension) const;
  [[nodiscard]] const PlacedPoint* above(Dimension dimension) const;
  [[nodiscard]] const PlacedPoint* smaller_frames() const;
  [[nodiscard]] const PlacedPoint* larger_frames(double max_packets) const;
  [[nodiscard]] const PlacedPoint* same_frames(FrameRate wanted) const;

  OperatingPoint start_;
  double tries_;
  double stay_;
  double bit_step_;
  double packet_tolerance_;
  const std::vector<PlacedPoint> points_;  ///< Sorted by rising frame size, then frame rate.
  const PlacedPoint* at_ = nullptr;        ///< Nothing before the first verdict.
  Dimension first_;
  Dimension dimension_;  ///< The steps that helped last were in it.
  int in_vain_ = 0;      ///< Steps of it after which congestion went on.
  int stayed_ = 0;       ///< Times that congestion began and it came first, though not first_.
  std::uint64_t seen_ = 0;
};

RecentSuccess::RecentSuccess(const AdaptationContext& start, const ParameterValues& values)
    : start_(start.point),
      tries_(value_of(kSuccessParameters, values, "tries")),
      stay_(value_of(kSuccessParameters, values, "stay")),
      bit_step_(value_of(kSuccessParameters, values, "bit_step")),
      packet_tolerance_(value_of(kSuccessParameters, values, "packet_tolerance")),
      points_(make_points(start, values)),
      first_(value_of(kSuccessParameters, values, "first_dimension") < 0.5 ? Dimension::kBitRate
                                                                           : Dimension::kPacketRate),
      dimension_(first_) {}

OperatingPoint RecentSuccess::update(const PathEstimate& estimate, Timestamp) {
  if (estimate.verdict_count != seen_) {
    seen_ = estimate.verdict_count;
    if (at_ == nullptr) at_ = nearest(start_);
    switch (estimate.verdict) {
      case PathEstimate::Verdict::kUnknown:
        break;
      case PathEstimate::Verdict::kClear:
        in_vain_ = 0;
        break;
      case PathEstimate::Verdict::kHeadroom:
        in_vain_ = 0;
        grow();
        break;
      case PathEstimate::Verdict::kCongestion:
        shrink();
        break;
    }
  }
  return at_ != nullptr ? at_->point : start_;
}

const PlacedPoint* RecentSuccess::nearest(const OperatingPoint& point) const {
  const auto distance = [&](const PlacedPoint& candidate) {
    const double frames =
        std::log(candidate.point.frame_rate.per_second() / std::max(1.0, point.frame_rate.per_second()));
    const double size = std::log(candidate.point.frame_size / std::max(DataSize::bytes(1), point.frame_size));
    return frames * frames + size * size;
  };
  return &*std::ranges::min_element(points_, {}, distance);
}

void RecentSuccess::turn_to(Dimension dimension) {
  dimension_ = dimension;
  in_vain_ = 0;
  stayed_ = 0;
}

void RecentSuccess::shrink() {
  if (in_vain_ >= tries_) {
    turn_to(other(dimension_));
  } else if (in_vain_ == 0 && dimension_ != first_ && ++stayed_ > stay_) {
    turn_to(first_);
  }
  const PlacedPoint* next = below(dimension_);
  if (next == nullptr) {
    next = below(other(dimension_));
    if (next == nullptr) return;
    turn_to(other(dimension_));
  }
  at_ = next;
  ++in_vain_;
}

void RecentSuccess::grow() {
  const PlacedPoint* next = above(other(dimension_));
  if (next == nullptr) next = above(dimension_);
  if (next == nullptr) next = larger_frames(HUGE_VAL);
  if (next != nullptr) at_ = next;
}

const PlacedPoint* RecentSuccess::below(Dimension dimension) const {
  if (dimension == Dimension::kBitRate) return smaller_frames();
  return same_frames(frame_rate_below(at_->point.frame_rate));
}

const PlacedPoint* RecentSuccess::above(Dimension dimension) const {
  if (dimension == Dimension::kBitRate) {
    return larger_frames(at_->position.packet_rate.per_second() * (1 + packet_tolerance_));
  }
  return same_frames(frame_rate_above(at_->point.frame_rate));
}

const PlacedPoint* RecentSuccess::smaller_frames() const {
  const DataRate max_bits = at_->position.bit_rate * (1 - bit_step_);
  const double max_packets = at_->position.packet_rate.per_second() * (1 + packet_tolerance_);
  const PlacedPoint* best = nullptr;
  for (const PlacedPoint& candidate : points_) {
    if (candidate.point.frame_size >= at_->point.frame_size) break;
    if (candidate.point.frame_rate < at_->point.frame_rate || candidate.position.bit_rate > max_bits ||
        candidate.position.packet_rate.per_second() > max_packets) {
      continue;
    }
    // The last one has the largest frames, and most of those.
    best = &candidate;
  }
  return best;
}

const PlacedPoint* RecentSuccess::larger_frames(double max_packets) const {
  for (const PlacedPoint& candidate : points_) {
    if (candidate.point.frame_size > at_->point.frame_size && candidate.point.frame_rate == at_->point.frame_rate &&
        candidate.position.packet_rate.per_second() <= max_packets) {
      return &candidate;
    }
  }
  return nullptr;
}

const PlacedPoint* RecentSuccess::same_frames(FrameRate wanted) const {
  const bool down = wanted < at_->point.frame_rate;
  const PlacedPoint* best = nullptr;
  for (const PlacedPoint& candidate : points_) {
    if (candidate.point.frame_size != at_->point.frame_size) continue;
    const FrameRate rate = candidate.point.frame_rate;
    // The wanted one, or as far as the set goes.
    if (down && rate < at_->point.frame_rate && (best == nullptr || rate <= wanted)) best = &candidate;
    if (!down && rate > at_->point.frame_rate && rate <= wanted) best = &candidate;
  }
  return best;
}

const ScalerKind kRecentSuccess = {.name = "recent-success",
                                   .summary = "smaller frames or fewer, whichever helped last",
                                   .parameters = kSuccessParameters,
                                   .make = make_scaler<RecentSuccess>};

}  // namespace

extern const Mode kTwoDimensionalClassicMode = {.name = "2d-classic",
                                                .summary = "smaller frames or fewer, by loss and latency (Nee 1997)",
                                                .estimator = &kLossAndLatency,
                                                .scaler = &kRecentSuccess,
                                                .gate = &kPacerGate};

}  // namespace counterpoint
