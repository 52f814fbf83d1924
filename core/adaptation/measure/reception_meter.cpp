// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/measure/reception_meter.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {

void ReceptionMeter::handle_feedback(const FeedbackReport& report) {
  last_report_ = report.received_at;
  if (report.round_trip_time) round_trip_time_ = report.round_trip_time;
  for (const PacketFeedback& packet : report.packets) {
    if (packet.lost) ++lost_;
    if (!packet.arrived_at) continue;
    ++arrived_;
    queueing_.add(*packet.arrived_at - packet.sent_at, *packet.arrived_at);
    payload_.add(packet.size, *packet.arrived_at);
    packets_.add(DataSize::bytes(1), *packet.arrived_at);
    if (!first_arrival_) first_arrival_ = last_arrival_ = *packet.arrived_at;
    last_arrival_ = std::max(last_arrival_, *packet.arrived_at);
  }
}

std::optional<PlanePosition> ReceptionMeter::position(double datagrams_a_packet, const WireFormat& wire,
                                                      Timestamp now) const {
  if (!first_arrival_ || last_arrival_ - *first_arrival_ < kWindow || now - last_report_ > kSilence) return {};
  const double packets = static_cast<double>(packets_.rate().bits_per_second()) / 8;
  const double datagrams = packets * datagrams_a_packet;
  const double headers = datagrams * static_cast<double>(wire.datagram_overhead.bits());
  return PlanePosition{.bit_rate = payload_.rate() + DataRate::bits_per_second(std::llround(headers)),
                       .packet_rate = PacketRate::per_second(datagrams)};
}

std::optional<Duration> ReceptionMeter::queueing_delay(Timestamp now) const {
  if (now - last_report_ > kSilence) return {};
  return queueing_.now();
}

}  // namespace counterpoint
