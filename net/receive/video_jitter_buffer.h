// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "net/receive/delay_estimator.h"
#include "net/receive/frame_assembler.h"
#include "net/receive/sender_clock.h"

namespace counterpoint {

/// A frame whose references have all been handed out before it, as far as they came if its codec conceals losses.
struct FrameToDecode {
  Bytes data;
  std::int64_t timestamp = 0;  ///< RTP timestamp, unwrapped, 90 kHz.
  std::int64_t last_sequence = 0;
  VideoCodec codec = VideoCodec::kVp8;
  bool key_frame = false;
  bool non_reference = false;  ///< No other frame refers to it, as far as the sender tells.
  Timestamp render_at{};       ///< When it is to be shown, on our clock; may be past.
  Duration capture_time{};     ///< On the sender's NTP clock; provisional before its first sender report.
  bool damaged = false;        ///< Packets of it are missing.
  bool late = false;           ///< Decode it (others refer to it) but do not show it: a newer one is due already.
};

/// Hands out video frames in decode order, each as early as it can be decoded, and says when to show it.
///
/// 1. Feed insert(); call poll() until it gives nothing after each insert() and at next_deadline().
/// 2. A frame is decodable when it is a key frame or follows the frame handed out last: by consecutive sequence numbers
///    or consecutive picture ids. Behind a gap frames wait for the missing one; a key frame behind it is taken once it
///    is due or the wait is over.
/// 3. A key frame is asked for when none has come yet, when a gap lasts longer than retransmission may take, when
///    packets were given up, and after a decode error; again and again until one comes. A gap that is filled after all
///    is used. Frames of a codec that conceals losses, and those that refer to nothing that is missing (by their
///    temporal layers), do not wait: they are handed out over a gap when they, or frames behind them, are due, or the
///    wait is over. A key frame is needed to begin with, and after a decode error.
/// 4. Frames are shown at media time + base transit + jitter + decode allowance, or the minimum delay if that is later.
///    The delay rises at once and falls slowly. A wrong clock never holds a frame for longer than the bounds.
class VideoJitterBuffer {
 public:
  struct Config {
    SenderClock::Config clock = {.clock_rate = 90'000};
    /// 95 of 100 frames in time: one frame in 20 shown late is hardly seen, and a retransmission fits when losses are
    /// frequent. Over 9 s: to hold back all frames after a single burst of late ones would cost a conversation more
    /// than that the picture stops once.
    DelayEstimator::Config delay = {.base_window = 3s, .jitter_window = 9s, .percentile = 0.95, .max_jitter = 500ms};
    /// 0 to 50 ms, added to the jitter: time for decoding and for handing over.
    Duration decode_allowance = 3ms;
    /// 0 to 400 ms, added to the jitter of codecs that conceal losses: time for retransmission, since their frames do
    /// not wait for it beyond. Default: two answers over a round trip of 100 ms; nobody talks to a clip.
    Duration repair_reserve = 250ms;
    /// 1 to 1000 ms a second: how fast the delay comes down. Default: a film played 8 % fast, unnoticed.
    Duration delay_fall_per_second = 80ms;
    /// 0 to 5 s, the most that set_minimum_delay() may add.
    Duration max_added_delay = 400ms;
    /// 0 to 10 round trips, on top of the jitter, behind a gap before a key frame is asked for: room for a second
    /// retransmission.
    double gap_wait_round_trips = 2.5;
    /// Bounds of that wait. Least: covers reordering. Most: a freeze that people notice must end.
    Duration min_gap_wait = 150ms;
    Duration max_gap_wait = 600ms;
    /// 0 to 5 s: how long the first frame may be missing before a key frame is asked for.
    Duration first_key_frame_wait = 60ms;
    /// Key frames can be requested. False: take_key_frame_request() never asks for one.
    bool request_key_frames = true;
    /// 50 ms to 10 s, the least time between two requests for a key frame. It grows with the round trip time.
    Duration min_request_interval = 300ms;
    /// 2 to 1000 frames. Default: 4 s at 30 frames/s.
    std::size_t max_frames = 120;
    /// > 0: the memory that waiting frames may take.
    DataSize max_bytes = DataSize::bytes(8'000'000);
  };
  struct Counters {
    std::uint64_t received = 0;            ///< Frames inserted.
    std::uint64_t decodable = 0;           ///< Frames handed out.
    std::uint64_t late = 0;                ///< Frames handed out that are not to be shown.
    std::uint64_t dropped = 0;             ///< Frames never handed out: old, not decodable or too many.
    std::uint64_t gaps_given_up = 0;       ///< Gaps that retransmission did not fill in time.
    std::uint64_t key_frame_requests = 0;  ///< Requests taken.
  };

  explicit VideoJitterBuffer(const Config& config);
  VideoJitterBuffer() : VideoJitterBuffer(Config{}) {}

