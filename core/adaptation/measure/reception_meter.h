// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/adaptation/measure/queueing_delay.h"
#include "core/adaptation/measure/sliding_window_rate.h"
#include "core/adaptation/plane/plane.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

/// Reception at the peer in about the last second, by its own reports (RFC 8888).
class ReceptionMeter {
 public:
  void handle_feedback(const FeedbackReport& report);
  /// Headers included. `datagrams_a_packet`, above 0 to 1, says how packets share datagrams, of which reports know
  /// nothing. Nothing before the first whole second, and when no report has come for two.
  [[nodiscard]] std::optional<PlanePosition> position(double datagrams_a_packet, const WireFormat& wire,
                                                      Timestamp now) const;
  /// The one-way delay less its least of the last minute; when no report has come for two seconds:
  /// nothing.
  [[nodiscard]] std::optional<Duration> queueing_delay(Timestamp now) const;
  /// Nothing before the first report that knows it.
  [[nodiscard]] std::optional<Duration> round_trip_time() const { return round_trip_time_; }
  /// Packets that reports told of, once each, and those of them that were lost.
  [[nodiscard]] std::uint64_t reported() const { return arrived_ + lost_; }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }

 private:
  static constexpr Duration kWindow = 1s;
  static constexpr Duration kSilence = 2s;

  SlidingWindowRate payload_{kWindow};
  SlidingWindowRate packets_{kWindow};  ///< One byte for each packet.
  std::optional<Timestamp> first_arrival_;
  Timestamp last_arrival_{};
  Timestamp last_report_{};
  QueueingDelay queueing_{{}};
  std::optional<Duration> round_trip_time_;
  std::uint64_t arrived_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace counterpoint
