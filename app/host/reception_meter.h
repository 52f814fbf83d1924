// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/adaptation/delivery_rate.h"
#include "core/adaptation/plane.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

/// What the peer has received in about the last second, by its own reports (RFC 8888).
class ReceptionMeter {
 public:
  void handle_feedback(const FeedbackReport& report);
  /// Headers included. `datagrams_a_packet`, above 0 to 1, says how packets share datagrams, of which reports know
  /// nothing. Nothing before the first whole second, and when no report has come for two.
  [[nodiscard]] std::optional<PlanePosition> position(double datagrams_a_packet, const WireFormat& wire,
                                                      Timestamp now) const;

 private:
  static constexpr Duration kWindow = 1s;

  DeliveryRate payload_{kWindow};
  DeliveryRate packets_{kWindow};  ///< One octet for each packet.
  std::optional<Timestamp> first_arrival_;
  Timestamp last_arrival_{};
  Timestamp last_report_{};
};

}  // namespace counterpoint
