// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/synthetic_audio_codec.h"

#include <algorithm>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

/// TOC bytes of hybrid full-band frames, mono (RFC 6716, 3.1): one of 10 ms or 20 ms, and several of 20 ms, whose count
/// follows.
constexpr std::uint8_t kTocOf10Ms = 14U << 3U;
constexpr std::uint8_t kToc = 15U << 3U;
constexpr std::uint8_t kTocOfSeveral = 15U << 3U | 3U;
constexpr std::size_t kFrameSamples = 960;
/// The LBRR flag of the SILK layer (RFC 6716, 4.2.3).
constexpr std::uint8_t kHasCopy = 0x40;
constexpr std::int64_t kMin = 3;
constexpr std::int64_t kMax = 1276;
/// From this loss on, Opus is told to expect loss too.
constexpr double kWorthMending = 0.005;

}  // namespace

Result<Bytes> SyntheticAudioEncoder::encode(std::span<const float> pcm) {
  const std::size_t samples = pcm.size() / channels_;
  const std::int64_t size = std::clamp((rate_ * audio_duration(samples)).bytes(), kMin, kMax);
  Bytes packet(static_cast<std::size_t>(size));
  const std::size_t frames = samples / kFrameSamples;
  packet[0] = frames == 0 ? kTocOf10Ms : kToc;
  std::size_t first_frame = 1;
  if (frames > 1) {
    packet[0] = kTocOfSeveral;
    packet[1] = static_cast<std::uint8_t>(frames);
    first_frame = 2;
  }
  if (expected_loss_ >= kWorthMending) packet[first_frame] = kHasCopy;
  return packet;
}

Result<void> SyntheticAudioDecoder::decode(ByteView packet, std::span<float> pcm) {
  std::ranges::fill(pcm, 0.0F);
  const bool fine = !packet.empty() && (packet[0] == kToc || packet[0] == kTocOf10Ms || packet[0] == kTocOfSeveral);
  if (!fine) return Error{ErrorKind::kMalformed, "the synthetic sound is damaged"};
  return {};
}

Result<void> SyntheticAudioDecoder::decode_fec(ByteView next, std::span<float> pcm) { return decode(next, pcm); }

void SyntheticAudioDecoder::conceal(std::span<float> pcm) { std::ranges::fill(pcm, 0.0F); }

}  // namespace counterpoint