  void insert(AssembledFrame frame, Timestamp now);
  [[nodiscard]] std::optional<FrameToDecode> poll(Timestamp now);
  /// The time at which poll() or take_key_frame_request() may have something new without an insert(); kNever if not.
  [[nodiscard]] Timestamp next_deadline() const;

  /// Deadline of decoding a frame that begins at `first_sequence`: it, or one behind it that may refer to it, is due
  /// then. kNever as long as no frame has come.
  [[nodiscard]] Timestamp decode_by(std::int64_t timestamp, std::int64_t first_sequence) const;

  /// True when a key frame is to be asked for now (PLI, RFC 4585 6.3.1); counts as asked.
  [[nodiscard]] bool take_key_frame_request(Timestamp now);
  /// The decoder refused what it was given: nothing but a key frame helps.
  void handle_decode_error(Timestamp now);
  /// Packets are given up (NackGenerator::take_key_frame_need): no use in waiting for a gap to be filled.
  void handle_unrecoverable_loss(Timestamp now);
  void handle_sender_report(std::uint64_t ntp, std::uint32_t rtp_timestamp);
  void set_round_trip_time(Duration round_trip_time);

  /// The playout delay: our clock at showing less the sender's clock at capture. The difference of the two clocks in it
  /// is unknown, but the same for audio and video of one sender.
  [[nodiscard]] Duration current_delay() const;
  /// The least that current_delay() could be on this path, without set_minimum_delay().
  [[nodiscard]] Duration needed_delay() const;
  /// Raises the delay, in the same terms, by max_added_delay at most (lip synchronisation).
  void set_minimum_delay(Duration delay);
  /// True once frames and a sender report have come: the delays may be compared with audio's.
  [[nodiscard]] bool synchronised() const { return clock_.synchronised() && !delay_.empty(); }
  /// Sequence numbers before this are of no use any more (for FrameAssembler and NackGenerator); nothing at the start.
  [[nodiscard]] std::optional<std::int64_t> oldest_useful_sequence() const;
  [[nodiscard]] const Counters& counters() const { return counters_; }

 private:
  using Frames = std::map<std::int64_t, AssembledFrame>;  ///< Keyed by first sequence number: the decoding order.
  struct LastFrame {
    std::int64_t last_sequence;
    std::optional<std::int64_t> picture_id;
    std::optional<TemporalLayer> temporal_layer;
    VideoCodec codec;
  };

  [[nodiscard]] bool is_old(const AssembledFrame& frame);
  void update_delay(const AssembledFrame& frame, Timestamp now);
  void bound_memory(Timestamp now);
  void restart();
  void drop_frames_before(Frames::const_iterator end);
  void update_gap(Timestamp now);
  [[nodiscard]] std::optional<Timestamp> key_frame_wanted_since() const;
  [[nodiscard]] Duration request_interval() const;
  [[nodiscard]] Frames::const_iterator first_key_frame() const;
  [[nodiscard]] bool follows(const AssembledFrame& frame) const;
  /// True if `frame` needs none of the frames that are missing before it, or its decoder conceals that.
  [[nodiscard]] bool can_skip_gap(const AssembledFrame& frame) const;
  /// It is of an upper layer, and a frame that it may refer to was skipped.
  [[nodiscard]] bool may_refer_to_skipped(const AssembledFrame& frame) const;
  [[nodiscard]] bool find_decodable(Timestamp now);
  /// The time at which a frame behind the gap is decoded without what is missing; kNever if it must not be.
  [[nodiscard]] Timestamp gap_skipped_at() const;
  [[nodiscard]] FrameToDecode hand_out_first(Timestamp now);
  [[nodiscard]] Timestamp render_at(std::int64_t timestamp, Timestamp now) const;
  [[nodiscard]] Duration repair_reserve() const;
  [[nodiscard]] Duration needed_media_delay() const;
  void want_key_frame(Timestamp at);
  [[nodiscard]] Duration gap_wait() const;

  Config config_;
  SenderClock clock_;
  DelayEstimator delay_;
  Frames frames_;
  std::int64_t bytes_ = 0;
  std::optional<LastFrame> last_;
  bool need_key_frame_ = true;  ///< Only a key frame can be decoded next.
  bool has_skipped_ = false;    ///< Frames were skipped to which those of upper layers may refer.
  std::optional<Timestamp> gap_since_;
  bool gap_counted_ = false;
  std::optional<Timestamp> key_frame_wanted_at_;  ///< From when on to ask, gap or not.
  std::optional<Timestamp> last_request_;
  int far_behind_ = 0;
  bool concealing_ = false;  ///< The frame inserted last is of a codec that conceals losses.
  Duration round_trip_time_ = 100ms;
  Duration media_delay_{};  ///< Playout delay in media time: showing time less media time.
  Duration minimum_media_delay_ = Duration::min();
  std::optional<Timestamp> delay_updated_at_;
  Counters counters_;
};

}  // namespace counterpoint
