// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/audio/audio_pipeline.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace counterpoint {
namespace {

/// So long without a gap, and one block less is tried again.
constexpr Duration kCalmTime = 30s;

double loudest(std::span<const float> pcm) {
  float level = 0;
  for (const float sample : pcm) level = std::max(level, std::abs(sample));
  return static_cast<double>(std::min(level, 1.0F));
}

/// Only the audio thread raises; whoever takes the level sets it back. A peak lost between the two is one meter's tick.
void raise_to(std::atomic<double>& level, double value) {
  if (value > level.load(std::memory_order_relaxed)) level.store(value, std::memory_order_relaxed);
}

}  // namespace

AudioPipeline::AudioPipeline(Config config, SharedSession& session, std::unique_ptr<AudioEncoder> encoder,
                             std::unique_ptr<AudioDecoder> decoder, std::unique_ptr<AudioProcessor> processor,
                             CallArchive& archive)
    : config_(config),
      session_(session),
      encoder_(std::move(encoder)),
      decoder_(std::move(decoder)),
      processor_(std::move(processor)),
      archive_(archive),
      packet_(audio_samples(config.packet_time)) {}

void AudioPipeline::run(Timestamp now) {
  send_captured(now);
  if (config_.receive) refill_playback(now);
}

void AudioPipeline::send_captured(Timestamp now) {
  AudioBlock block;
  // Only what waits by now: processing that is too slow for the microphone must not keep the loudspeaker waiting.
  std::size_t waiting = bridge_.captured_blocks();
  while (bridge_.take_played(block)) {
    if (processor_) processor_->play(block);
  }
  for (; waiting > 0 && bridge_.take_captured(block); --waiting) {
    if (!config_.send) continue;
    // Muted, too: the echo has to be known when the microphone is on again.
    if (processor_) processor_->capture(block);
    if (packet_fill_ == 0) packet_start_ = block.at;
    if (muted_.load(std::memory_order_relaxed)) block.samples.fill(0);
    clip_.mix_into(block);
    add_screen_sound(block);
    std::ranges::copy(block.samples, packet_.begin() + static_cast<std::ptrdiff_t>(packet_fill_));
    packet_fill_ += block.samples.size();
    if (packet_fill_ < packet_.size()) continue;
    packet_fill_ = 0;
    raise_to(microphone_level_, loudest(packet_));
    Result<Bytes> encoded = encoder_->encode(packet_);
    // An Opus encoder fails only on settings of ours that it refused before.
    if (!encoded) continue;
    const double loss = session_.with([&](RtpSession& s) {
      s.send_audio({.data = std::move(*encoded), .captured_at = packet_start_}, now);
      return s.audio_loss();
    });
    session_.wake();
    constexpr double kNoticed = 0.005;  // A smaller change is not worth another way of coding.
    if (std::abs(loss - expected_loss_) >= kNoticed) encoder_->set_expected_loss(expected_loss_ = loss);
  }
}

void AudioPipeline::set_screen_sound(std::unique_ptr<AudioInput> sound) {
  const std::lock_guard lock(screen_sound_mutex_);
  screen_sound_.swap(sound);
}

void AudioPipeline::add_screen_sound(AudioBlock& block) {
  const std::lock_guard lock(screen_sound_mutex_);
  if (!screen_sound_) return;
  std::array<float, kAudioBlockSamples> sound{};
  screen_sound_->read(sound);
  for (std::size_t i = 0; i < sound.size(); ++i)
    block.samples[i] = std::clamp(block.samples[i] + sound[i], -1.0F, 1.0F);
}

void AudioPipeline::refill_playback(Timestamp now) {
  const std::size_t least = bridge_.plays_by_itself() ? config_.min_playback_reserve : 0;
  playback_reserve_ = std::max(playback_reserve_, least);
  const std::uint64_t underruns = bridge_.underruns();
  if (underruns > std::exchange(underruns_seen_, underruns)) {
    playback_reserve_ = std::min(playback_reserve_ + 1, config_.max_playback_reserve);
    reserve_changed_at_ = now;
  } else if (playback_reserve_ > least && now - reserve_changed_at_ > kCalmTime) {
    --playback_reserve_;
    reserve_changed_at_ = now;
  }
  while (bridge_.playback_blocks() <= playback_reserve_) decode_next(now);
}

void AudioPipeline::decode_next(Timestamp now) {
  const Duration buffered = audio_duration(bridge_.playback_blocks() * kAudioBlockSamples + pending_.size());
  const AudioDecision decision =
      session_.with([&](RtpSession& s) { return s.next_audio(now, buffered + bridge_.output_latency()); });
  const std::span<float> pcm = std::span(decoded_).first(decision.samples);
  std::ranges::fill(pcm, 0.0F);
  switch (decision.action) {
    case AudioDecision::Action::kSilence:
      break;
    case AudioDecision::Action::kConceal:
      decoder_->conceal(pcm);
      break;
    case AudioDecision::Action::kDecodeFec:
      if (!decoder_->decode_fec(decision.payload, pcm)) decoder_->conceal(pcm);
      break;
    case AudioDecision::Action::kDecode:
      if (!decoder_->decode(decision.payload, pcm)) decoder_->conceal(pcm);
      if (decision.capture_time) archive_.record_audio(decision.payload, *decision.capture_time);
      break;
  }
  raise_to(received_level_, loudest(pcm));
  switch (decision.stretch) {
    case AudioDecision::Stretch::kNone:
      return append_playback(pcm, decision.capture_time);
    case AudioDecision::Stretch::kShorten:
      return append_stretched(scaler_.shorten(pcm, decision.forced), decision);
    case AudioDecision::Stretch::kLengthen:
      return append_stretched(scaler_.lengthen(pcm, decision.forced), decision);
  }
}

void AudioPipeline::append_stretched(std::span<const float> pcm, const AudioDecision& decision) {
  const auto inserted = static_cast<std::int64_t>(pcm.size()) - static_cast<std::int64_t>(decision.samples);
  if (inserted != 0) session_.with([&](RtpSession& s) { s.handle_stretch(inserted); });
  append_playback(pcm, decision.capture_time);
}

void AudioPipeline::append_playback(std::span<const float> pcm, std::optional<Duration> capture_time) {
  std::optional<Duration> time = capture_time;
  if (time) *time -= audio_duration(pending_.size());
  pending_.insert(pending_.end(), pcm.begin(), pcm.end());
  std::size_t used = 0;
  for (; pending_.size() - used >= kAudioBlockSamples; used += kAudioBlockSamples) {
    AudioBridge::Playback block;
    std::copy_n(pending_.begin() + static_cast<std::ptrdiff_t>(used), kAudioBlockSamples, block.samples.begin());
    if (time) block.capture_time = *time + audio_duration(used);
    peer_volume_.apply(block.samples, peer_gain_.load(std::memory_order_relaxed));
    clip_.monitor_into(block.samples);
    bridge_.give_playback(block);
  }
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(used));
}

}  // namespace counterpoint
