// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/audio/audio_pipeline.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace counterpoint {
namespace {

/// A loudspeaker may fill a buffer of its own for so long; what runs out meanwhile does not tell that more is needed.
constexpr Duration kBeginning = 1s;
/// So long without need of all of the reserve, and one block less is tried again.
constexpr Duration kCalmTime = 30s;

/// The louder channel's; `side` is as long as `samples`, or empty.
double loudest(std::span<const float> samples, std::span<const float> side) {
  float level = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    level = std::max(level, std::abs(samples[i]) + (side.empty() ? 0 : std::abs(side[i])));
  }
  return static_cast<double>(std::min(level, 1.0F));
}

AudioPiece split(std::span<const float> pcm, bool stereo) {
  if (!stereo) return {.samples = {pcm.begin(), pcm.end()}, .side = {}};
  AudioPiece audio{.samples = std::vector<float>(pcm.size() / 2), .side = std::vector<float>(pcm.size() / 2)};
  split_channels(pcm, audio.samples, audio.side);
  return audio;
}

void append(AudioPiece& to, const AudioPiece& audio) {
  to.samples.insert(to.samples.end(), audio.samples.begin(), audio.samples.end());
  to.side.insert(to.side.end(), audio.side.begin(), audio.side.end());
}

void remove_front(std::vector<float>& channel, std::size_t count) {
  channel.erase(channel.begin(), channel.begin() + static_cast<std::ptrdiff_t>(std::min(count, channel.size())));
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
      encoder_(config.packets, std::move(encoder)),
      decoder_(std::move(decoder)),
      processor_(std::move(processor)),
      archive_(archive),
      playback_reserve_(config.usual_playback_reserve) {
  session_.with([this](const RtpSession& s) { follow_packet_time(s.adaptation()); });
}

void AudioPipeline::prepare_playback(Timestamp now) {
  if (config_.receive && bridge_.plays_here()) refill_playback(now, 0);
}

void AudioPipeline::run(Timestamp now) {
  send_captured(now);
  if (!bridge_.plays_by_itself()) {
    begun_at_.reset();
  } else if (config_.receive) {
    adapt_reserve(now);
    refill_playback(now, playback_reserve_);
  }
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
    if (muted_.load(std::memory_order_relaxed)) block.samples.fill(0);
    clip_.mix_into(block);
    add_screen_sound(block);
    raise_to(microphone_level_, loudest(block.samples, block.side));
    const std::optional<EncodedAudioFrame> packet = encoder_.push(block);
    if (!packet) continue;
    session_.with([&](RtpSession& session) {
      session.send_audio(*packet, now);
      follow_mode(session);
    });
    session_.wake();
  }
}

void AudioPipeline::follow_mode(const RtpSession& session) {
  const Adaptation& adaptation = session.adaptation();
  encoder_.follow(session.audio_loss(), adaptation.video_pauses() ? DataRate() : adaptation.point().video_rate());
  follow_packet_time(adaptation);
}

void AudioPipeline::follow_packet_time(const Adaptation& adaptation) {
  encoder_.set_packet_time(audio_packet_time(adaptation.point(), adaptation.wire()));
}

void AudioPipeline::set_screen_sound(std::unique_ptr<StereoInput> sound) {
  const std::lock_guard lock(screen_sound_mutex_);
  screen_sound_.swap(sound);
}

void AudioPipeline::add_screen_sound(AudioBlock& block) {
  const std::lock_guard lock(screen_sound_mutex_);
  if (!screen_sound_) return;
  AudioBlock sound;
  screen_sound_->read(sound);
  for (std::size_t i = 0; i < sound.samples.size(); ++i) {
    block.samples[i] += sound.samples[i];
    if (config_.packets.stereo) block.side[i] += sound.side[i];
  }
  limit_channels(block.samples, block.side);
}

