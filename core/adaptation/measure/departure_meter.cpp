// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/measure/departure_meter.h"

namespace counterpoint {

void DepartureMeter::add(DataSize size, Timestamp at) {
  bytes_.add(size, at);
  datagrams_.add(DataSize::bytes(1), at);
  if (!first_) first_ = at;
  last_ = at;
}

std::optional<PlanePosition> DepartureMeter::position(Timestamp now) const {
  if (!first_ || last_ - *first_ < kWindow || now - last_ > kWindow) return {};
  return PlanePosition{
      .bit_rate = bytes_.rate(),
      .packet_rate = PacketRate::per_second(static_cast<double>(datagrams_.rate().bits_per_second()) / 8)};
}

}  // namespace counterpoint
