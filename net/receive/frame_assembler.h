// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/sequence.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "net/receive/media_packet.h"

namespace counterpoint {

/// One compressed frame whose packets have all come, or that has been given up waiting for.
struct AssembledFrame {
  std::int64_t timestamp = 0;  ///< RTP timestamp, unwrapped, 90 kHz.
  std::int64_t first_sequence = 0;
  std::int64_t last_sequence = 0;
  VideoCodec codec = VideoCodec::kVp8;
  bool key_frame = false;
  std::optional<std::int64_t> picture_id;  ///< Unwrapped from 15 bits.
  std::optional<TemporalLayer> temporal_layer;
  Bytes data;
  Timestamp first_arrival{};
  Timestamp completed_at{};       ///< Arrival of the last missing packet.
  bool damaged = false;           ///< Packets are missing; what there is fits together.
  int retransmitted_packets = 0;  ///< Packets that came as answers to a NACK.
};

/// Puts the packets of a video stream together into whole frames.
///
/// 1. A frame is complete when the packets from a frame start to a marker are all there, with one timestamp.
/// 2. Frames come out in the order in which they are completed, which is not the order of decoding.
/// 3. Memory is bounded whatever the peer sends: the oldest packets go first. Duplicates and old packets are ignored;
///    but what has waited for its frame for seconds yields to a packet of the same number.
/// 4. When the sequence numbers start anew far behind, two consecutive packets are enough to follow.
class FrameAssembler {
 public:
  struct Config {
    /// Packets, 16 to 65536. Default: a key frame of 1 Mbyte and what comes during a retransmission.
    std::size_t max_packets = 2048;
    /// Bytes, > 0: the memory that packets of incomplete frames may take. Default: 2048 full packets.
    DataSize max_bytes = DataSize::bytes(3'000'000);
    /// Complete frames that wait for pop(), 1 to 1000; the host pops after each packet, so few ever wait.
    std::size_t max_frames = 64;
  };
  struct Counters {
    std::uint64_t frames = 0;           ///< Frames completed.
    std::uint64_t duplicates = 0;       ///< Packets that had already come.
    std::uint64_t old_packets = 0;      ///< Packets of a past that is given up.
    std::uint64_t evicted_packets = 0;  ///< Packets of incomplete frames that had to go.
    std::uint64_t dropped_frames = 0;   ///< Complete frames that nobody popped.
    std::uint64_t damaged_frames = 0;   ///< Frames taken with packets missing.
    std::uint64_t restarts = 0;         ///< Times the sequence numbers started anew.
  };

  explicit FrameAssembler(const Config& config);
  FrameAssembler() : FrameAssembler(Config{}) {}

  void insert(VideoPacket packet);
  /// The next complete frame, if any.
  [[nodiscard]] std::optional<AssembledFrame> pop();
  /// The frame that the oldest waiting packet belongs to, if its codec conceals losses.
  struct Incomplete {
    std::int64_t timestamp = 0;
    std::int64_t first_sequence = 0;  ///< Lowest of the packets that came.
  };
  [[nodiscard]] std::optional<Incomplete> oldest_incomplete() const;
  /// The incomplete frame as far as it can be decoded; nothing when no piece of it can. Packets of it that come later
  /// are dropped.
  [[nodiscard]] std::optional<AssembledFrame> take_incomplete();
  /// The timestamp of the waiting packet that is the next behind `sequence`.
  [[nodiscard]] std::optional<std::int64_t> timestamp_behind(std::int64_t sequence) const;
  /// Forgets the packets before `sequence`: their frames are not needed any more.
  void drop_before(std::int64_t sequence);
  [[nodiscard]] const Counters& counters() const { return counters_; }

 private:
  using Packets = std::map<std::int64_t, VideoPacket>;

  void forget_impostor(std::int64_t sequence, Timestamp arrived_at);
  [[nodiscard]] bool accept(std::int64_t sequence);
  void restart();
  void evict();
  void erase(Packets::iterator from, Packets::iterator to);
  /// `next` belongs to the frame of `packet`, which is the one before it.
  [[nodiscard]] static bool goes_on(Packets::const_iterator packet, Packets::const_iterator next);
  void complete_frame_around(Packets::iterator packet, Timestamp completed_at);
  [[nodiscard]] Packets::iterator end_of_oldest();
  [[nodiscard]] AssembledFrame join(Packets::iterator first, Packets::iterator last, Timestamp completed_at);

  Config config_;
  Packets packets_;
  std::int64_t bytes_ = 0;
  std::deque<AssembledFrame> frames_;
  std::vector<std::int64_t> seen_;  ///< Newest sequence number seen, indexed by sequence modulo its size.
  std::optional<std::int64_t> newest_;
  std::optional<std::int64_t> far_behind_;
  std::optional<std::int64_t> taken_incomplete_;  ///< The timestamp of the last such frame.
  std::int64_t floor_ = std::numeric_limits<std::int64_t>::min();
  Unwrapper<std::uint16_t> picture_ids_;
  Counters counters_;
};

}  // namespace counterpoint
