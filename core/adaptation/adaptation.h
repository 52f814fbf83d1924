// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "core/adaptation/circuit_breaker.h"
#include "core/adaptation/mode/mode.h"
#include "core/adaptation/plane/operating_set.h"
#include "core/model/decision.h"

namespace counterpoint {

/// One sender's adaptation: runs the estimator and the scaler of a mode, which may be exchanged during a call, under a
/// circuit breaker.
///
/// 1. Give it every packet sent and every report; poll() at next_deadline(), and after reports.
/// 2. After that point() and estimate() say how to go on, and take_decision() why the point has changed.
/// 3. A new mode starts from the point and the path as they are, without a jump.
/// 4. When the circuit breaker opens video stops, and a decision says so. After that, a mode that adapts begins anew
///    with the least video.
/// 5. The cause of a decision never speaks against its direction.
/// 6. Pictures are no larger than limit_picture() allows, whichever the mode chooses; only their size differs then.
/// 7. When a mode's scaler finds the path too narrow for any video, video stops in the same way, until the scaler lets
///    it go on.
class Adaptation {
 public:
  Adaptation(const ModeChoice& mode, const AdaptationContext& start, const CircuitBreaker::Config& breaker = {});

  /// Takes each packet that leaves; handle_sent() takes those whose arrival the peer will report (RFC 8888).
  void handle_departure(const SentPacket& packet) { breaker_.handle_departure(packet); }
  void handle_sent(const SentPacket& packet) { estimator_->handle_sent(packet); }
  void handle_feedback(const FeedbackReport& report);
  void handle_reception(const Reception& reception, Timestamp now);
  void poll(const SendBuffer& buffer, Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const {
    return std::min(estimator_->next_deadline(), breaker_.next_deadline());
  }

  [[nodiscard]] const Mode& mode() const { return *mode_; }
  [[nodiscard]] const OperatingPoint& point() const { return context_.point; }
  /// Limits of the call.
  [[nodiscard]] const ScalingLimits& limits() const { return context_.limits; }
  [[nodiscard]] const WireFormat& wire() const { return context_.wire; }
  /// All that the mode can choose within the limits of the call.
  [[nodiscard]] OperatingSet choices() const;
  [[nodiscard]] const PathEstimate& estimate() const { return estimator_->estimate(); }
  /// The circuit breaker has stopped it, or the scaler, since the path is too narrow for it.
  [[nodiscard]] bool video_is_stopped() const { return breaker_.is_open() || scaler_->pauses_video(); }
  /// No video may leave.
  [[nodiscard]] bool video_pauses() const { return video_is_stopped() || estimate().video_pauses; }
  /// Holds video back now.
  [[nodiscard]] DepartureGate gate(DataSize in_flight) const;
  [[nodiscard]] std::optional<Decision> take_decision();
  /// Goes on at `point`, in another mode or in the same one. A decision says so, whether or not the point changes.
  void switch_to(const ModeChoice& mode, const OperatingPoint& point, Timestamp now);
  /// Pictures are no larger than `largest` from now on, for a `cause` that is not the path's. A decision says so,
  /// whether or not the point changes.
  void limit_picture(Resolution largest, Message cause, std::string evidence, Timestamp now);

 private:
  void make_algorithms();
  void follow_breaker(Timestamp now);
  /// `point`, of the scaler, with a picture that is allowed.
  [[nodiscard]] OperatingPoint within_picture_limit(OperatingPoint point) const;
  [[nodiscard]] Message cause_of(const OperatingPoint& next) const;
  void decide(const OperatingPoint& point, Timestamp now, Message cause, std::string evidence);

  const Mode* mode_;
  ParameterValues parameters_;
  AdaptationContext context_;  ///< Operating point, limits and wire format now: a new mode starts from them.
  Resolution wanted_picture_;  ///< The scaler's choice.
  std::optional<Resolution> largest_picture_;
  std::unique_ptr<Estimator> estimator_;
  std::unique_ptr<Scaler> scaler_;
  CircuitBreaker breaker_;
  bool stopped_ = false;  ///< The breaker has stopped video, and a decision says so.
  std::optional<Decision> decision_;
  std::optional<DataRate> decided_rate_;  ///< The estimate's rate at the last decision.
};

}  // namespace counterpoint
