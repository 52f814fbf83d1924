// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/adaptation/mode.h"
#include "core/model/decision.h"

namespace counterpoint {

/// One sender's adaptation: runs the estimator and the scaler of a mode, which may be exchanged during a call.
///
/// 1. Give it every packet sent and every report; poll() at next_deadline(), and after reports.
/// 2. After that point() and estimate() say how to go on, and take_decision() why the point has changed.
/// 3. A new mode starts from the point and the path as they are, without a jump.
class Adaptation {
 public:
  Adaptation(const ModeChoice& mode, const ModeStart& start);

  void handle_sent(const SentPacket& packet) { estimator_->handle_sent(packet); }
  void handle_feedback(const FeedbackReport& report) { estimator_->handle_feedback(report); }
  void poll(const SendBuffer& buffer, Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const { return estimator_->next_deadline(); }

  [[nodiscard]] const Mode& mode() const { return *mode_; }
  [[nodiscard]] const OperatingPoint& point() const { return start_.point; }
  [[nodiscard]] const PathEstimate& estimate() const { return estimator_->estimate(); }
  /// What holds video back now.
  [[nodiscard]] DepartureGate gate(DataSize in_flight) const { return mode_->gate->at(estimate(), in_flight); }
  [[nodiscard]] std::optional<Decision> take_decision();
  /// Goes on at `point`, in another mode or in the same one.
  void switch_to(const ModeChoice& mode, const OperatingPoint& point, Timestamp now);

 private:
  void make_algorithms(const ParameterValues& parameters);
  void decide(const OperatingPoint& point, Timestamp now, std::string cause, std::string evidence);

  const Mode* mode_;
  ModeStart start_;  ///< Where a mode that began now would begin.
  std::unique_ptr<Estimator> estimator_;
  std::unique_ptr<Scaler> scaler_;
  std::optional<Decision> decision_;
};

}  // namespace counterpoint
