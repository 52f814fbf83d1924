// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "net/pacing/pacer.h"

namespace counterpoint {

/// Packets and reports that leave as one datagram.
struct OutgoingDatagram {
  std::vector<PacedPacket> packets;  ///< RTP.
  std::vector<Bytes> reports;        ///< RTCP.
  std::vector<Timestamp> since;      ///< Times at which they were handed over.
};
/// Its only packet as it is, or all of them as one aggregated datagram.
[[nodiscard]] Bytes to_datagram(OutgoingDatagram departure);

/// Lets small packets share datagrams, so that fewer of them leave (Nee 1997, 3.2): audio with audio, audio with the
/// tail of a frame, tails with tails, reports with any of them.
///
/// 1. A packet of up to max_member waits for others, but no longer than set_delay() says; then all that wait leave
///    together. With a delay of 0, each packet leaves at once and alone.
/// 2. A larger packet leaves at once. So do those that wait when the next one does not fit beside them, or when a large
///    one of a source that waits follows: the order of each source is kept, so that nothing looks lost.
/// 3. After push(), and at next_deadline(), send what pop() gives until it gives nothing.
class Aggregator {
 public:
  struct Config {
    DataSize max_datagram = DataSize::bytes(1200);  ///< 200 to 1452 bytes.
    DataSize max_member = DataSize::bytes(600);     ///< <= max_datagram. Default: half a datagram, two always fit.
  };
  struct Counters {
    std::uint64_t shared = 0;  ///< Packets and reports that shared a datagram.
    Duration total_delay{};    ///< From hand-over to departure, of all.
    Duration max_delay{};
  };

  explicit Aggregator(const Config& config) : config_(config) {}

  /// 0 to kMaxDelay; what waits already goes by the new one.
  void set_delay(Duration delay);
  void push(PacedPacket packet, Timestamp now);
  void push_report(Bytes report, Timestamp now);
  [[nodiscard]] std::optional<OutgoingDatagram> pop(Timestamp now);
  /// The time at which something has to leave; kNever when nothing waits.
  [[nodiscard]] Timestamp next_deadline() const;

  [[nodiscard]] const Counters& counters() const { return counters_; }

  static constexpr Duration kMaxDelay = 50ms;

 private:
  [[nodiscard]] bool must_leave_alone(DataSize size) const;
  [[nodiscard]] bool holds_source(std::uint32_t ssrc) const;
  /// The datagram that a packet or report of `size` joins now; its size is counted there.
  [[nodiscard]] OutgoingDatagram& place_for(DataSize size, Timestamp now);
  void release(Timestamp now);

  Config config_;
  Duration delay_{};
  OutgoingDatagram waiting_;
  DataSize waiting_size_;
  std::deque<OutgoingDatagram> ready_;
  Timestamp ready_since_{};
  Counters counters_;
};

}  // namespace counterpoint
