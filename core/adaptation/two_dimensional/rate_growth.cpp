// SPDX-License-Identifier: GPL-3.0-or-later
// RateStateMachine: how fast the rate grows, the limits that it keeps to, and the estimate that comes of it.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/adaptation/two_dimensional/rate_state_machine.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

/// Frames leave in bursts of a few packets.
constexpr DataSize kMinInFlight = kFullPacket * 4;
/// The window is for this long at least.
constexpr Duration kMinWindowTime = 10ms;
/// Beside headroom, so that low rates can grow as well.
constexpr DataRate kExtraRate = DataRate::kilobits_per_second(50);
/// Rates up to this grow by the parameter slope.
constexpr DataRate kSlopeRate = DataRate::kilobits_per_second(500);
/// TCP grows by one in a round trip.
constexpr DataSize kTcpPacket = DataSize::bytes(1500);
/// The lowest packet rate is one in this time.
constexpr Duration kMinPacketRateGap = 100ms;
/// Factor on the highest video rate.
constexpr double kHeaders = 1.1;
/// The factor on the rate at which frames leave otherwise.
constexpr double kUsualPacing = 1.5;

}  // namespace

void RateStateMachine::handle_sent(const SentPacket& packet, DataSize size) {
  // Audio cannot be repeated, so the first probe is for the first frame.
  if (!has_sent_video_ && packet.stream == StreamKind::kVideo) {
    has_sent_video_ = true;
    begin_probe(packet.sent_at);
  }
  if (!probe_.pacing_rate()) return;
  probe_.handle_sent(packet, size);
  pace();
}

// A probe counts at once, unless something speaks against more.
void RateStateMachine::probe(Duration queue, Timestamp now) {
  const std::optional<DataRate> carried = probe_.take_result(path_.reaction_time(), now);
  const bool is_open = state_ == State::kStart || state_ == State::kFollow;
  if (!is_open || queue > path_.queue.high() || path_.loss.capacity()) return;
  if (carried) set_rate(std::max(rate_, *carried));
  const bool useful = rate_ < max_rate();
  if (state_ == State::kStart && probe_.may_go_on() && useful && queue < path_.queue.low()) begin_probe(now);
}

void RateStateMachine::begin_probe(Timestamp now) {
  probe_.begin(rate_, max_rate(), now);
  pace();
}

void RateStateMachine::grow(Duration queue, Duration step) {
  const double steady = slope() * (careful_for_ > Duration::zero() ? config_.caution : 1);
  const bool clear = queue < path_.queue.low() || state_ == State::kStart;
  const double fast = clear ? growth() * static_cast<double>(rate_.bits_per_second()) : 0;
  grow_by(std::max({steady, fast, slope_beside_tcp()}), step);
  publish(queue < path_.queue.low() ? PathEstimate::Verdict::kHeadroom : PathEstimate::Verdict::kClear,
          state_ == State::kStart ? message("trying how much the path carries")
          : fast > steady         ? message("the path has become faster")
                                  : message("the path has room"),
          format_text("queue %.0f ms", to_milliseconds(queue)), PathEstimate::Tendency::kMore);
}

// Each round trip the rate falls by half the share of marks, and grows on as TCP does as far as marks come without end:
// those of others, to whom the path would be left otherwise.
void RateStateMachine::follow_marks(Duration queue, Duration step) {
  carried_.mark_full(rate_, path_.delivered());
  path_.delivery.mark_full();
  const double round_trips = std::min(1.0, to_seconds(step) / to_seconds(path_.reaction_time()));
  set_rate(rate_ * (1 - config_.mark_decrease * path_.marks.share() * round_trips));
  rate_when_full_ = rate_;
  grow_by(slope_beside_tcp(), step);
  publish(PathEstimate::Verdict::kCongestion, message("a packet was marked"),
          format_text("queue %.0f ms, marks %.1f %%", to_milliseconds(queue), 100 * path_.marks.share()),
          PathEstimate::Tendency::kEither);
}

// The rate grows as far as it is made use of. `slope` is in bit/s^2.
void RateStateMachine::grow_by(double slope, Duration step) {
  const DataRate most = path_.delivered() * config_.headroom + kExtraRate;
  if (rate_ >= most) return;
  const DataRate more = DataRate::bits_per_second(std::llround(slope * to_seconds(step)));
  set_rate(std::min(rate_ + more, most));
}

// A packet more in a round trip, in bit/s^2, so that a share of marks allows what it allows DCTCP.
double RateStateMachine::slope_beside_tcp() const {
  const DataRate packet = kTcpPacket / (path_.round_trip_time + config_.classic_queue);
  return path_.marks.persistence() * static_cast<double>(packet.bits_per_second()) / to_seconds(path_.reaction_time());
}

// 0 to 1: the part of its growth that a rate has. It has all of it while feedback takes up to `feedback_delay`, and
// less in proportion when it takes longer, since what is sent until a queue shows adds to that queue.
double RateStateMachine::share_of_growth(Duration feedback_delay) const {
  return std::min(1.0, to_seconds(feedback_delay) / to_seconds(path_.reaction_time()));
}

