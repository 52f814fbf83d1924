// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/call/call_quality.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

/// One thing that may be bad: the higher its value, the worse.
struct Finding {
  QualityCause cause;
  double amount;
  double value;
  double fair;
  double poor;
};

CallQuality quality_of(const Finding& finding, double strictness) {
  if (finding.value >= strictness * finding.poor) return CallQuality::kPoor;
  return finding.value >= strictness * finding.fair ? CallQuality::kFair : CallQuality::kGood;
}

/// Inverse of a rate, so that a higher value is worse.
double scarcity(DataRate rate) {
  const auto bits = static_cast<double>(rate.bits_per_second());
  return bits > 0 ? 1 / bits : std::numeric_limits<double>::infinity();
}

/// Growth of `total` from `before` to `now`; totals of a peer may be corrected downwards.
template <typename Total>
double growth(Total before, Total now) {
  return now > before ? static_cast<double>(now - before) : 0;
}

Duration mouth_to_ear(const SessionStats& stats) {
  const double round_trip =
      stats.audio_remote.round_trip_time > 0 ? stats.audio_remote.round_trip_time : stats.video_remote.round_trip_time;
  // Half of the way there and back, as nobody knows how it is shared out.
  return round_trip > 0 ? from_seconds(round_trip / 2 + stats.audio_in.jitter_buffer_target_delay) : Duration::zero();
}

std::array<Finding, 10> findings(const QualityEvidence& e, const QualityConfig& c) {
  const double delay = to_seconds(e.delay);
  const double rate = e.path_rate ? static_cast<double>(e.path_rate->bits_per_second()) : 0;
  return {{
      {QualityCause::kStalled, e.stalled, e.stalled, c.fair_stalled, c.poor_stalled},
      {QualityCause::kAudioLost, e.audio_lost, e.audio_lost, c.fair_loss, c.poor_loss},
      {QualityCause::kAudioLate, e.audio_late, e.audio_late, c.fair_loss, c.poor_loss},
      {QualityCause::kSentLost, e.loss.to_peer, e.loss.to_peer, c.fair_loss, c.poor_loss},
      {QualityCause::kReceivedLost, e.loss.from_peer, e.loss.from_peer, c.fair_loss, c.poor_loss},
      {QualityCause::kDelay, delay, delay, to_seconds(c.fair_delay), to_seconds(c.poor_delay)},
      {QualityCause::kNoVideo, 0, e.video_stopped ? 1.0 : 0.0, 0.5, 0.5},
      {QualityCause::kPathRate, rate, e.path_rate ? scarcity(*e.path_rate) : 0, scarcity(c.fair_rate),
       scarcity(c.poor_rate)},
      {QualityCause::kFrozen, e.frozen, e.frozen, c.fair_frozen, c.poor_frozen},
      {QualityCause::kCoding, e.coding, e.coding, c.fair_coding, c.poor_coding},
  }};
}

/// `verdict` with what its cause comes to now, or without one that is over.
QualityVerdict updated(const QualityVerdict& verdict, const QualityEvidence& evidence, const QualityConfig& config) {
  for (const Finding& finding : findings(evidence, config)) {
    if (finding.cause == verdict.cause && finding.value > 0) {
      return {.quality = verdict.quality, .cause = verdict.cause, .amount = finding.amount};
    }
  }
  return {.quality = verdict.quality};
}

}  // namespace

double lost_part(const SessionStats& before, const SessionStats& now) {
  const double lost = growth(before.video_in.packets_lost + before.audio_in.packets_lost,
                             now.video_in.packets_lost + now.audio_in.packets_lost);
  const double got = growth(before.video_in.packets_received + before.audio_in.packets_received,
                            now.video_in.packets_received + now.audio_in.packets_received);
  return lost > 0 ? lost / (lost + got) : 0;
}

QualityVerdict judge_quality(const QualityEvidence& evidence, const QualityConfig& config, double strictness) {
  QualityVerdict worst{.quality = CallQuality::kGood};
  for (const Finding& finding : findings(evidence, config)) {
    const CallQuality quality = quality_of(finding, strictness);
    if (quality > worst.quality) worst = {.quality = quality, .cause = finding.cause, .amount = finding.amount};
  }
  return worst;
}

