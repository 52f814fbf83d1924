// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/synthetic_audio_codec.h"

#include <algorithm>
#include <array>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

/// TOC bytes, mono (RFC 6716, 3.1): a hybrid full-band frame of 10 ms or 20 ms, several of 20 ms, whose count follows,
/// and a wide-band one of 40 ms or 60 ms.
constexpr std::uint8_t kTocOf10Ms = 14U << 3U;
constexpr std::uint8_t kTocOf20Ms = 15U << 3U;
constexpr std::uint8_t kTocOfSeveral = 15U << 3U | 3U;
constexpr std::uint8_t kTocOf40Ms = 10U << 3U;
constexpr std::uint8_t kTocOf60Ms = 11U << 3U;
constexpr std::array kTocs = {kTocOf10Ms, kTocOf20Ms, kTocOfSeveral, kTocOf40Ms, kTocOf60Ms};
/// A packet that is no longer has a frame for itself.
constexpr std::size_t kFullBandSamples = 960;
/// The SILK layer begins with a flag of voice activity for each 20 ms and the LBRR flag (RFC 6716, 4.2.3).
constexpr unsigned kFirstFlag = 0x80;
constexpr std::int64_t kMin = 3;
constexpr std::int64_t kMax = 1276;
/// From this loss on, Opus is told to expect loss too.
constexpr double kWorthMending = 0.005;

}  // namespace

Result<Bytes> SyntheticAudioEncoder::encode(std::span<const float> pcm) {
  const std::size_t samples = pcm.size() / channels_;
  const std::int64_t size = std::clamp((rate_ * audio_duration(samples)).bytes(), kMin, kMax);
  Bytes packet(static_cast<std::size_t>(size));
  const bool copies = expected_loss_ >= kWorthMending;
  const std::size_t count = std::max<std::size_t>(1, samples / kFullBandSamples);
  if (count > 1 && rate_ > kWideBandRate) {
    packet[0] = kTocOfSeveral;
    packet[1] = static_cast<std::uint8_t>(count);
    if (copies) packet[2] = kFirstFlag >> 1U;
    return packet;
  }
  packet[0] = samples < kFullBandSamples ? kTocOf10Ms : count == 1 ? kTocOf20Ms : count == 2 ? kTocOf40Ms : kTocOf60Ms;
  if (copies) packet[1] = static_cast<std::uint8_t>(kFirstFlag >> count);
  return packet;
}

Result<void> SyntheticAudioDecoder::decode(ByteView packet, std::span<float> pcm) {
  std::ranges::fill(pcm, 0.0F);
  const bool fine = !packet.empty() && std::ranges::count(kTocs, packet[0]) > 0;
  if (!fine) return Error{ErrorKind::kMalformed, "the synthetic sound is damaged"};
  return {};
}

Result<void> SyntheticAudioDecoder::decode_fec(ByteView next, std::span<float> pcm) { return decode(next, pcm); }

void SyntheticAudioDecoder::conceal(std::span<float> pcm) { std::ranges::fill(pcm, 0.0F); }

}  // namespace counterpoint
