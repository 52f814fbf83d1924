// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// A report block on one source (RFC 3550 6.4.1), without the fields about its last sender report.
struct ReceptionReport {
  std::uint8_t fraction_lost = 0;      ///< Loss since the last report, in 1/256.
  std::int32_t cumulative_lost = 0;    ///< 24 bits, signed: duplicates may make it negative.
  std::uint32_t highest_sequence = 0;  ///< Extended: cycles in the upper 16 bits.
  std::uint32_t jitter = 0;            ///< In units of the RTP timestamp.
};

/// Counts what comes from one SSRC (RFC 3550 A.3 and A.8).
class ReceptionStatistics {
 public:
  struct Counters {
    std::uint64_t packets = 0;  ///< All, duplicates included.
    DataSize size;              ///< Size of all packets.
    std::uint64_t duplicates = 0;
    std::uint64_t reordered = 0;  ///< Came after one with a higher sequence number.
  };

  /// `clock_rate` > 0 in Hz, of the RTP timestamps.
  explicit ReceptionStatistics(int clock_rate);

  /// `sequence` and `timestamp` unwrapped.
  void handle_packet(std::int64_t sequence, std::int64_t timestamp, DataSize size, Timestamp arrived_at);
  /// The report since the last one; nothing before the first packet.
  [[nodiscard]] std::optional<ReceptionReport> take_report();
  [[nodiscard]] std::int64_t expected() const;
  /// Packets expected less packets received, since the start (not limited to 24 bits).
  [[nodiscard]] std::int64_t lost() const;
  [[nodiscard]] Duration jitter() const;
  [[nodiscard]] const Counters& counters() const { return counters_; }

 private:
  void update_jitter(std::int64_t timestamp, Timestamp arrived_at);

  int clock_rate_;
  std::vector<std::int64_t> seen_;  ///< Indexed by sequence modulo its size.
  std::optional<std::int64_t> first_sequence_;
  std::int64_t highest_sequence_ = 0;
  std::optional<std::int64_t> last_timestamp_;
  Timestamp last_arrival_{};
  double jitter_ = 0;  ///< In units of the RTP timestamp.
  std::int64_t expected_at_report_ = 0;
  std::int64_t received_at_report_ = 0;
  Counters counters_;
};

}  // namespace counterpoint