void QualityMeter::add(const SessionStats& stats, Duration at, std::optional<DataRate> path_rate, bool video_stopped) {
  if (peer_is_silent(stats, at)) {
    reports_.clear();
    better_since_.reset();
    clear_since_.reset();
    loss_ = {};
    verdict_ = {CallQuality::kPoor, QualityCause::kPeerSilent, to_seconds(at - heard_at_)};
    return;
  }
  if (verdict_.cause == QualityCause::kPeerSilent) verdict_ = {};
  reports_.push_back({stats, at});
  while (reports_.size() > 2 && at - reports_[1].at >= config_.window) reports_.pop_front();
  if (reports_.size() < 2 || reports_.front().at >= at) return;
  const auto since = [&](std::size_t first) {
    QualityEvidence found = evidence(first);
    found.path_rate = path_rate;
    found.video_stopped = video_stopped;
    return found;
  };
  loss_ = evidence(0).loss;
  const std::size_t before = reports_.size() - 2;
  if (judge_quality(since(before), config_, config_.clear_release).quality >= verdict_.quality) {
    clear_since_.reset();
  } else if (!clear_since_) {
    clear_since_ = reports_[before].at;
  }
  if (!clear_since_ || at - *clear_since_ < config_.clear) return conclude(since(0), at);
  while (reports_.front().at < *clear_since_) reports_.pop_front();
  verdict_ = judge_quality(since(0), config_, config_.clear_release);
  clear_since_.reset();
  better_since_.reset();
}

bool QualityMeter::peer_is_silent(const SessionStats& stats, Duration at) {
  if (std::exchange(packets_heard_, stats.transport.packets_received) != stats.transport.packets_received) {
    const std::uint64_t media = stats.audio_in.packets_received + stats.video_in.packets_received;
    media_flows_ = std::exchange(media_heard_, media) != media;
    heard_at_ = at;
  }
  // A peer that sends neither audio nor video reports every few seconds only.
  return media_flows_ && at - heard_at_ >= config_.silence;
}

QualityEvidence QualityMeter::evidence(std::size_t first) const {
  const SessionStats& before = reports_[first].stats;
  const SessionStats& now = reports_.back().stats;
  const double seconds = to_seconds(reports_.back().at - reports_[first].at);
  constexpr double kAudioClock = 48'000;  // RFC 7587: what Opus counts samples at.
  QualityEvidence found;
  const double gaps =
      growth(before.transport.audio_underruns, now.transport.audio_underruns) * to_seconds(kAudioBlockDuration);
  found.stalled = std::max(gaps, growth(before.transport.total_stall_time, now.transport.total_stall_time)) / seconds;
  const double made_up = growth(before.audio_in.concealed_samples, now.audio_in.concealed_samples) / kAudioClock;
  const double missing = growth(before.audio_in.packets_lost, now.audio_in.packets_lost) * now.audio_in.packet_duration;
  (missing >= made_up / 2 ? found.audio_lost : found.audio_late) = made_up / seconds;
  found.loss = {.to_peer = sent_loss(first), .from_peer = lost_part(before, now)};
  found.delay = mouth_to_ear(now);
  const double frozen = growth(before.video_in.total_freezes_duration, now.video_in.total_freezes_duration);
  // A gap is counted when it ends. One that is longer than the window was a camera that was off.
  found.frozen = frozen > to_seconds(config_.window) ? 0 : std::min(1.0, frozen / seconds);
  found.coding = std::max(growth(before.video_out.total_encode_time, now.video_out.total_encode_time),
                          growth(before.video_in.total_decode_time, now.video_in.total_decode_time)) /
                 seconds;
  return found;
}

double QualityMeter::sent_loss(std::size_t first) const {
  const TransportStats& before = reports_[first].stats.transport;
  const TransportStats& now = reports_.back().stats.transport;
  const double told = growth(before.packets_reported, now.packets_reported);
  if (told > 0) return growth(before.packets_reported_lost, now.packets_reported_lost) / told;
  // A peer that does not report each packet (RFC 8888) tells shares of the streams (RFC 3550): the worse one counts.
  double sum = 0;
  for (std::size_t i = first + 1; i < reports_.size(); ++i) {
    const SessionStats& stats = reports_[i].stats;
    sum += std::max(stats.audio_remote.fraction_lost, stats.video_remote.fraction_lost);
  }
  return sum / static_cast<double>(reports_.size() - first - 1);
}

void QualityMeter::conclude(const QualityEvidence& evidence, Duration now) {
  const QualityVerdict found = judge_quality(evidence, config_);
  const QualityVerdict strict = judge_quality(evidence, config_, config_.release);
  if (found.quality >= verdict_.quality) {
    verdict_ = found;
    better_since_.reset();
  } else if (strict.quality >= verdict_.quality) {
    verdict_ = {.quality = verdict_.quality, .cause = strict.cause, .amount = strict.amount};
    better_since_.reset();
  } else if (now - better_since_.value_or(now) >= config_.calm) {
    verdict_ = strict;
    better_since_.reset();
  } else {
    verdict_ = updated(verdict_, evidence, config_);
    better_since_ = better_since_.value_or(now);
  }
}

}  // namespace counterpoint