// A sender with a higher rate grows more slowly, so that rates come together although each gives way only a little.
double RateStateMachine::slope() const {
  return config_.slope * std::min(1.0, kSlopeRate / rate_) * share_of_growth(config_.rate_window);
}

// In shares of the rate a second, when nothing speaks against it.
double RateStateMachine::growth() const {
  if (state_ == State::kStart) {
    const std::optional<DataRate> carried = path_.queue.noisy() ? std::nullopt : path_.delivery.spread_rate();
    if (carried && rate_ > *carried * config_.nearly) return 0;
    return std::numbers::ln2 / (config_.start_doubling * to_seconds(path_.round_trip_time + path_.queue.lag()));
  }
  // The path has carried that much, or its packet trains show that it can, so twice the delay does no harm.
  const double fast = config_.growth * share_of_growth(2 * config_.rate_window);
  if (carried_.is_above(rate_)) return fast;
  // Jitter moves the packets of frames as well.
  if (path_.queue.noisy()) return 0;
  const std::optional<double> gain = path_.delivery.gain_since_full();
  if (!gain || *gain * config_.nearly <= 1 || careful_for_ > Duration::zero()) return 0;
  return rate_ < rate_when_full_ * (config_.nearly * *gain) ? fast : 0;
}

void RateStateMachine::set_rate(DataRate rate) { rate_ = std::clamp(rate, min_rate(), max_rate()); }

DataRate RateStateMachine::max_rate() const {
  return start_.limits.max_video_rate * kHeaders + audio_rate(start_.wire);
}

// A path that is full carries hardly more than what arrives: where the least rate does not, the estimate says so, and
// video pauses.
DataRate RateStateMachine::floor() const { return std::min(min_rate(), path_.delivered() * (1 / config_.backoff)); }

DataRate RateStateMachine::min_rate() const {
  if (path_.delivery.counts_packets()) return kPacketWeight / kMinPacketRateGap;
  return start_.limits.min_video_rate + audio_rate(start_.wire);
}

void RateStateMachine::pace() {
  const std::optional<DataRate> train = path_.delivery.counts_packets() ? std::nullopt : probe_.pacing_rate();
  estimate_.padding = train.has_value();
  estimate_.pacing_rate = train ? train : pacing_rate();
}

// Frames that are known to arrive faster than usual may leave as fast; nothing: as usual.
std::optional<DataRate> RateStateMachine::pacing_rate() const {
  if (!estimate_.rate || path_.delivery.counts_packets() || state_ == State::kCompete) return std::nullopt;
  // The bursts of frames would be marked, or lost, where there is no queue for them.
  if (path_.marks.is_remembered() || path_.loss.capacity()) return *estimate_.rate * (1 + estimate_.repair_share);
  const DataRate most = *estimate_.rate * config_.pacing;
  if (state_ == State::kStart) return most;
  const std::optional<DataRate> arriving = path_.delivery.train_rate();
  const bool faster = arriving && *arriving > *estimate_.rate * kUsualPacing;
  return faster ? std::optional(std::min(*arriving, most)) : std::nullopt;
}

void RateStateMachine::publish(PathEstimate::Verdict verdict, Message cause, std::string evidence,
                               PathEstimate::Tendency tendency) {
  const bool packets = path_.delivery.counts_packets();
  // Others who fill the queue make it overflow time and again.
  const bool loses = state_ == State::kCompete || path_.loss.random_share() > 0;
  estimate_.temporal_layers =
      start_.wire.loses_video && loses && path_.round_trip_time > config_.slow_repair && !packets;
  estimate_.repair_share = estimate_.temporal_layers && start_.wire.repairs ? config_.repair_share : 0;
  const double share = (state_ == State::kCompete ? config_.backoff : share_) / (1 + estimate_.repair_share);
  estimate_.rate = packets ? path_.delivery.byte_rate() * config_.headroom : std::max(rate_ * share, floor());
  pace();
  estimate_.packet_rate.reset();
  if (packets) estimate_.packet_rate = PacketRate::per_second(rate_ * share_ / (kPacketWeight / 1s));
  // Our own queue empties while little is in flight; that of others stands, and frames would stop until it has gone.
  const Duration own_queue = path_.cross_traffic.is_high() ? Duration::zero() : path_.queue.delay();
  const Duration round_trip = std::max(kMinWindowTime, path_.round_trip_time - own_queue);
  // Frames do not wait for a report that is late, but where losses alone show the capacity: no queue holds bursts back.
  const Duration gap = path_.loss.capacity() ? path_.report_gap : path_.long_report_gap;
  const Duration window_time = round_trip + config_.frame_time + gap;
  estimate_.window = state_ == State::kCompete
                         ? window_.size() + kMinInFlight
                         : std::max(kMinInFlight, std::max(rate_, *estimate_.rate) * window_time + probe_.size());
  estimate_.conclude(verdict, tendency, std::move(cause), std::move(evidence));
}

}  // namespace counterpoint
