// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/rtp/datagram_kind.h"

#include <cstddef>

#include "net/rtp/rtp_packet.h"

namespace counterpoint {
namespace {

constexpr std::size_t kRtcpHeaderSize = 4;
constexpr std::size_t kStunHeaderSize = 20;
constexpr std::size_t kDtlsHeaderSize = 13;

}  // namespace

DatagramKind classify(ByteView datagram) {
  if (datagram.size() < kRtcpHeaderSize) return DatagramKind::kOther;
  const std::uint8_t first = datagram[0];
  const auto at_least = [&](std::size_t size, DatagramKind kind) {
    return datagram.size() >= size ? kind : DatagramKind::kOther;
  };
  if (first <= 3) return at_least(kStunHeaderSize, DatagramKind::kStun);
  if (first >= 20 && first <= 63) return at_least(kDtlsHeaderSize, DatagramKind::kDtls);
  if (first < 128 || first > 191) return DatagramKind::kOther;
  if (datagram[1] >= 192 && datagram[1] <= 223) return DatagramKind::kRtcp;
  return at_least(kRtpHeaderSize, DatagramKind::kRtp);
}

}  // namespace counterpoint
