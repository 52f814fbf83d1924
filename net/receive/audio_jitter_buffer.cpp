// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/audio_jitter_buffer.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace counterpoint {
namespace {

/// Packets whose waits are observed: the time in which a stretch shows its effect.
constexpr std::size_t kObservedWaits = 8;
/// Minimum number of observed waits before stretching.
constexpr std::size_t kMinWaits = 4;
/// A packet this far behind belongs to another numbering, when more such packets follow.
constexpr std::int64_t kFarBehindAudio = 500;
constexpr int kFarBehindPackets = 5;
/// The same for packets that are ahead of what the buffer holds: one alone is forged or damaged.
constexpr int kFarAheadPackets = 5;
/// Whoever waits for a long packet conceals so much at a time.
constexpr std::int64_t kConcealmentStep = kAudioPacketSamples;
constexpr std::size_t kHistory = 2048;  // 5 s of packets of 2.5 ms.

/// Less is left: hardly any pitch period is as short.
constexpr Duration kMinSpare = 3ms;

Duration samples_duration(std::int64_t samples) { return rtp_duration(samples, kAudioSampleRate); }

using Blocks = std::chrono::duration<std::int64_t, std::centi>;
static_assert(Blocks(1) == kAudioBlockDuration);

}  // namespace

AudioJitterBuffer::AudioJitterBuffer(const Config& config)
    : config_(config),
      clock_(config.clock),
      delay_(config.delay),
      recent_(config.recent),
      seen_(kHistory, std::numeric_limits<std::int64_t>::min()) {}

void AudioJitterBuffer::insert(AudioPacket packet) {
  ++counters_.received;
  if (packet.payload.empty() || packet.payload.size() > config_.max_payload_bytes) {
    ++counters_.discarded;
    return;
  }
  if (!accept(packet)) return;
  packets_.emplace(packet.sequence, std::move(packet));
  if (audio_of(static_cast<std::int64_t>(packets_.size())) > config_.max_audio) {
    packets_.erase(packets_.begin());
    ++counters_.discarded;
  }
}

/// A payload that is no Opus packet stands for one that was lost.
std::int64_t AudioJitterBuffer::samples_of(const AudioPacket& packet) const {
  const std::int64_t samples = opus_packet_samples(packet.payload);
  return samples > 0 ? samples : packet_samples_;
}

Duration AudioJitterBuffer::audio_of(std::int64_t packets) const { return samples_duration(packets * packet_samples_); }

bool AudioJitterBuffer::accept(const AudioPacket& packet) {
  std::int64_t& seen = seen_[static_cast<std::size_t>(packet.sequence) % kHistory];
  if (seen == packet.sequence) {
    ++counters_.duplicates;
    return false;
  }
  const bool behind = next_sequence_ && packet.sequence < *next_sequence_;
  if (behind && *next_sequence_ - packet.sequence > kFarBehindAudio) {
    if (++far_behind_ < kFarBehindPackets) {
      ++counters_.late;
      return false;
    }
    restart();
    packets_.clear();
  }
  if (next_sequence_ && audio_of(packet.sequence - *next_sequence_) >= config_.max_audio) {
    if (++far_ahead_ < kFarAheadPackets) {
      ++counters_.discarded;
      return false;
    }
    restart();
    packets_.clear();
  }
  far_behind_ = 0;
  far_ahead_ = 0;
  seen = packet.sequence;
  packet_samples_ = samples_of(packet);
  learn_delay(packet);
  if (!next_sequence_ || packet.sequence >= *next_sequence_) return true;
  ++counters_.late;
  return false;
}

void AudioJitterBuffer::learn_delay(const AudioPacket& packet) {
  clock_.handle_packet(packet.timestamp, packet.arrived_at);
  if (delay_.add(clock_.media_time(packet.timestamp), packet.arrived_at)) waits_.clear();
  if (!delay_.outage()) (void)recent_.add(clock_.media_time(packet.timestamp), packet.arrived_at);
  const std::int64_t before = packet.sequence - 1;
  const bool is_missing = next_sequence_ && seen_[static_cast<std::size_t>(before) % kHistory] != before;
  if (config_.wait_for_fec && is_missing && opus_packet_has_fec(packet.payload)) {
    (void)delay_.add(clock_.media_time(packet.timestamp - packet_samples_), packet.arrived_at);
  }
}

void AudioJitterBuffer::restart() {
  ++counters_.resynchronisations;
  next_sequence_.reset();
  waits_.clear();
  debt_ = 0;
  far_behind_ = 0;
  far_ahead_ = 0;
}

bool AudioJitterBuffer::should_wait(Timestamp now) {
  if (!next_sequence_ || !packets_.empty()) return false;
  if (!due_since_) due_since_ = now;
  return true;
}

