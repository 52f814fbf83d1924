// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/model/audio_format.h"
#include "net/payload/opus_packet.h"
#include "net/receive/delay_estimator.h"
#include "net/receive/media_packet.h"
#include "net/receive/sender_clock.h"

namespace counterpoint {

/// Action for the next `samples` of playback.
struct AudioDecision {
  enum class Action {
    kSilence,    ///< Nothing: not started, sender silent, or concealed for too long.
    kDecode,     ///< Decode `payload`.
    kDecodeFec,  ///< Decode the FEC inside `payload`, the packet after the missing one (which stays in the buffer).
    kConceal,    ///< Let the decoder guess (PLC).
  };
  enum class Stretch { kNone, kShorten, kLengthen };

  Action action = Action::kSilence;
  Bytes payload;
  std::size_t samples = kAudioPacketSamples;  ///< At 48 kHz, 120 to 5760, a multiple of 120.
  Stretch stretch = Stretch::kNone;           ///< Advice for the time scaler; report what was done by handle_stretch().
  bool forced = false;                        ///< Far from the wanted delay: stretch even where it may be heard.
  Duration max_shortening = Duration::max();  ///< Shortening that takes more would have to be undone.
  /// When the first sample was captured, on the sender's NTP clock; nothing when that is not known.
  std::optional<Duration> capture_time;
};

/// Counts for people and the log; samples are at 48 kHz.
struct AudioJitterCounters {
  std::uint64_t received = 0;           ///< Packets inserted.
  std::uint64_t decoded = 0;            ///< Packets handed out for decoding.
  std::uint64_t fec_decoded = 0;        ///< Packets restored from the FEC of the packet behind.
  std::uint64_t concealed_samples = 0;  ///< Samples guessed by the decoder, or silent for lack of packets.
  std::uint64_t concealed_events = 0;   ///< Runs of these.
  std::uint64_t late = 0;               ///< Packets that came after their time; dropped.
  std::uint64_t duplicates = 0;         ///< Packets that were there already; dropped.
  std::uint64_t discarded = 0;          ///< Packets skipped to get rid of delay, or for lack of room.
  std::uint64_t resynchronisations = 0;
  std::uint64_t samples_inserted = 0;  ///< Reported by the time scaler.
  std::uint64_t samples_removed = 0;   ///< Reported by the time scaler.
};

/// Turns packets that come unevenly, out of order or not at all into even audio. Packets may last 2.5 to 120 ms, as the
/// sender likes, who may change that at any time.
///
/// 1. Feed insert(); call next() whenever the player needs more.
/// 2. The packet due is decoded; if it is missing while later ones are there, it is taken from FEC or concealed, and
///    dropped when it comes after all. If nothing is there, audio is concealed without moving on: packets that were
///    only delayed are then played with a grown delay, packets that were lost are skipped by the time already
///    concealed.
/// 3. The delay is moved to its target by the time scaler. The target is a high percentile of packet delay, so that an
///    even path adds little and a rough one what it needs. While a queue grows, the target runs ahead of it: audio is
///    lengthened before packets are late. Delay far beyond the target is skipped at once.
/// 4. After a long gap it starts anew, as at the beginning. Memory is bounded.
class AudioJitterBuffer {
 public:
  struct Config {
    SenderClock::Config clock = {.clock_rate = 48'000};
    /// 97 of 100 packets in time; max_jitter bounds the delay against jitter.
    DelayEstimator::Config delay = {.base_window = 3s, .jitter_window = 6s, .percentile = 0.97, .max_jitter = 400ms};
    /// The last moments, which a growing queue makes the latest of all: the target is never below this percentile of
    /// them. Default: long enough for the bursts of one video frame after another; 95 leaves out a single late packet.
    DelayEstimator::Config recent = {
        .base_window = 600ms, .jitter_window = 600ms, .percentile = 0.95, .max_jitter = 400ms};
    /// 0 to 100 ms, the most that the target is above that percentile; as much as it is itself where that is less, so
    /// that an even path has no delay of it. Default: a block of the player, in whose steps packets wait.
    Duration max_margin = 10ms;
    /// 0 to 1, the part of the growth (the least transit of `recent` above that of `delay`) that the target runs ahead.
    /// Default: with the windows above, what a queue grows by in the next second.
    double growth_ahead = 0.4;
    /// 0 to 400 ms, the most that it runs ahead. Default: half a second at 80 ms/s; a jump is not growth.
    Duration max_ahead = 40ms;
    /// 1 to 50 ms of growth: audio is not shortened unless forced, since it would be lengthened again at once.
    Duration growth_threshold = 5ms;
    /// 0 to 100 ms, the least that a packet of least transit waits. Default: half a packet, covers scheduling.
    Duration min_wait = 8ms;
    /// min_wait to 200 ms, the same while the jitter of the path is not known yet (delay.jitter_window). Default: a
    /// sound server hands out captured audio in steps of up to 25 ms, of which the reserve of the player covers a part;
    /// to learn that by running dry would be heard.
    Duration initial_wait = 20ms;
    /// 1 to 9 ms below the target before audio is lengthened. It is shortened when packets wait so long that one block
    /// of the player less leaves them in this band. Default: smaller than min_wait, so nothing underruns.
    Duration lengthen_band = 5ms;
    /// lengthen_band to forced_threshold below the target: each packet is lengthened, where it is not heard. Default:
    /// twice lengthen_band, running dry is near.
    Duration urgent_threshold = 10ms;
    /// 10 ms to 1 s off the target: stretching of each packet is forced. Nearer by, one packet in
    /// calm_stretch_interval.
    Duration forced_threshold = 50ms;
    /// 10 ms to 1 s. Default: 2 to 10 % faster or slower, hardly heard.
    Duration calm_stretch_interval = 80ms;
    Duration skip_threshold = 400ms;  ///< 50 ms to 2 s above the target: packets are skipped instead.
    /// 20 ms to 1 s of concealment before silence: a decoder guesses no further.
    Duration max_concealment = 200ms;
    Duration max_gap = 500ms;  ///< 40 ms to 10 s of audio missing in a row before starting anew.
    Duration max_audio = 3s;   ///< 100 ms to 5 s of audio that wait.
    /// 100 to 65535: larger payloads are dropped.
    std::size_t max_payload_bytes = kMaxOpusPacketSize;
    /// Lost packets count as delayed until the packet with their FEC came: then frequent losses raise the delay by one
    /// packet and FEC repairs them.
    bool wait_for_fec = true;
    /// 0 to 5 s, the most that set_minimum_delay() may add.
    Duration max_added_delay = 400ms;
  };

