// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/ports/audio_codec.h"

namespace counterpoint {

/// An audio encoder without audio, whose rate is exact: for experiments in virtual time, where Opus would take most of
/// it. Its packets look like Opus's (RFC 6716, 3.1): when it expects loss, as if the copy of the packet before were in
/// them.
class SyntheticAudioEncoder final : public AudioEncoder {
 public:
  /// `rate`: 6 to 510 kbit/s, as for Opus.
  explicit SyntheticAudioEncoder(DataRate rate) : rate_(rate) {}

  [[nodiscard]] Result<Bytes> encode(std::span<const float> pcm) override;
  void set_channels(int channels) override { channels_ = static_cast<std::size_t>(channels); }
  void set_rate(DataRate rate) override { rate_ = rate; }
  void set_expected_loss(double share) override { expected_loss_ = share; }

 private:
  std::size_t channels_ = 1;
  DataRate rate_;
  double expected_loss_ = 0.05;  ///< Opus's initial value.
};

/// Its decoder: silence.
class SyntheticAudioDecoder final : public AudioDecoder {
 public:
  [[nodiscard]] Result<void> decode(ByteView packet, std::span<float> pcm) override;
  [[nodiscard]] Result<void> decode_fec(ByteView next, std::span<float> pcm) override;
  void conceal(std::span<float> pcm) override;
};

}  // namespace counterpoint
