// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "net/fec/flex_fec.h"
#include "net/pacing/pacer.h"

namespace counterpoint {

/// The repair packets that we send of a video stream: one for a few packets in a row, as many as the mode asks for.
class RepairStream {
 public:
  /// `payload_type` 0: the peer takes none.
  RepairStream(std::uint8_t payload_type, std::uint32_t ssrc);

  /// A packet of the stream was made, whose frame ends with it or not. `share`: repair packets for a packet, 0 to 1.
  /// Gives the repair packet, which is to leave next, of a group that it completes: of 1 / `share` packets, or of fewer
  /// when kMaxFrames have ended in it.
  [[nodiscard]] std::optional<PacedPacket> add(ByteView packet, bool ends_frame, double share, std::uint32_t timestamp,
                                               Timestamp now);

 private:
  /// A repair has to be there sooner than a retransmission would be.
  static constexpr int kMaxFrames = 2;

  std::uint8_t payload_type_;
  std::uint32_t ssrc_;
  std::int64_t next_sequence_;
  FlexFecEncoder group_;
  int frames_ = 0;  ///< Frames that have ended in the group.
};

}  // namespace counterpoint
