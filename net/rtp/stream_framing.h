// SPDX-License-Identifier: GPL-3.0-or-later
// RTP and RTCP packets on a byte stream (RFC 4571): 16 bits of length in network order, then the packet.
#pragma once

#include <cstddef>
#include <optional>

#include "core/base/bytes.h"

namespace counterpoint {

/// Longer ones have no length in 16 bits.
inline constexpr std::size_t kMaxFramedPacket = 65'535;

/// `packet` with its length in front. Nothing at all for one that is empty or longer than kMaxFramedPacket.
[[nodiscard]] Bytes frame_packet(ByteView packet);

/// Takes packets out of a byte stream, however it is cut into pieces.
///
/// 1. At most one packet's bytes and one piece are held: take what next() gives until it gives nothing before the next
///    feed().
/// 2. Any stream of bytes can be read: lengths are what they are, and packets of no bytes are skipped.
class FrameParser {
 public:
  void feed(ByteView piece);
  /// The next complete packet, 1 to kMaxFramedPacket bytes.
  [[nodiscard]] std::optional<Bytes> next();

 private:
  Bytes buffer_;
  std::size_t taken_ = 0;  // Bytes of the buffer already consumed.
};

}  // namespace counterpoint
