// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/opus_codec.h"

#include <opus.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

constexpr DataRate kMinBitRate = DataRate::kilobits_per_second(6);
constexpr DataRate kMaxBitRate = DataRate::kilobits_per_second(510);
constexpr int kMaxComplexity = 10;
/// RFC 6716 section 3.4, R2: one frame has at most 1275 bytes, and a packet of one frame one more.
constexpr std::size_t kMaxPacketSize = 1276;

struct DestroyEncoder {
  void operator()(::OpusEncoder* e) const { opus_encoder_destroy(e); }
};
struct DestroyDecoder {
  void operator()(::OpusDecoder* d) const { opus_decoder_destroy(d); }
};
using EncoderHandle = std::unique_ptr<::OpusEncoder, DestroyEncoder>;
using DecoderHandle = std::unique_ptr<::OpusDecoder, DestroyDecoder>;

/// libopus spends bits on FEC only above a rate that falls as the expected loss grows: at 32 kbit/s the loss must be 10
/// %. Report at least that much when losses are worth repairing. Losses below 0.5 % are left to concealment.
int to_percent(double share) {
  constexpr double kWorthMending = 0.005;
  constexpr double kTurnsFecOn = 0.10;
  if (!(share >= kWorthMending)) return 0;
  return static_cast<int>(std::lround(std::clamp(share, kTurnsFecOn, 1.0) * 100));
}

opus_int32 packet_length(ByteView packet) {
  return static_cast<opus_int32>(std::min<std::size_t>(packet.size(), 1U << 16U));
}

/// At 48 kHz; 0 or less for what is no Opus packet.
int packet_samples(ByteView packet) {
  if (packet.empty()) return 0;
  return opus_packet_get_nb_samples(packet.data(), packet_length(packet), kAudioSampleRate);
}

class OpusAudioEncoder final : public AudioEncoder {
 public:
  OpusAudioEncoder(EncoderHandle encoder, const OpusEncoderConfig& config)
      : encoder_(std::move(encoder)), config_(config) {
    set_channels(1);
  }

  Result<Bytes> encode(std::span<const float> pcm) override {
    const std::span<const float> samples = channels_ < config_.max_channels ? twice(pcm) : pcm;
    const auto duration = static_cast<int>(samples.size()) / config_.max_channels;
    limit_bandwidth(duration);
    Bytes packet(kMaxPacketSize);
    const int size = opus_encode_float(encoder_.get(), samples.data(), duration, packet.data(),
                                       static_cast<opus_int32>(packet.size()));
    if (size < 0) {
      return Error{ErrorKind::kInternal, "the Opus encoder failed: " + std::string(opus_strerror(size))};
    }
    packet.resize(static_cast<std::size_t>(size));
    return packet;
  }

  void set_channels(int channels) override {
    channels_ = std::clamp(channels, 1, config_.max_channels);
    const bool mono = channels_ == 1;
    if (config_.max_channels > 1) opus_encoder_ctl(encoder_.get(), OPUS_SET_FORCE_CHANNELS(channels_));
    // Speech keeps the encoder in the modes that have FEC (RFC 6716 section 2.1.7) even while it hears music.
    opus_encoder_ctl(encoder_.get(), OPUS_SET_SIGNAL(mono ? OPUS_SIGNAL_VOICE : OPUS_SIGNAL_MUSIC));
    opus_encoder_ctl(encoder_.get(), OPUS_SET_INBAND_FEC(mono && config_.forward_error_correction ? 1 : 0));
  }

  void set_rate(DataRate rate) override {
    rate_ = std::clamp(rate, kMinBitRate, kMaxBitRate);
    opus_encoder_ctl(encoder_.get(), OPUS_SET_BITRATE(static_cast<opus_int32>(rate_.bits_per_second())));
  }

  void set_expected_loss(double share) override {
    opus_encoder_ctl(encoder_.get(), OPUS_SET_PACKET_LOSS_PERC(to_percent(share)));
  }

 private:
  /// The encoder codes wide-band speech of up to 60 ms in one frame; a wider band takes several of 20 ms, of which the
  /// next packet copies the last one only (RFC 6716 section 2.1.4).
  void limit_bandwidth(int samples) {
    const bool long_frame = channels_ == 1 && rate_ <= kWideBandRate && samples > static_cast<int>(kAudioPacketSamples);
    const opus_int32 bandwidth = long_frame ? OPUS_BANDWIDTH_WIDEBAND : OPUS_BANDWIDTH_FULLBAND;
    if (std::exchange(max_bandwidth_, bandwidth) == bandwidth) return;
    opus_encoder_ctl(encoder_.get(), OPUS_SET_MAX_BANDWIDTH(bandwidth));
  }

  /// Mono for an encoder of two channels.
  std::span<const float> twice(std::span<const float> pcm) {
    interleaved_.resize(2 * pcm.size());
    for (std::size_t i = 0; i < interleaved_.size(); ++i) interleaved_[i] = pcm[i / 2];
    return interleaved_;
  }

