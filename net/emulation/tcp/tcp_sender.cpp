// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/tcp/tcp_sender.h"

#include <algorithm>

namespace counterpoint {
namespace {

// Doubling a timeout more often exceeds every max_rto.
constexpr int kMaxBackoff = 16;
// Far from the end of 64 bits, so that a connection never wraps.
constexpr std::uint64_t kMaxData = std::uint64_t{1} << 60;

TcpSender::Config within_bounds(TcpSender::Config config) {
  config.segment_size = std::clamp(config.segment_size, DataSize::bytes(1), DataSize::bytes(TcpSegment::kMaxLength));
  config.receive_window = std::max(config.receive_window, config.segment_size);
  return config;
}

}  // namespace

TcpSender::TcpSender(const Config& config)
    : config_(within_bounds(config)),
      window_(config_.congestion_control, config_.initial_window),
      round_trip_(config_.min_rto) {
  if (config_.congestion_control == TcpCongestionControl::kBbr) bbr_.emplace(config_.initial_window, config_.seed);
}

void TcpSender::write(DataSize more) {
  const auto bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(more.bytes(), 0));
  end_ += std::min(bytes, kMaxData - end_);
}

void TcpSender::write_forever() {
  forever_ = true;
  end_ = kMaxData;
}

void TcpSender::handle_ack(ByteView data, Timestamp now) {
  const std::optional<TcpAcknowledgement> acknowledgement = parse_tcp_acknowledgement(data);
  if (!acknowledgement || acknowledgement->next > next_) return;
  const TcpScoreboard::News news = scoreboard_.acknowledge(*acknowledgement, now);
  if (news.delivered == 0 && !news.advanced && !news.duplicate) return;
  acknowledged_ = scoreboard_.empty() ? next_ : scoreboard_.first();
  counters_.acknowledged = DataSize::bytes(static_cast<std::int64_t>(acknowledged_));
  if (news.advanced) backoff_ = 0;
  sample_round_trip(news, now);
  judge_probe(news);
  const std::int64_t newly_lost = scoreboard_.find_losses(reordering_window(), now);
  follow_state();
  adapt_window(news, newly_lost, now);
  // SACKs of what was sent before the head was last sent show that its answer is still to come.
  const bool head_waits = news.oldest && !scoreboard_.empty() && *news.oldest > now - scoreboard_.first_sent_at();
  if (news.advanced || head_waits) set_timer(now);
}

void TcpSender::sample_round_trip(const TcpScoreboard::News& news, Timestamp now) {
  if (!news.oldest) return;
  round_trip_.sample(*news.oldest);
  window_.sample(*news.latest, acknowledged_, next_, now);
}

// A loss that the probe itself repaired is congestion too (RFC 8985, 7.4).
void TcpSender::judge_probe(const TcpScoreboard::News& news) {
  if (!probe_end_ || acknowledged_ < *probe_end_) return;
  if (!probe_was_new_ && !news.duplicate && state_ == State::kOpen) {
    ++counters_.recoveries;
    window_.enter_recovery();
    window_.leave_recovery();
  }
  probe_end_.reset();
}

void TcpSender::follow_state() {
  if (state_ != State::kOpen && acknowledged_ >= recovery_end_) {
    if (state_ == State::kRecovery) window_.leave_recovery();
    state_ = State::kOpen;
  }
  if (state_ == State::kOpen && scoreboard_.lost() > 0) {
    state_ = State::kRecovery;
    recovery_end_ = next_;
    sent_in_recovery_ = 0;
    ++counters_.recoveries;
    window_.enter_recovery();
  }
}

void TcpSender::adapt_bbr(const TcpScoreboard::News& news, std::int64_t newly_lost, Timestamp now) {
  const std::int64_t in_flight = scoreboard_.in_flight();
  bbr_->acknowledge({.sample = news.rate,
                     .round_trip = news.latest,
                     .segments = news.delivered,
                     .delivered = scoreboard_.delivered(),
                     .lost = newly_lost,
                     .in_flight = in_flight,
                     .in_flight_before = in_flight + news.delivered + newly_lost,
                     .recovering = state_ != State::kOpen},
                    now);
}

void TcpSender::adapt_window(const TcpScoreboard::News& news, std::int64_t newly_lost, Timestamp now) {
  if (bbr_) return adapt_bbr(news, newly_lost, now);
  if (state_ == State::kRecovery) {
    window_.recover(news.delivered, scoreboard_.in_flight(), sent_in_recovery_, news.advanced && newly_lost == 0);
    return;
  }
  const bool in_use = limited_by_window_ || (window_.in_slow_start() && window_.segments() < 2 * max_in_flight_);
  if (in_use && (news.advanced || scoreboard_.reordering_seen())) window_.grow(news.delivered, now);
}

void TcpSender::record_use(bool limited) {
  const std::int64_t in_flight = scoreboard_.in_flight();
  if (acknowledged_ < use_end_ && in_flight <= max_in_flight_ && (limited_by_window_ || !limited)) return;
  limited_by_window_ = limited;
  max_in_flight_ = in_flight;
  use_end_ = next_;
}

Timestamp TcpSender::next_deadline() const {
  return std::min({timeout_at_, probe_at_, scoreboard_.next_loss(), paced_until_});
}

