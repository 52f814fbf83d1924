// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/audio/packet_encoder.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace counterpoint {

PacketEncoder::PacketEncoder(const Config& config, std::unique_ptr<AudioEncoder> encoder)
    : config_(config), encoder_(std::move(encoder)), stereo_rate_(config.rate), rate_(config.rate.mono) {}

std::optional<EncodedAudioFrame> PacketEncoder::push(const AudioBlock& block) {
  if (fill_ == 0) {
    start_ = block.at;
    packet_.samples.resize(audio_samples(packet_time_));
    packet_.side.resize(packet_.samples.size());
  }
  std::ranges::copy(block.samples, packet_.samples.begin() + static_cast<std::ptrdiff_t>(fill_));
  std::ranges::copy(block.side, packet_.side.begin() + static_cast<std::ptrdiff_t>(fill_));
  fill_ += block.samples.size();
  if (fill_ < packet_.samples.size()) return std::nullopt;
  fill_ = 0;
  Result<Bytes> encoded = encode();
  // An Opus encoder fails only on settings of ours that it refused before.
  if (!encoded) return std::nullopt;
  return EncodedAudioFrame{.data = std::move(*encoded), .captured_at = start_};
}

void PacketEncoder::follow(double loss, DataRate video) {
  video_rate_ = video;
  constexpr double kNoticed = 0.005;  // A smaller change is not worth another way of coding.
  if (std::abs(loss - expected_loss_) >= kNoticed) encoder_->set_expected_loss(expected_loss_ = loss);
}

Result<Bytes> PacketEncoder::encode() {
  const bool may_be_stereo = config_.stereo && !is_mono(packet_.side);
  const std::optional<DataRate> stereo = may_be_stereo ? stereo_rate_.next(video_rate_) : std::nullopt;
  if (config_.stereo) encoder_->set_channels(stereo ? 2 : 1);
  const DataRate rate = stereo.value_or(mono_rate());
  if (std::exchange(rate_, rate) != rate) encoder_->set_rate(rate);
  if (!stereo) return encoder_->encode(packet_.samples);
  interleaved_.resize(2 * packet_.samples.size());
  join_channels(packet_.samples, packet_.side, interleaved_);
  return encoder_->encode(interleaved_);
}

DataRate PacketEncoder::mono_rate() const {
  const bool is_longer = packet_.samples.size() > audio_samples(std::max(config_.packet_time, kAudioPacketDuration));
  return is_longer ? std::min(config_.rate.mono, kWideBandRate) : config_.rate.mono;
}

}  // namespace counterpoint
