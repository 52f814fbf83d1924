// SPDX-License-Identifier: GPL-3.0-or-later
// The one audio format inside the program: 48 kHz, float samples, mono or stereo. Stereo is kept as mid and side: the
// left channel is mid + side, the right one mid - side, each in [-1, 1]. Whoever needs one channel reads the mid.
#pragma once

#include <array>
#include <cstddef>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

inline constexpr int kAudioSampleRate = 48'000;

/// Block exchanged with an audio device: 10 ms.
inline constexpr std::size_t kAudioBlockSamples = 480;
inline constexpr Duration kAudioBlockDuration = 10ms;
/// Audio in one packet, unless another duration is agreed upon: 20 ms.
inline constexpr std::size_t kAudioPacketSamples = 960;
inline constexpr Duration kAudioPacketDuration = 20ms;
/// The durations of packets that are sent: Opus has no 30 ms in one frame, nor 50.
inline constexpr std::array<Duration, 4> kAudioPacketDurations = {10ms, 20ms, 40ms, 60ms};

/// Speech is wide-band (up to 8 kHz) at this rate and below where a packet holds more than kAudioPacketDuration: Opus
/// codes it in one frame then, of which the next packet has a copy as a whole (RFC 6716 section 2.1.7). RFC 7587
/// section 3.1.1 has 16 to 20 kbit/s for it; the copy takes the rest, and at 20 libopus narrows the band for it.
inline constexpr DataRate kWideBandRate = DataRate::kilobits_per_second(24);

/// The time that `samples` take.
[[nodiscard]] constexpr Duration audio_duration(std::size_t samples) {
  return Duration(static_cast<Duration::rep>(samples) * 1'000'000'000 / kAudioSampleRate);
}

/// The samples of a whole number of blocks.
[[nodiscard]] constexpr std::size_t audio_samples(Duration duration) {
  return static_cast<std::size_t>(duration / kAudioBlockDuration) * kAudioBlockSamples;
}

/// 10 ms of one channel.
using AudioSamples = std::array<float, kAudioBlockSamples>;

/// 10 ms of audio with the time of its first sample: when it was captured, or when it will be heard.
struct AudioBlock {
  AudioSamples samples{};  ///< The only channel, or the mid.
  AudioSamples side{};     ///< Silence for mono.
  Timestamp at{};
  bool live = false;  ///< True if it is a real microphone's or loudspeaker's.
};

}  // namespace counterpoint