void TcpSender::set_timer(Timestamp now) {
  set_timeout(now);
  if (scoreboard_.empty()) timeout_at_ = kNever;
  if (scoreboard_.empty() || state_ != State::kOpen || scoreboard_.sacked() > 0 || !round_trip_.known()) return;
  timeout_at_ = kNever;
  // The acknowledgement of a single segment may be delayed (RFC 8985, 7.2).
  const Duration extra = scoreboard_.size() == 1 ? config_.min_rto : Duration::zero();
  probe_at_ = now + std::min(2 * round_trip_.smoothed() + extra, timeout());
}

void TcpSender::set_timeout(Timestamp now) {
  timeout_at_ = now + timeout();
  probe_at_ = kNever;
}

Duration TcpSender::timeout() const {
  const Duration first = std::min(round_trip_.timeout(), config_.max_rto);
  return std::min(first * (std::int64_t{1} << std::min(backoff_, kMaxBackoff)), config_.max_rto);
}

// Linux's choice (RFC 8985, 6.2, step 4): no wait until reordering has been seen.
Duration TcpSender::reordering_window() const {
  const bool sure = state_ != State::kOpen || scoreboard_.sacked() >= TcpScoreboard::kDuplicateThreshold;
  if (sure && !scoreboard_.reordering_seen()) return Duration::zero();
  return std::min(round_trip_.least() / 4, round_trip_.smoothed());
}

void TcpSender::time_out(Timestamp now) {
  ++counters_.timeouts;
  const bool again = state_ == State::kRecovery || (state_ == State::kLoss && backoff_ > 0);
  ++backoff_;
  state_ = State::kLoss;
  recovery_end_ = next_;
  probe_end_.reset();
  scoreboard_.lose_all();
  window_.time_out(again);
  if (bbr_) bbr_->time_out();
  set_timer(now);
}

void TcpSender::lose_late_segments(Timestamp now) {
  const std::int64_t found = scoreboard_.find_losses(reordering_window(), now);
  if (found == 0) return;
  const bool was_open = state_ == State::kOpen;
  follow_state();
  if (was_open && state_ == State::kRecovery) {
    window_.recover(1, scoreboard_.in_flight(), sent_in_recovery_, false);
    set_timer(now);
  }
}

std::optional<TcpPacket> TcpSender::probe(Timestamp now) {
  set_timeout(now);
  if (probe_end_) return std::nullopt;
  const std::optional<TcpSegment> fresh = next_new_segment();
  const std::optional<TcpSegment> last = fresh ? std::nullopt : scoreboard_.retransmit_last(now);
  if (!fresh && !last) return std::nullopt;
  const TcpPacket packet = fresh ? send_new(*fresh, now) : send_again(*last, now);
  set_timeout(now);
  probe_was_new_ = fresh.has_value();
  probe_end_ = next_;
  return packet;
}

std::optional<TcpPacket> TcpSender::poll(Timestamp now) {
  if (now >= scoreboard_.next_loss()) lose_late_segments(now);
  if (now >= timeout_at_ && timeout_at_ != kNever) time_out(now);
  if (now >= probe_at_ && probe_at_ != kNever) {
    if (std::optional<TcpPacket> packet = probe(now)) return packet;
  }
  const std::optional<TcpSegment> fresh = next_new_segment();
  if (scoreboard_.empty() && last_sent_at_ && fresh) window_.idle(now - *last_sent_at_, timeout());
  paced_until_ = kNever;
  if (scoreboard_.in_flight() >= congestion_window()) {
    record_use(fresh.has_value() || scoreboard_.lost() > 0);
    return std::nullopt;
  }
  if (now < next_departure_ && (fresh || scoreboard_.lost() > 0)) {
    paced_until_ = next_departure_;
    return std::nullopt;
  }
  if (const std::optional<TcpSegment> lost = scoreboard_.retransmit_lost(now)) return send_again(*lost, now);
  if (fresh) return send_new(*fresh, now);
  record_use(false);
  scoreboard_.note_lack_of_data();
  return std::nullopt;
}

std::optional<TcpSegment> TcpSender::next_new_segment() const {
  const std::uint64_t limit =
      std::min(end_, acknowledged_ + static_cast<std::uint64_t>(config_.receive_window.bytes()));
  const std::uint64_t full = next_ + static_cast<std::uint64_t>(config_.segment_size.bytes());
  // A part of a segment only leaves at the end of all that was written, not where the receive window ends.
  if (next_ >= limit || (full > limit && limit < end_)) return std::nullopt;
  return TcpSegment{.sequence = next_, .length = static_cast<std::uint32_t>(std::min(full, end_) - next_)};
}

TcpPacket TcpSender::send_new(const TcpSegment& segment, Timestamp now) {
  const bool first = scoreboard_.empty();
  scoreboard_.add(segment, now);
  next_ += segment.length;
  if (first || probe_at_ != kNever) set_timer(now);
  return count_sent(segment, now);
}

TcpPacket TcpSender::send_again(const TcpSegment& segment, Timestamp now) {
  ++counters_.retransmissions;
  // The timer is of the head, and it has just left anew.
  if (segment.sequence == acknowledged_) set_timeout(now);
  return count_sent(segment, now);
}

TcpPacket TcpSender::count_sent(const TcpSegment& segment, Timestamp now) {
  ++counters_.segments;
  ++sent_in_recovery_;
  last_sent_at_ = now;
  if (bbr_ && bbr_->pacing_rate()) next_departure_ = now + from_seconds(1 / *bbr_->pacing_rate());
  return make_packet(segment);
}

}  // namespace counterpoint
