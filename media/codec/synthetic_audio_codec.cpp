// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/synthetic_audio_codec.h"

#include <algorithm>

namespace counterpoint {
namespace {

/// TOC byte of one hybrid full-band frame of 20 ms, mono (configuration 15).
constexpr std::uint8_t kToc = 15U << 3U;
/// The LBRR flag of the SILK layer (RFC 6716, 4.2.3).
constexpr std::uint8_t kHasCopy = 0x40;
constexpr std::int64_t kMin = 3;
constexpr std::int64_t kMax = 1276;
/// From this loss on, Opus is told to expect loss too.
constexpr double kWorthMending = 0.005;

}  // namespace

Result<Bytes> SyntheticAudioEncoder::encode(std::span<const float, kAudioPacketSamples>) {
  const std::int64_t size = std::clamp((rate_ * kAudioPacketDuration).bytes(), kMin, kMax);
  Bytes packet(static_cast<std::size_t>(size));
  packet[0] = kToc;
  if (expected_loss_ >= kWorthMending) packet[1] = kHasCopy;
  return packet;
}

Result<void> SyntheticAudioDecoder::decode(ByteView packet, std::span<float, kAudioPacketSamples> pcm) {
  conceal(pcm);
  if (packet.empty() || packet[0] != kToc) return Error{ErrorKind::kMalformed, "the synthetic sound is damaged"};
  return {};
}

Result<void> SyntheticAudioDecoder::decode_fec(ByteView next, std::span<float, kAudioPacketSamples> pcm) {
  return decode(next, pcm);
}

void SyntheticAudioDecoder::conceal(std::span<float, kAudioPacketSamples> pcm) { std::ranges::fill(pcm, 0.0F); }

}  // namespace counterpoint
