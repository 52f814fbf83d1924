// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "core/adaptation/mode/gate.h"
#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

/// A datagram on its way to the transport. Its stream is its priority: audio, then retransmissions, then video.
struct PacedPacket {
  Bytes data;
  DataSize payload_size;  ///< The part of `data` that is media, as sender reports count it.
  StreamKind stream = StreamKind::kVideo;
  std::uint32_t ssrc = 0;
  std::int64_t sequence = 0;  ///< Unwrapped, within its SSRC.
  /// False for a packet that is sent again as it was: its number stands for the first time.
  bool has_own_sequence = true;
  Duration ahead{};         ///< >= 0, from when it is made to the time of its frame; 0 for what is live.
  Duration late{};          ///< >= 0, from when it should have been made to when it was; 0 for what is live.
  Timestamp enqueued_at{};  ///< Set by Pacer::push().
};

/// Pacing delay of the packets of one stream.
struct PacingDelay {
  std::uint64_t packets = 0;
  Duration total{};
  Duration max{};
  [[nodiscard]] Duration mean() const {
    return packets == 0 ? Duration::zero() : total / static_cast<Duration::rep>(packets);
  }
};

/// Spreads the packets of video frames over time, so that a frame does not arrive at a bottleneck as one burst.
///
/// 1. Audio never waits and is not charged to the rate. Retransmissions go before video; within a stream, first in
///    first out.
/// 2. Packets leave at the pacing rate, or faster as far as needed for each to leave within max_queue_time.
///    Those that are sent ahead of their time are never sped up: their large frames are spread over the small ones
///    behind them, and a sender that makes more than leaves sees it by queue_time(). Only what this computer itself
///    delayed is made up for, at twice their rate: behind() is how much that is.
/// 3. The gate, if there is one, holds packets back whatever the rate, and nothing overtakes it.
/// 4. Call pop() until it gives nothing whenever next_deadline() has come.
class Pacer {
 public:
  struct Config {
    /// Pacing rate over video rate, >= 1. 1.5: a frame leaves before the next one, and hardly makes a queue.
    double rate_factor = 1.5;
    /// The same for packets that are sent ahead of their time, >= 1, of which only the payload counts: the video rate
    /// has no headers. 1.1: repairs beyond the video rate, and hardly more, so that a group of frames leaves as one
    /// steady stream.
    double ahead_rate_factor = 1.1;
    /// > 0. Bound on the pacing delay: a large key frame is sent faster instead.
    Duration max_queue_time = 200ms;
    /// >= 0. Delay of a wake-up that may be made up for at once: the precision of a common timer.
    Duration max_catch_up = 2ms;
    /// The same for packets that are sent ahead of their time. 20 ms: processors of virtual machines wake up to 7 ms
    /// late, each time.
    Duration max_ahead_catch_up = 20ms;
    /// >= 0. Further delay of those that is made up for at twice their rate, an eighth of it at once: it would lower
    /// their rate otherwise. The path has been idle for as long. 500 ms: as far as clips are ahead of their time.
    Duration max_behind = 500ms;
    /// >= 1, of each stream. Beyond it the oldest is dropped; 200 Mbit/s of full packets for max_queue_time.
    std::size_t max_packets = 4096;
  };

  Pacer() : Pacer(Config{}) {}
  explicit Pacer(Config config) : config_(config) {}

  /// The mean rate of video, >= 0, from now on. Unlimited until set: nothing waits.
  void set_rate(DataRate video_rate);
  /// The pacing rate of live video itself, > 0; nothing: rate_factor times the mean rate.
  void set_pacing_rate(std::optional<DataRate> rate);
  void set_gate(const DepartureGate& gate);
  void push(PacedPacket packet, Timestamp now);
  /// All that waits, but audio.
  void drop_paced();
  /// The next packet that may leave at `now`.
  [[nodiscard]] std::optional<PacedPacket> pop(Timestamp now);
  /// When pop() has a packet; kNever when empty, or until the gate opens.
  [[nodiscard]] Timestamp next_deadline() const;

  /// Size of the waiting packets.
  [[nodiscard]] DataSize queued_size() const { return queued_size_; }
  [[nodiscard]] std::size_t queued_packets() const;
  /// True if anything but audio waits.
  [[nodiscard]] bool paced_waiting() const;
  /// Waiting time of the oldest packet.
  [[nodiscard]] Duration queue_time(Timestamp now) const;
  /// The part of it, of packets ahead of their time, that late calls of push() and pop() have made.
  [[nodiscard]] Duration behind(Timestamp now) const;
  [[nodiscard]] const PacingDelay& delay(StreamKind stream) const { return delays_[index(stream)]; }
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  static constexpr std::size_t kStreams = 3;
  static std::size_t index(StreamKind stream) { return static_cast<std::size_t>(stream); }
  [[nodiscard]] bool gate_is_open() const;
  [[nodiscard]] StreamKind next_paced_stream() const;
  PacedPacket take(StreamKind stream, Timestamp now);
  void plan_next_paced();
  void plan_anew();
  [[nodiscard]] bool has_min_gap() const { return gate_.min_gap > Duration::zero(); }
  [[nodiscard]] Timestamp due(const PacedPacket& packet) const;
  [[nodiscard]] Timestamp catch_up(const PacedPacket& packet, Timestamp now);
  [[nodiscard]] Duration gap_behind_last() const;
  [[nodiscard]] DataRate rate_behind_last() const;

  Config config_;
  DataRate video_rate_ = DataRate::unlimited();
  std::optional<DataRate> pacing_rate_;
  DepartureGate gate_;
  std::array<std::deque<PacedPacket>, kStreams> queues_;
  DataSize queued_size_;
  std::optional<Timestamp> paced_at_;  // When the last paced packet left, or should have.
  DataSize paced_size_;                // Size of that packet: its time at the rate is the gap behind it.
  DataSize paced_payload_;             // Size of its media: that alone counts for what is ahead of its time.
  bool paced_ahead_ = false;           // True if that packet left ahead of its time.
  Timestamp next_paced_at_ = kNever;
  Duration behind_{};   // Delay that is still to be made up for.
  Duration made_up_{};  // Part of it that the plan of the next packet makes up for.
  // The plan before it became an earlier one, by which the packet may only seem late; kNever: the gate was closed.
  std::optional<Timestamp> moved_from_;
  std::array<PacingDelay, kStreams> delays_;
  std::uint64_t dropped_ = 0;
};

}  // namespace counterpoint
