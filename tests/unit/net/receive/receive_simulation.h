// SPDX-License-Identifier: GPL-3.0-or-later
// A sender, a path and a player in virtual time, for the tests of the receiving side.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "core/base/rng.h"
#include "core/model/audio_format.h"
#include "net/receive/audio_jitter_buffer.h"

namespace counterpoint {

/// Any time of day of our clock; the sender's is another one.
inline constexpr Timestamp kStart = Timestamp(5000s);

/// Fate of a packet sent at a time: the number of its arrivals, and their delays.
struct PathModel {
  Duration delay = 20ms;
  Duration jitter{};  ///< Each packet is late by 0 to this much, uniformly; packets overtake each other.
  double loss = 0;
  double duplication = 0;
  /// Extra delay of what is sent at this time; nothing: it is lost.
  std::function<std::optional<Duration>(Duration since_start)> schedule = [](Duration) { return Duration::zero(); };

  [[nodiscard]] std::vector<Timestamp> arrivals(Timestamp sent_at, Rng& rng) const {
    std::vector<Timestamp> times;
    const std::optional<Duration> extra = schedule(sent_at - kStart);
    const int copies = rng.chance(duplication) ? 2 : 1;
    for (int i = 0; i < copies; ++i) {
      const auto late = Duration(static_cast<Duration::rep>(static_cast<double>(jitter.count()) * rng.uniform()));
      const bool lost = rng.chance(loss);
      if (extra && !lost) times.push_back(sent_at + delay + late + *extra);
    }
    return times;
  }
};

/// A call's audio from microphone to ear: 20 ms packets, a device that takes 10 ms blocks, a time scaler that removes
/// or repeats 6 ms.
class AudioCall {
 public:
  struct Heard {
    Timestamp at;
    Duration delay;         ///< Mouth to ear; 0 for audio that was not sent.
    Duration buffer_wait;   ///< Part of it spent in the jitter buffer.
    std::int64_t sequence;  ///< Number of the packet from 0 on; -1 for concealment, -2 for silence.
  };

  PathModel path;
  double sender_drift = 0;  ///< The sender's sampling clock runs fast by this part.
  bool with_fec = true;
  Duration device_phase = 7ms;  ///< The device asks for audio so long after each full 10 ms; 0 to 9 ms.
  std::int64_t reserve = 0;     ///< Blocks that wait for the device, during which a late packet may still come.
  std::int64_t first_sequence = 65536 + 65000;
  std::int64_t first_timestamp = 0x1'0000'0000 + 0xffff'0000;
  AudioJitterBuffer buffer;
  std::vector<Heard> heard;

  explicit AudioCall(std::uint64_t seed) : rng_(seed) {}

  void run(Duration length) {
    const Timestamp end = now_ + length;
    for (; now_ < end; now_ += 1ms) {
      send();
      for (auto it = in_flight_.begin(); it != in_flight_.end() && it->first <= now_; it = in_flight_.erase(it)) {
        AudioPacket packet = it->second;
        packet.arrived_at = it->first;
        buffer.insert(packet);
      }
      if ((now_ - kStart) % kAudioBlockDuration == device_phase) play_block();
    }
  }
  [[nodiscard]] Timestamp now() const { return now_; }
  [[nodiscard]] std::vector<Heard> heard_between(Duration from, Duration to) const {
    std::vector<Heard> part;
    for (const Heard& h : heard) {
      if (h.at >= kStart + from && h.at < kStart + to) part.push_back(h);
    }
    return part;
  }

 private:
  void send() {
    const auto interval = Duration(static_cast<Duration::rep>(20e6 / (1 + sender_drift)));
    while (kStart + (sent_ + 1) * interval <= now_) {
      const Timestamp sent_at = kStart + (sent_ + 1) * interval;  // A packet is full 20 ms after its first sample.
      const std::uint8_t lbrr_flag = with_fec ? 0x40 : 0;
      // TOC 0x48: SILK, 20 ms, mono, one frame.
      const AudioPacket packet{.sequence = first_sequence + sent_,
                               .timestamp = first_timestamp + sent_ * 960,
                               .payload = {0x48, static_cast<std::uint8_t>(0x80 | lbrr_flag), byte(sent_ >> 16),
                                           byte(sent_ >> 8), byte(sent_)},
                               .arrived_at = {}};
      sent_packets_.push_back({.captured_at = sent_at - interval, .arrived_at = kNever});
      for (const Timestamp at : path.arrivals(sent_at, rng_)) {
        in_flight_.emplace(at, packet);
        sent_packets_.back().arrived_at = std::min(sent_packets_.back().arrived_at, at);
      }
      ++sent_;
    }
  }
  void play_block() {
    while (pcm_samples_ < 480 * (reserve + 1)) {
      if (pcm_samples_ >= 480 && buffer.should_wait(now_)) break;
      const Duration buffered = audio_duration(static_cast<std::size_t>(pcm_samples_));
      const AudioDecision decision = buffer.next(now_, buffered, buffered % kAudioBlockDuration);
      std::int64_t stretch = 0;
      const bool may_shorten = decision.forced || decision.max_shortening >= audio_duration(288);
      if (decision.stretch == AudioDecision::Stretch::kShorten && may_shorten) stretch = -288;
      if (decision.stretch == AudioDecision::Stretch::kLengthen) stretch = 288;
      if (stretch != 0) buffer.handle_stretch(stretch);
      note(decision, buffered);
      pcm_samples_ += static_cast<std::int64_t>(decision.samples) + stretch;
    }
    pcm_samples_ -= 480;
  }
  void note(const AudioDecision& decision, Duration buffered) {
    Heard h{.at = now_ + buffered, .delay = {}, .buffer_wait = {}, .sequence = -1};
    switch (decision.action) {
      case AudioDecision::Action::kSilence:
        h.sequence = -2;
        break;
      case AudioDecision::Action::kConceal:
        break;
      case AudioDecision::Action::kDecode:
        h.sequence = number_in(decision.payload);
        break;
      case AudioDecision::Action::kDecodeFec:
        h.sequence = number_in(decision.payload) - 1;
        break;
    }
    if (h.sequence >= 0) {
      const Sent& sent = sent_packets_.at(static_cast<std::size_t>(h.sequence));
      h.delay = h.at - sent.captured_at;
      h.buffer_wait = now_ - sent.arrived_at;
    }
    heard.push_back(h);
  }
  static std::uint8_t byte(std::int64_t value) { return static_cast<std::uint8_t>(value & 0xff); }
  static std::int64_t number_in(const Bytes& payload) {
    return payload.at(2) << 16 | payload.at(3) << 8 | payload.at(4);
  }

  struct Sent {
    Timestamp captured_at;
    Timestamp arrived_at;
  };

  Rng rng_;
  Timestamp now_ = kStart;
  std::int64_t sent_ = 0;
  std::multimap<Timestamp, AudioPacket> in_flight_;
  std::vector<Sent> sent_packets_;
  std::int64_t pcm_samples_ = 0;
};

}  // namespace counterpoint