  explicit AudioJitterBuffer(const Config& config);
  AudioJitterBuffer() : AudioJitterBuffer(Config{}) {}

  void insert(AudioPacket packet);
  /// `pcm_buffered`: how much audio is decoded but not heard yet, device included; the answer is heard after it.
  /// `remainder`: the part of it that does not fill a block of the player, 0 to kAudioBlockDuration.
  [[nodiscard]] AudioDecision next(Timestamp now, Duration pcm_buffered, Duration remainder = {});
  /// For a player whose time to call next() has come but which still has audio: true if it had better wait, as a late
  /// packet may still come. Waits of packets are judged by that time.
  [[nodiscard]] bool should_wait(Timestamp now);
  /// Reports the time scaler's change of the last answer: samples inserted, or removed when negative.
  void handle_stretch(std::int64_t samples);
  void handle_sender_report(std::uint64_t ntp, std::uint32_t rtp_timestamp);

  /// Our clock at hearing less the sender's at capture; what the two clocks differ by is the same for audio and video.
  [[nodiscard]] Duration current_delay() const;
  /// Target of current_delay() on this path, without set_minimum_delay().
  [[nodiscard]] Duration needed_delay() const;
  /// Raises the delay, in the same terms, by max_added_delay at most (lip synchronisation).
  void set_minimum_delay(Duration delay);
  /// True once packets and a sender report have come: the delays may be compared with video's.
  [[nodiscard]] bool synchronised() const { return clock_.synchronised() && !delay_.empty(); }
  /// Waiting time at the target of a packet with minimum transit: the delay that this buffer adds.
  [[nodiscard]] Duration target_wait() const;
  /// The duration of the packet that came last.
  [[nodiscard]] Duration packet_duration() const { return audio_of(1); }
  [[nodiscard]] const AudioJitterCounters& counters() const { return counters_; }

 private:
  using Packets = std::map<std::int64_t, AudioPacket>;

  [[nodiscard]] std::int64_t samples_of(const AudioPacket& packet) const;
  /// The audio in so many packets like the last one.
  [[nodiscard]] Duration audio_of(std::int64_t packets) const;
  [[nodiscard]] bool accept(const AudioPacket& packet);
  void learn_delay(const AudioPacket& packet);
  void restart();
  [[nodiscard]] Duration wait_of(std::int64_t timestamp, Timestamp now) const;
  [[nodiscard]] Duration growth() const;
  [[nodiscard]] Duration own_target() const;
  void skip_to_target(Timestamp now);
  void settle_debt();
  [[nodiscard]] AudioDecision start(Timestamp now);
  [[nodiscard]] AudioDecision play(Timestamp now);
  [[nodiscard]] AudioDecision replace_missing(Timestamp now);
  [[nodiscard]] AudioDecision underrun();
  [[nodiscard]] AudioDecision conceal(std::int64_t samples);
  void advise_stretch(AudioDecision& decision);
  void record_wait(Duration wait);
  void shift_waits(Duration by);
  [[nodiscard]] std::optional<Duration> capture_time(std::int64_t timestamp) const;

  Config config_;
  SenderClock clock_;
  DelayEstimator delay_;
  DelayEstimator recent_;
  Packets packets_;
  std::vector<std::int64_t> seen_;             ///< Indexed by sequence modulo its size.
  std::optional<std::int64_t> next_sequence_;  ///< Nothing before the start.
  std::int64_t next_timestamp_ = 0;
  /// The duration, in samples, of the packet that came last: that of those which are missing.
  std::int64_t packet_samples_ = kAudioPacketSamples;
  std::int64_t debt_ = 0;       ///< Samples concealed without moving on.
  std::int64_t concealed_ = 0;  ///< Samples concealed in a row.
  int far_behind_ = 0;
  int far_ahead_ = 0;
  std::optional<Timestamp> due_since_;  ///< The first should_wait() since the last packet.
  Duration since_stretch_{};            ///< Audio that was played since.
  std::deque<Duration> waits_;          ///< Waits of the last packets, corrected by the stretching done since.
  Duration pcm_buffered_{};             ///< Smoothed.
  Duration remainder_{};                ///< It changes with each stretch.
  Duration minimum_media_delay_ = Duration::min();
  AudioJitterCounters counters_;
};

}  // namespace counterpoint