  EncoderHandle encoder_;
  OpusEncoderConfig config_;
  int channels_ = 1;
  DataRate rate_;
  opus_int32 max_bandwidth_ = OPUS_BANDWIDTH_FULLBAND;
  std::vector<float> interleaved_;
};

class OpusAudioDecoder final : public AudioDecoder {
 public:
  OpusAudioDecoder(DecoderHandle decoder, int channels) : decoder_(std::move(decoder)), channels_(channels) {}

  Result<void> decode(ByteView packet, std::span<float> pcm) override { return expand(packet, pcm, false); }

  Result<void> decode_fec(ByteView next, std::span<float> pcm) override { return expand(next, pcm, true); }

  void conceal(std::span<float> pcm) override {
    const int wanted = samples_of(pcm);
    const int samples = opus_decode_float(decoder_.get(), nullptr, 0, pcm.data(), wanted, 0);
    if (samples != wanted) std::fill(pcm.begin(), pcm.end(), 0.0F);
    keep_mono(pcm);
  }

 private:
  /// Those of each channel.
  [[nodiscard]] int samples_of(std::span<const float> pcm) const { return static_cast<int>(pcm.size()) / channels_; }

  Result<void> expand(ByteView packet, std::span<float> pcm, bool fec) {
    // An empty packet would mean "conceal" to the library, and other durations would not fill `pcm`.
    const int duration = packet_samples(packet);
    const int wanted = samples_of(pcm);
    if (duration <= 0 || (!fec && duration != wanted)) {
      return Error{ErrorKind::kMalformed, "an audio packet of " + std::to_string(packet.size()) +
                                              " bytes is no Opus packet of " + std::to_string(wanted) + " samples"};
    }
    const int samples =
        opus_decode_float(decoder_.get(), packet.data(), packet_length(packet), pcm.data(), wanted, fec ? 1 : 0);
    if (samples != wanted) {
      return Error{ErrorKind::kMalformed, "an audio packet is broken: " + std::string(opus_strerror(samples))};
    }
    mono_ = opus_packet_get_nb_channels(packet.data()) == 1;
    keep_mono(pcm);
    return {};
  }

  /// The library guesses what is lost for each channel by itself: a voice would be heard from both sides.
  void keep_mono(std::span<float> pcm) const {
    if (channels_ == 1 || !mono_) return;
    for (std::size_t i = 1; i < pcm.size(); i += 2) pcm[i] = pcm[i - 1];
  }

  DecoderHandle decoder_;
  int channels_;
  bool mono_ = true;  ///< The last packet was.
};

}  // namespace

Duration opus_packet_duration(ByteView packet) {
  return audio_duration(static_cast<std::size_t>(std::max(0, packet_samples(packet))));
}

Result<std::unique_ptr<AudioEncoder>> make_opus_encoder(const OpusEncoderConfig& config) {
  if (config.rate < kMinBitRate || config.rate > kMaxBitRate) {
    return Error{ErrorKind::kInvalidArgument, "the audio rate must be 6 to 510 kbit/s"};
  }
  if (config.complexity < 0 || config.complexity > kMaxComplexity) {
    return Error{ErrorKind::kInvalidArgument, "the Opus complexity must be 0 to 10"};
  }
  if (!(config.expected_loss >= 0 && config.expected_loss <= 1)) {
    return Error{ErrorKind::kInvalidArgument, "the expected loss must be 0 to 1"};
  }
  if (config.max_channels < 1 || config.max_channels > 2) {
    return Error{ErrorKind::kInvalidArgument, "Opus has 1 or 2 channels here"};
  }
  int error = OPUS_OK;
  EncoderHandle handle(opus_encoder_create(kAudioSampleRate, config.max_channels, OPUS_APPLICATION_VOIP, &error));
  if (!handle) {
    return Error{ErrorKind::kInternal, "no Opus encoder can be made: " + std::string(opus_strerror(error))};
  }
  opus_encoder_ctl(handle.get(), OPUS_SET_COMPLEXITY(config.complexity));
  opus_encoder_ctl(handle.get(), OPUS_SET_DTX(config.discontinuous_transmission ? 1 : 0));
  auto encoder = std::make_unique<OpusAudioEncoder>(std::move(handle), config);
  encoder->set_rate(config.rate);
  encoder->set_expected_loss(config.expected_loss);
  return std::unique_ptr<AudioEncoder>(std::move(encoder));
}

Result<std::unique_ptr<AudioDecoder>> make_opus_decoder(int channels) {
  int error = OPUS_OK;
  DecoderHandle handle(opus_decoder_create(kAudioSampleRate, channels, &error));
  if (!handle) {
    return Error{ErrorKind::kInternal, "no Opus decoder can be made: " + std::string(opus_strerror(error))};
  }
  return std::unique_ptr<AudioDecoder>(std::make_unique<OpusAudioDecoder>(std::move(handle), channels));
}

}  // namespace counterpoint