AudioDecision AudioJitterBuffer::next(Timestamp now, Duration pcm_buffered, Duration remainder) {
  const Duration pcm = std::clamp<Duration>(pcm_buffered, 0ns, 1s);
  pcm_buffered_ = next_sequence_ ? pcm_buffered_ + (pcm - pcm_buffered_) / 16 : pcm;
  remainder_ = std::clamp<Duration>(remainder, 0ns, kAudioBlockDuration);
  const Timestamp due = std::exchange(due_since_, std::nullopt).value_or(now);
  if (!next_sequence_) return start(now);
  if (packets_.empty()) return underrun();
  settle_debt();
  const AudioPacket& head = packets_.begin()->second;
  if (audio_of(head.sequence - *next_sequence_) > config_.max_gap) {
    restart();
    return start(now);
  }
  if (wait_of(head.timestamp, now) > target_wait() + config_.skip_threshold) skip_to_target(now);
  return packets_.begin()->first == *next_sequence_ ? play(due) : replace_missing(due);
}

AudioDecision AudioJitterBuffer::start(Timestamp now) {
  // The player asks block by block, and the first packet waits as all others may.
  const AudioDecision silence{.samples = kAudioBlockSamples};
  if (packets_.empty()) return silence;
  skip_to_target(now);
  const AudioPacket& head = packets_.begin()->second;
  if (wait_of(head.timestamp, now) < target_wait() - config_.lengthen_band) return silence;
  next_sequence_ = head.sequence;
  next_timestamp_ = head.timestamp;
  return play(now);
}

void AudioJitterBuffer::skip_to_target(Timestamp now) {
  const std::size_t before = packets_.size();
  while (packets_.size() >= 2 && wait_of(std::next(packets_.begin())->second.timestamp, now) >= target_wait()) {
    packets_.erase(packets_.begin());
  }
  counters_.discarded += before - packets_.size();
  if (packets_.size() == before || !next_sequence_) return;
  ++counters_.resynchronisations;
  next_sequence_ = packets_.begin()->first;
  next_timestamp_ = packets_.begin()->second.timestamp;
  waits_.clear();
}

void AudioJitterBuffer::settle_debt() {
  // The time of packets that were lost has passed in concealment already; the rest of it is delay that the path has
  // got.
  const std::int64_t missing = packets_.begin()->first - *next_sequence_;
  const std::int64_t paid = std::min(debt_ / packet_samples_, missing);
  *next_sequence_ += paid;
  next_timestamp_ += paid * packet_samples_;
  shift_waits(-samples_duration(paid * packet_samples_));
  debt_ = paid < missing ? debt_ - paid * packet_samples_ : 0;
}

AudioDecision AudioJitterBuffer::play(Timestamp now) {
  AudioPacket& head = packets_.begin()->second;
  const Duration wait = wait_of(head.timestamp, now);
  const std::int64_t samples = samples_of(head);
  const bool sender_was_silent = std::abs(head.timestamp - next_timestamp_) > samples / 2;
  if (sender_was_silent && wait < target_wait() && now - head.arrived_at < target_wait()) return {};
  AudioDecision decision{.action = AudioDecision::Action::kDecode,
                         .payload = std::move(head.payload),
                         .samples = static_cast<std::size_t>(samples),
                         .capture_time = capture_time(head.timestamp)};
  next_sequence_ = head.sequence + 1;
  next_timestamp_ = head.timestamp + samples;
  packets_.erase(packets_.begin());
  concealed_ = 0;
  ++counters_.decoded;
  record_wait(wait);
  advise_stretch(decision);
  return decision;
}

AudioDecision AudioJitterBuffer::replace_missing(Timestamp now) {
  const AudioPacket& head = packets_.begin()->second;
  const bool from_fec = head.sequence == *next_sequence_ + 1 && opus_packet_has_fec(head.payload);
  // The beginning of it has been concealed while nothing was there.
  shift_waits(-samples_duration(debt_));
  const std::int64_t from = next_timestamp_ + debt_;
  const std::int64_t samples = packet_samples_ - std::exchange(debt_, 0);
  AudioDecision decision;
  if (from_fec) {
    decision.action = AudioDecision::Action::kDecodeFec;
    decision.payload = head.payload;
    decision.samples = static_cast<std::size_t>(samples);
    // A packet has a copy of the frame before it, which is the last one of several; the others are concealed.
    const std::int64_t guessed = samples - std::min(samples, opus_frame_samples(head.payload));
    counters_.concealed_events += guessed > 0 && concealed_ == 0 ? 1 : 0;
    counters_.concealed_samples += static_cast<std::uint64_t>(guessed);
    concealed_ = 0;
    ++counters_.fec_decoded;
  } else {
    decision = conceal(samples);
  }
  decision.capture_time = capture_time(from);
  record_wait(wait_of(from, now));
  ++*next_sequence_;
  next_timestamp_ += packet_samples_;
  if (from_fec) advise_stretch(decision);
  return decision;
}

AudioDecision AudioJitterBuffer::underrun() {
  // A long packet that is only late is played soon after it has come.
  const std::int64_t samples = std::min(packet_samples_, kConcealmentStep);
  AudioDecision decision = conceal(samples);
  shift_waits(samples_duration(samples));
  debt_ += samples;
  if (samples_duration(debt_) > config_.max_gap) restart();
  return decision;
}

