// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/circuit_breaker.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/adaptation/measure/tcp_equation.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

/// Td's minimum (RFC 3550, 6.2).
constexpr Duration kMinInterval = 5s;
constexpr Duration kMinRoundTrip = 1ms;
constexpr Duration kMaxRoundTrip = 10s;
constexpr Duration kMaxFrameInterval = 1s;

/// `b` less `a`, less than half the range each way.
int distance(std::uint16_t a, std::uint16_t b) { return static_cast<std::int16_t>(static_cast<std::uint16_t>(b - a)); }

}  // namespace

void CircuitBreaker::handle_departure(const SentPacket& packet) {
  if (!config_.enabled || packet.stream == StreamKind::kAudio) return;
  if (packet.stream == StreamKind::kVideo) sent_sequence_ = static_cast<std::uint16_t>(packet.sequence);
  sent_ += packet.size;
  ++packets_;
  last_sent_at_ = packet.sent_at;
  if (!since_) since_ = packet.sent_at;
  if (!open_ && deadline_ == kNever) {
    deadline_ = packet.sent_at + 3 * std::max(kMinInterval, config_.report_interval);
  }
}

void CircuitBreaker::handle_feedback(const FeedbackReport& report) {
  if (report.round_trip_time) {
    round_trip_time_ = std::clamp(*report.round_trip_time, kMinRoundTrip, kMaxRoundTrip);
  }
  const bool tells_of_video = std::ranges::any_of(report.packets, [](const PacketFeedback& packet) {
    return packet.stream == StreamKind::kVideo && packet.arrived_at.has_value();
  });
  if (tells_of_video && !open_) deadline_ = kNever;
}

void CircuitBreaker::handle_reception(const Reception& reception, Duration frame_interval, Timestamp now) {
  if (!config_.enabled) return;
  if (reception.round_trip_time) {
    round_trip_time_ = std::clamp(*reception.round_trip_time, kMinRoundTrip, kMaxRoundTrip);
  }
  if (reception.stream == StreamKind::kAudio) {
    // Its first report after the opening still tells of the time before.
    recovered_ =
        open_ && now - opened_at_ > 2 * config_.report_interval && reception.fraction_lost <= config_.recovered_loss;
  } else if (!open_ && is_plausible(reception, now)) {
    deadline_ = kNever;
    judge_video(reception, std::clamp<Duration>(frame_interval, 0ns, kMaxFrameInterval), now);
  }
}

// A replayed report is older than the last one, or comes soon after the same; a forged one may speak of packets that
// were never sent.
bool CircuitBreaker::is_plausible(const Reception& reception, Timestamp now) const {
  if (!sent_sequence_ || distance(*sent_sequence_, reception.highest_sequence) > 0) return false;
  if (highest_sequence_ && distance(*highest_sequence_, reception.highest_sequence) < 0) return false;
  return now - judged_at_ >= config_.report_interval / 2;
}

void CircuitBreaker::judge_video(const Reception& reception, Duration frame_interval, Timestamp now) {
  const double loss = std::clamp(reception.fraction_lost, 0.0, 1.0);
  const bool grows = highest_sequence_ != reception.highest_sequence;
  highest_sequence_ = reception.highest_sequence;
  if (packets_ == 0 || now <= *since_) return;
  judged_at_ = now;
  const DataRate rate = sent_ / (now - *since_);
  const DataRate allowed = allowed_rate(loss);
  // A report knows no loss if nothing more has arrived.
  const bool congested = grows && congested_.add(rate > allowed, congestion_reports(frame_interval));
  const bool stalled = stalled_.add(!grows, media_timeout_reports(frame_interval));
  const bool unusable = grows && unusable_.add(loss >= config_.unusable_loss, config_.unusable_reports);
  forget_interval(now);
  if (stalled) {
    open(message("video stopped: none of it arrives"), format_text("for %d reports", stalled_.reports), now);
  } else if (congested) {
    open(message("video stopped: it crowds out all others"),
         format_text("%.0f kbit/s at a loss of %.0f %%, ten times TCP is %.0f kbit/s", rate.kilobits_per_second(),
                     100 * loss, allowed.kilobits_per_second()),
         now);
  } else if (unusable) {
    open(message("video stopped: too much of it is lost for a picture"),
         format_text("%.0f %% lost, for %d reports", 100 * loss, unusable_.reports), now);
  }
}

// This is the simplified equation, s / (R sqrt(2p / 3)), which leaves out time-outs: p here is the share of packets
// lost, far above that of loss events, and the full equation would stop calls that have no more than the TCP
// connections beside them.
DataRate CircuitBreaker::allowed_rate(double loss) const {
  const DataRate tcp = tcp_throughput({.segment = DataSize::bytes(sent_.bytes() / packets_),
                                       .round_trip_time = round_trip_time_,
                                       .retransmission_timeout = 0ms,
                                       .loss = loss});
  return tcp.is_unlimited() ? tcp : tcp * config_.factor;
}

// CB_INTERVAL = ceil(3 min(max(10 Tf, 10 Tr, 3 Tdr), max(15 s, 3 Td)) / (3 Tdr)) of section 4.3.
int CircuitBreaker::congestion_reports(Duration frame_interval) const {
  const Duration observed = std::max({10 * frame_interval, 10 * round_trip_time_, 3 * config_.report_interval});
  const Duration most = 3 * std::max(kMinInterval, config_.report_interval);
  return static_cast<int>(std::ceil(to_seconds(std::min(observed, most)) / to_seconds(config_.report_interval)));
}

// MEDIA_TIMEOUT = ceil(k max(Tf, Tr, Tdr) / Tdr) of section 4.2.
int CircuitBreaker::media_timeout_reports(Duration frame_interval) const {
  const Duration longest = std::max({frame_interval, round_trip_time_, config_.report_interval});
  return static_cast<int>(
      std::ceil(config_.timeout_reports * to_seconds(longest) / to_seconds(config_.report_interval)));
}

void CircuitBreaker::forget_interval(Timestamp now) {
  sent_ = {};
  packets_ = 0;
  since_ = now;
}

void CircuitBreaker::poll(Timestamp now) {
  if (now < deadline_) return;
  if (open_) {
    if (recovered_ || now >= opened_at_ + config_.max_pause) return close(now);
    deadline_ = now + config_.report_interval;
  } else if (now - last_sent_at_ > kMinInterval) {
    deadline_ = kNever;  // Nothing that could be reported.
  } else {
    const Duration waited = 3 * std::max(kMinInterval, config_.report_interval);
    open(message("video stopped: nobody says that it arrives"), format_text("no report for %.0f s", to_seconds(waited)),
         now);
  }
}

void CircuitBreaker::open(Message cause, std::string evidence, Timestamp now) {
  const bool again = closed_at_ && now - *closed_at_ < 2 * pause_;
  pause_ = again ? std::min(2 * pause_, config_.max_pause) : config_.first_pause;
  open_ = true;
  recovered_ = false;
  cause_ = std::move(cause);
  evidence_ = std::move(evidence);
  opened_at_ = now;
  deadline_ = now + pause_;
}

void CircuitBreaker::close(Timestamp now) {
  open_ = false;
  cause_ = message("video is tried again");
  evidence_ = format_text("after %.0f s", to_seconds(now - opened_at_));
  closed_at_ = now;
  deadline_ = kNever;
  congested_ = stalled_ = unusable_ = {};
  forget_interval(now);
  since_.reset();
  highest_sequence_.reset();
}

}  // namespace counterpoint
