// SPDX-License-Identifier: GPL-3.0-or-later
// Opus (RFC 6716) for speech, and for music in stereo: 48 kHz. Both directions are deterministic: the same input gives
// the same output whatever the machine is doing.
#pragma once

#include <memory>

#include "core/base/result.h"
#include "core/ports/audio_codec.h"

namespace counterpoint {

struct OpusEncoderConfig {
  /// 6 to 510 kbit/s. 32: full-band speech, with enough left over for the FEC of the packet before. Up to
  /// kWideBandRate, packets of 40 and 60 ms are wide-band.
  DataRate rate = DataRate::kilobits_per_second(32);
  /// 0 to 10. 5: coding and decoding take 0.7 % of a core, against 1.2 % with 10 (docs/decisions/0003), and the signal
  /// analysis that comes with more only chooses between speech and music, which is settled here.
  int complexity = 5;
  /// Carries a coarse copy of each packet in the next one, so that a single loss does not cost a round trip.
  bool forward_error_correction = true;
  /// 0 to 1: how much of the rate the FEC takes. Above 0 at the start, since the first loss comes before its report.
  double expected_loss = 0.05;
  /// Sends next to nothing in silence. Off: estimators read the path's delay from a steady stream of audio packets.
  bool discontinuous_transmission = false;
  /// 1 or 2: the most that set_channels() takes. Two channels are coded as music and without FEC, which only the modes
  /// for speech have: these keep left and right apart by less.
  int max_channels = 1;
};

/// kInvalidArgument when the configuration is out of range. set_rate() and set_expected_loss() clamp to the ranges
/// above.
[[nodiscard]] Result<std::unique_ptr<AudioEncoder>> make_opus_encoder(const OpusEncoderConfig& config = {});

/// decode() gives kMalformed for what is no Opus packet of the duration of `pcm`, and conceals it there. `channels`, 1
/// or 2, is what comes out: packets of the other kind are mixed, or the same in both.
[[nodiscard]] Result<std::unique_ptr<AudioDecoder>> make_opus_decoder(int channels = 1);

/// Delay of the decoded output behind the input, in samples (RFC 7845 section 4.2, "pre-skip").
inline constexpr std::size_t kOpusPreSkipSamples = 312;

/// The duration of a packet, up to 120 ms; zero for what is no Opus packet.
[[nodiscard]] Duration opus_packet_duration(ByteView packet);

}  // namespace counterpoint