AudioDecision AudioJitterBuffer::conceal(std::int64_t samples) {
  if (concealed_ == 0) ++counters_.concealed_events;
  concealed_ += samples;
  counters_.concealed_samples += static_cast<std::uint64_t>(samples);
  const bool guess = samples_duration(concealed_) <= config_.max_concealment;
  AudioDecision decision;
  decision.samples = static_cast<std::size_t>(samples);
  decision.action = guess ? AudioDecision::Action::kConceal : AudioDecision::Action::kSilence;
  return decision;
}

void AudioJitterBuffer::advise_stretch(AudioDecision& decision) {
  since_stretch_ += samples_duration(static_cast<std::int64_t>(decision.samples));
  if (waits_.size() < kMinWaits) return;
  const Duration excess = *std::min_element(waits_.begin(), waits_.end()) - target_wait();
  const bool forced = std::chrono::abs(excess) > config_.forced_threshold;
  const bool urgent = forced || excess < -config_.urgent_threshold;
  if (!urgent && since_stretch_ < config_.calm_stretch_interval) return;
  // Well above where audio is lengthened, so that it is not taken out only to be put back.
  const bool is_enough = excess > -config_.lengthen_band / 2;
  const bool may_shorten = is_enough && (forced || growth() < config_.growth_threshold);
  // No packet is needed earlier for lack of the remainder, and for lack of more they are needed whole blocks earlier.
  const Duration spare = remainder_ + std::chrono::floor<Blocks>(excess + config_.lengthen_band);
  if (may_shorten && spare >= kMinSpare) {
    decision.stretch = AudioDecision::Stretch::kShorten;
    decision.max_shortening = spare;
  } else if (excess < -config_.lengthen_band) {
    decision.stretch = AudioDecision::Stretch::kLengthen;
  } else {
    return;
  }
  decision.forced = forced;
  since_stretch_ = {};
}

void AudioJitterBuffer::record_wait(Duration wait) {
  waits_.push_back(wait);
  if (waits_.size() > kObservedWaits) waits_.pop_front();
}

void AudioJitterBuffer::shift_waits(Duration by) {
  for (Duration& wait : waits_) wait += by;
}

void AudioJitterBuffer::handle_stretch(std::int64_t samples) {
  (samples > 0 ? counters_.samples_inserted : counters_.samples_removed) +=
      static_cast<std::uint64_t>(std::abs(samples));
  // Packets are needed whole blocks of the player earlier or later.
  remainder_ += rtp_duration(samples, kAudioSampleRate);
  shift_waits(std::chrono::floor<Blocks>(remainder_));
}

void AudioJitterBuffer::handle_sender_report(std::uint64_t ntp, std::uint32_t rtp_timestamp) {
  clock_.handle_sender_report(ntp, rtp_timestamp);
}

std::optional<Duration> AudioJitterBuffer::capture_time(std::int64_t timestamp) const {
  if (!clock_.synchronised()) return std::nullopt;
  return clock_.capture_time(timestamp);
}

Duration AudioJitterBuffer::wait_of(std::int64_t timestamp, Timestamp now) const {
  return now.time_since_epoch() - clock_.media_time(timestamp) - delay_.base();
}

Duration AudioJitterBuffer::growth() const { return std::max<Duration>(0ns, recent_.base() - delay_.base()); }

Duration AudioJitterBuffer::own_target() const {
  const Duration least = delay_.settled() ? config_.min_wait : std::max(config_.min_wait, config_.initial_wait);
  const auto part = static_cast<Duration::rep>(config_.growth_ahead * static_cast<double>(growth().count()));
  const Duration ahead = std::min(Duration(part), config_.max_ahead);
  const Duration recent = recent_.base() - delay_.base() + recent_.jitter() + ahead;
  const Duration jitter = std::max(delay_.jitter(), std::min(recent, config_.delay.max_jitter));
  return std::max(least, jitter + std::min(jitter, config_.max_margin) + config_.lengthen_band);
}

Duration AudioJitterBuffer::target_wait() const {
  const Duration own = own_target();
  const Duration asked =
      minimum_media_delay_ == Duration::min() ? own : minimum_media_delay_ - pcm_buffered_ - delay_.base();
  return std::max(own, std::min(asked, own + config_.max_added_delay));
}

Duration AudioJitterBuffer::needed_delay() const {
  return own_target() + pcm_buffered_ + delay_.base() - clock_.offset();
}

Duration AudioJitterBuffer::current_delay() const {
  if (waits_.empty()) return needed_delay();
  const Duration sum = std::accumulate(waits_.begin(), waits_.end(), Duration::zero());
  return sum / static_cast<std::int64_t>(waits_.size()) + pcm_buffered_ + delay_.base() - clock_.offset();
}

void AudioJitterBuffer::set_minimum_delay(Duration delay) { minimum_media_delay_ = delay + clock_.offset(); }

}  // namespace counterpoint
