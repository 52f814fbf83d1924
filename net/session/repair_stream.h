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

  /// A packet of the stream was made. `share`: repair packets for each packet, in bytes, 0 to 1. Gives the repair
  /// packet of a group that it completes. It leaves before what still waits of the group, so that the receiver has it
  /// when the gap shows, and asks for nothing.
  [[nodiscard]] std::optional<PacedPacket> add(ByteView packet, double share, std::uint32_t timestamp, Timestamp now);

 private:
  /// Packets further apart are in no group: a retransmission would be there sooner.
  static constexpr Duration kMaxAge = 150ms;

  std::uint8_t payload_type_;
  std::uint32_t ssrc_;
  std::int64_t next_sequence_;
  FlexFecEncoder group_;
  Timestamp began_at_{};  ///< The group did.
  double credit_ = 0;     ///< Bytes that repair packets may take.
};

}  // namespace counterpoint
