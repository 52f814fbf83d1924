// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/aggregation/aggregated_datagram.h"

#include <cassert>

#include "core/base/byte_writer.h"

namespace counterpoint {

Bytes aggregate(const std::vector<Bytes>& packets) {
  ByteWriter writer;
  writer.u8(kAggregationTag);
  for (const Bytes& packet : packets) {
    assert(packet.size() <= 0xffff);
    writer.u16(static_cast<std::uint16_t>(packet.size()));
    writer.view(packet);
  }
  return writer.take();
}

std::vector<ByteView> split_aggregated(ByteView datagram) {
  std::vector<ByteView> packets;
  if (!is_aggregated(datagram)) return packets;
  ByteView rest = datagram.subspan(1);
  while (rest.size() >= 2) {
    const std::size_t size = static_cast<std::size_t>(rest[0]) << 8 | rest[1];
    if (size > rest.size() - 2) break;
    if (size > 0) packets.push_back(rest.subspan(2, size));
    rest = rest.subspan(2 + size);
  }
  return packets;
}

}  // namespace counterpoint
