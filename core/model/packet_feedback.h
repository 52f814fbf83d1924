// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// The stream a packet belongs to.
enum class StreamKind : std::uint8_t { kAudio, kVideo, kRetransmission };

/// Explicit congestion notification of a received packet (RFC 3168).
enum class Ecn : std::uint8_t { kNotEct = 0, kEct1 = 1, kEct0 = 2, kCe = 3 };

/// The fate of one packet that we sent.
struct PacketFeedback {
  StreamKind stream = StreamKind::kAudio;
  std::int64_t sequence = 0;  ///< Unwrapped RTP sequence number within its stream.
  DataSize size;              ///< Payload of the whole datagram.
  Timestamp sent_at{};        ///< On our clock.
  /// On the *peer's* clock: only differences between packets mean anything, never a comparison with sent_at. Nothing
  /// means "not arrived when the report was made", which is not yet "lost": a later report may still bring it.
  std::optional<Timestamp> arrived_at;
  Ecn ecn = Ecn::kNotEct;
  /// True in the one report that makes it count as lost: three later packets of its stream have arrived. It may arrive
  /// after all, and is in a later report then.
  bool lost = false;
};

/// All that an estimator ever sees of the path: one report of the peer (RFC 8888), matched with what we sent.
struct FeedbackReport {
  Timestamp received_at{};  ///< When the report reached us, on our clock.
  /// In sending order: each packet once when it has arrived, and until then in each report that says it has not.
  std::vector<PacketFeedback> packets;
  std::optional<Duration> round_trip_time;  ///< From the newest packet it covers, less the time the peer held it.
};

}  // namespace counterpoint
