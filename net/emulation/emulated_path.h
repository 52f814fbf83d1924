// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/rng.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/ports/transport.h"
#include "net/emulation/path_config.h"
#include "net/emulation/path_packet.h"
#include "net/emulation/path_server.h"
#include "net/emulation/queue/policer.h"
#include "net/emulation/queue/queue_discipline.h"

namespace counterpoint {

/// Counters of the datagrams given to an EmulatedPath. sent = delivered + policed + queue_dropped + lost + overflowed +
/// those still under way, duplicates apart.
struct PathCounters {
  std::uint64_t sent = 0;
  std::uint64_t delivered = 0;  ///< Handed out by receive(), duplicates not counted.
  std::uint64_t policed = 0;    ///< Dropped by the policer.
  std::uint64_t queue_dropped = 0;
  std::uint64_t lost = 0;
  std::uint64_t reordered = 0;   ///< Held back.
  std::uint64_t duplicated = 0;  ///< Second copies handed out by receive().
  std::uint64_t overflowed = 0;  ///< Dropped for the memory bound: the emulation itself could not hold them.
  DataSize sent_size;            ///< Payload, without overhead.
  DataSize delivered_size;       ///< Payload, without overhead and duplicates.
};

/// One direction of a path between two hosts: policer -> queue -> server -> line, in virtual or real time.
///
/// 1. A datagram waits in the queue, is served (for the longer of its size at the rate and one packet at the
///    packet rate), and then, unless lost, propagates. Its delay is exactly the sum of the three.
/// 2. Changes of the schedule take effect at their time, also for the packet that is being served. Packets on the line
///    keep their arrival time, and none passes another unless reordering is asked for.
/// 3. The outcome does not depend on how often receive() is called; time that goes backwards counts as standing still.
/// 4. Flows that share the path each have a number; which packet is next, dropped or marked is up to PathConfig::aqm.
/// 5. At most kMaxHeldSize and kMaxHeldPackets are held, even when the queue is unlimited; more is dropped and counted.
class EmulatedPath {
 public:
  static constexpr std::int64_t kMaxHeldPackets = 65'536;
  static constexpr DataSize kMaxHeldSize = DataSize::bytes(64'000'000);

  explicit EmulatedPath(PathConfig config);

  void send(PathPacket packet, Timestamp now);
  /// A datagram of flow 0, with PathConfig::overhead on top.
  void send(Bytes datagram, Timestamp now, Ecn ecn = Ecn::kNotEct);
  /// The next packet that has arrived by `now`, in order of arrival, with the exact time of its arrival (which is
  /// before `now` when this is called late).
  [[nodiscard]] std::optional<PathArrival> receive_packet(Timestamp now);
  /// The same for who sends datagrams.
  [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now);
  /// The time at which receive() has something to do next; kNever while nothing is under way.
  [[nodiscard]] Timestamp next_deadline() const;
  [[nodiscard]] const PathCounters& counters() const { return counters_; }

  /// From now on, the fate of each packet is recorded; call take_records() now and then.
  void start_recording() { recording_ = true; }
  /// Records since the last call, in order of time, up to the last call of send() or receive().
  [[nodiscard]] std::vector<PathRecord> take_records() { return std::exchange(records_, {}); }

 private:
  struct OnLine {
    PathPacket packet;
    bool duplicate = false;
  };

  void advance(Timestamp now);
  void apply_next_step();
  void start_service(Timestamp at);
  void finish_service(Timestamp at);
  void put_on_line(PathPacket packet, Timestamp served_at);
  /// Counts and records what the queue has dropped.
  void settle_dropped(Timestamp at);
  void record(Timestamp at, const PathPacket& packet, PathRecord::Fate fate);
  [[nodiscard]] bool queue_has_room(DataSize size) const;
  [[nodiscard]] Timestamp next_step_at() const;
  [[nodiscard]] bool memory_has_room(DataSize size) const;
  [[nodiscard]] bool draw_loss();
  [[nodiscard]] Duration draw_deviation();

  PathConfig config_;
  Rng rng_;
  std::optional<Timestamp> start_;
  Timestamp now_{};
  std::size_t next_step_ = 0;
  std::optional<Policer> policer_;
  std::unique_ptr<QueueDiscipline> queue_;
  DroppedPackets dropped_;             // The queue has dropped them, and nobody has counted them yet.
  std::optional<PathPacket> serving_;  // Set while server_.busy().
  PathServer server_;
  std::multimap<Timestamp, OnLine> line_;  // Sorted by arrival; equal times keep their order.
  Timestamp last_arrival_ = Timestamp::min();
  bool in_loss_burst_ = false;
  DataSize held_size_;
  PathCounters counters_;
  bool recording_ = false;
  std::vector<PathRecord> records_;
};

}  // namespace counterpoint