void AudioPipeline::adapt_reserve(Timestamp now) {
  const std::size_t left = bridge_.take_least_left();
  const std::uint64_t underruns = bridge_.underruns();
  if (!begun_at_) begun_at_ = now;
  const bool begins = now - *begun_at_ < kBeginning;
  const bool ran_out = underruns > std::exchange(underruns_seen_, underruns) && !begins;
  if (ran_out) {
    playback_reserve_ = std::min(playback_reserve_ + 1, config_.max_playback_reserve);
  } else if (left == 0) {
    playback_reserve_ = std::max(playback_reserve_, config_.usual_playback_reserve);
  }
  // The audio thread came a block too late, or a packet did.
  const bool needed = ran_out || left < playback_reserve_ || begins;
  if (needed) reserve_needed_at_ = now;
  if (playback_reserve_ <= config_.min_playback_reserve || now - reserve_needed_at_ <= kCalmTime) return;
  --playback_reserve_;
  reserve_needed_at_ = now;
}

void AudioPipeline::refill_playback(Timestamp now, std::size_t reserve) {
  // Blocks that were added because audio ran out are not spent on waiting.
  const std::size_t kept = reserve - std::min(reserve, config_.usual_playback_reserve);
  while (bridge_.playback_blocks() <= reserve) {
    // While a block is left, a packet that is late may still come.
    const bool may_wait = bridge_.playback_blocks() > kept;
    if (may_wait && session_.with([&](RtpSession& s) { return s.should_wait_for_audio(now); })) return;
    decode_next(now);
  }
}

void AudioPipeline::decode_next(Timestamp now) {
  const Duration remainder = audio_duration(pending_.samples.size());
  const Duration buffered = audio_duration(bridge_.playback_blocks() * kAudioBlockSamples) + remainder;
  const AudioDecision decision =
      session_.with([&](RtpSession& s) { return s.next_audio(now, buffered + bridge_.output_latency(), remainder); });
  const std::span<float> pcm = std::span(decoded_).first(decision.samples * (config_.receive_stereo ? 2 : 1));
  decode(decision, pcm);
  const AudioPiece audio = split(pcm, config_.receive_stereo);
  raise_to(received_level_, loudest(audio.samples, audio.side));
  switch (decision.stretch) {
    case AudioDecision::Stretch::kNone:
      return append_playback(audio, decision.capture_time);
    case AudioDecision::Stretch::kShorten:
      return append_stretched(scaler_.shorten(audio, decision.forced, decision.max_shortening), decision);
    case AudioDecision::Stretch::kLengthen:
      return append_stretched(scaler_.lengthen(audio, decision.forced), decision);
  }
}

void AudioPipeline::decode(const AudioDecision& decision, std::span<float> pcm) {
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
}

void AudioPipeline::append_stretched(const AudioPiece& audio, const AudioDecision& decision) {
  const auto inserted = static_cast<std::int64_t>(audio.samples.size()) - static_cast<std::int64_t>(decision.samples);
  if (inserted != 0) session_.with([&](RtpSession& s) { s.handle_stretch(inserted); });
  append_playback(audio, decision.capture_time);
}

void AudioPipeline::append_playback(const AudioPiece& audio, std::optional<Duration> capture_time) {
  std::optional<Duration> time = capture_time;
  if (time) *time -= audio_duration(pending_.samples.size());
  append(pending_, audio);
  std::size_t used = 0;
  for (; pending_.samples.size() - used >= kAudioBlockSamples; used += kAudioBlockSamples) {
    AudioBridge::Playback block;
    const auto from = static_cast<std::ptrdiff_t>(used);
    std::copy_n(pending_.samples.begin() + from, kAudioBlockSamples, block.samples.begin());
    if (!pending_.side.empty()) std::copy_n(pending_.side.begin() + from, kAudioBlockSamples, block.side.begin());
    if (time) block.capture_time = *time + audio_duration(used);
    peer_volume_.apply(block.samples, block.side, peer_gain_.load(std::memory_order_relaxed));
    clip_.monitor_into(block.samples, block.side);
    bridge_.give_playback(block);
  }
  remove_front(pending_.samples, used);
  remove_front(pending_.side, used);
}

}  // namespace counterpoint
