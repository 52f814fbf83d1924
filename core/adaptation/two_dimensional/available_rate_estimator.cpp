// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/available_rate_estimator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr std::array kParameters = {
    Parameter{"queue_low", "ms", 0, 100, 4, "below this there is no queue, and more is tried"},
    Parameter{"queue_high", "ms", 5, 500, 13, "above this the path is full: the rate falls, and the queue is drained"},
    Parameter{"backoff", "", 0.5, 1, 0.95, "factor on what arrives when the path is full"},
    Parameter{"drain_time", "ms", 50, 5000, 200, "in which a queue is to be drained"},
    Parameter{"least_share", "", 0.05, 1, 0.1, "of the rate, while a queue is drained"},
    Parameter{"slope", "kbit/s^2", 1, 1000, 55,
              "by which a rate of 1 Mbit/s grows without a queue; lower rates grow faster"},
    Parameter{"start_doubling", "round trips", 0.5, 10, 1.5, "in which the rate doubles at the start"},
    Parameter{"growth", "1/s", 0.01, 5, 1.5, "by which a rate grows when the path has become faster"},
    Parameter{"headroom", "", 1.05, 4, 1.6, "the most that the rate exceeds what arrives"},
    Parameter{"compete_after", "ms", 50, 10000, 300,
              "of queue that should have gone, since we gave way, or has been others'"},
    Parameter{"compete_decrease", "", 0.3, 0.95, 0.6, "factor on the window at a loss while competing"},
    Parameter{"loss_limit", "", 0.01, 0.5, 0.1, "share of lost packets from which on loss alone lowers the rate"},
    Parameter{"feedback_timeout", "ms", 100, 5000, 500, "of silence, beside two round trips, that lowers the rate"},
};

constexpr Duration kRateWindow = 300ms;
constexpr Duration kShortRateWindow = 100ms;
constexpr Duration kMaxStep = 250ms;
/// By which the slope grows with each second that a path stays clear for longer than usual.
constexpr double kAcceleration = 4;
/// Whose slope is the parameter's.
constexpr DataRate kSlopeRate = DataRate::kilobits_per_second(1000);
/// Of the mean rate of arrival: with less in the short window the path has become slower.
constexpr double kMuchLess = 0.8;
/// Of a rate: with less, we had not given way enough for a queue of ours to fall.
constexpr double kHardlyLessRate = 0.97;
/// By chance, the path may lose so much more than it did.
constexpr double kSomeMore = 1.4;
constexpr double kMaxLoss = 0.5;
/// What a packet weighs where packets are counted; any size would do.
constexpr DataSize kPacketWeight = DataSize::bytes(1000);
/// After that a path that counts packets is asked again: small packets of their own show whether it still does.
constexpr Duration kPacketsFor = 20s;
/// A queue that a single frame may make for a moment.
constexpr Duration kFrameQueue = 15ms;
/// A queue below it is not worth fighting for.
constexpr Duration kMinContest = 40ms;
/// Below it a queue may have come and gone before what is arriving now.
constexpr Duration kMinStanding = 20ms;
/// Of what arrived when the path was full: with less arriving from a queue that stands, it is others'; with more, ours.
constexpr double kCrossTrafficShare = 0.7;
constexpr double kOwnQueueShare = 0.85;
/// While competing, so often, but not in fewer round trips, it is looked whether others are still there: a round trip
/// and some without most of the video.
constexpr Duration kCheckEach = 15s;
constexpr int kCheckRoundTrips = 40;
/// Of queue that should have gone, if it is ours, begins to show whether it is: then it falls at nearly its full speed,
/// by more than half, which is what others who give way just then would take away.
constexpr Duration kCheckedFall = 100ms;
constexpr double kOwnFall = 0.9;
/// Of a window, beyond two round trips of the most video: audio, and what leaves in bursts.
constexpr DataSize kMaxBeyond = DataSize::bytes(20'000);
constexpr Duration kMuchNoise = 2500us;
/// In which a path with jitter is looked at.
constexpr Duration kCalmWindow = 250ms;
constexpr Duration kNoiseKnownAfter = 1500ms;
constexpr Duration kNoiseSurelyKnownAfter = 4s;
/// What leaves in bursts without standing in a queue for long: a frame's share of a second at any rate.
constexpr Duration kBurstAllowance = 20ms;

}  // namespace

AvailableRateEstimator::Tuning::Tuning(const ParameterValues& values) {
  const auto of = [&values](std::string_view name) { return value_of(kParameters, values, name); };
  queue_low = from_milliseconds(of("queue_low"));
  queue_high = from_milliseconds(of("queue_high"));
  drain_time = from_milliseconds(of("drain_time"));
  compete_after = from_milliseconds(of("compete_after"));
  feedback_timeout = from_milliseconds(of("feedback_timeout"));
  backoff = of("backoff");
  min_share = of("least_share");
  slope = of("slope") * 1000;
  start_doubling = of("start_doubling");
  growth = of("growth");
  headroom = of("headroom");
  compete_decrease = of("compete_decrease");
  loss_limit = of("loss_limit");
}

AvailableRateEstimator::AvailableRateEstimator(const AdaptationContext& start, const ParameterValues& values)
    : start_(start),
      tuning_(values),
      quick_queueing_({.percentile = 0}),
      calm_queueing_({.window = kCalmWindow, .percentile = 0.2}),
      last_delays_({.window = 20ms, .percentile = 0}),
      bytes_{SlidingWindowRate(kRateWindow), SlidingWindowRate(kShortRateWindow)},
      packets_{SlidingWindowRate(kRateWindow), SlidingWindowRate(kShortRateWindow)},
      service_time_({}),
      trains_({}),
      updated_at_(start.now),
      window_(tuning_.compete_decrease),
      path_loss_(tuning_.loss_limit) {
  set_rate(plane_position(start.point, start.wire).bit_rate);
}

void AvailableRateEstimator::handle_sent(const SentPacket& packet) {
  sent_at_ = packet.sent_at;
  if (silence_at_ == kNever) silence_at_ = packet.sent_at + 1s;
}

void AvailableRateEstimator::handle_feedback(const FeedbackReport& report) {
  if (report.round_trip_time) round_trip_time_ = std::clamp<Duration>(*report.round_trip_time, 1ms, 5s);
  record_packets(report);
  const Timestamp now = report.received_at;
  heard_at_ = now;
  choose_dimension(now);
  silence_at_ = now + std::max(tuning_.feedback_timeout, 2 * round_trip_time_);
  if (!queueing().now()) return;
  const Duration step = std::clamp<Duration>(now - updated_at_, 0ns, kMaxStep);
  report_gap_ += (step - report_gap_) / 8;
  updated_at_ = now;
  switch (phase_) {
    case Phase::kStart:
    case Phase::kFollow:
      follow(queue(), step, now);
      break;
    case Phase::kDrain:
      drain(queue(), step, now);
      break;
    case Phase::kCompete:
      compete(queue(), now);
  }
  acknowledged_ = DataSize();
  lost_ = false;
}

bool AvailableRateEstimator::noisy() const { return quick_queueing_.noise() > kMuchNoise; }

Duration AvailableRateEstimator::lag() const { return noisy() ? kCalmWindow : Duration::zero(); }

const QueueingDelay& AvailableRateEstimator::queueing() const { return noisy() ? calm_queueing_ : quick_queueing_; }

// What the frames of others and our own make of the last few packets' delays is left out.
Duration AvailableRateEstimator::queue() const {
  const Duration calm = queueing().now().value_or(Duration::zero());
  if (noisy()) return calm;
  return std::max(calm, last_delays_.level() - quick_queueing_.base() - kFrameQueue);
}

void AvailableRateEstimator::record_packets(const FeedbackReport& report) {
  for (const PacketFeedback& packet : report.packets) {
    const DataSize size = packet.size + start_.wire.datagram_overhead;
    if (packet.arrived_at) {
      bytes_.add(size, *packet.arrived_at);
      const bool same_datagram = packet.sent_at == last_sent_at_ && packet.arrived_at == last_arrived_at_;
      if (!same_datagram) packets_.add(kPacketWeight, *packet.arrived_at);
      last_sent_at_ = packet.sent_at;
      last_arrived_at_ = *packet.arrived_at;
      quick_queueing_.add(*packet.arrived_at - packet.sent_at, *packet.arrived_at);
      calm_queueing_.add(*packet.arrived_at - packet.sent_at, *packet.arrived_at);
      last_delays_.add(*packet.arrived_at - packet.sent_at, *packet.arrived_at);
      const bool knows_noise = report.received_at - start_.now > kNoiseKnownAfter;
      // A queue that is always full looks like noise; who has the least rate already has to know why.
      const bool squeezed = phase_ == Phase::kCompete && rate_ < min_rate() * 1.3;
      if (knows_noise && (squeezed || quick_queueing_.noise() < kMuchNoise / 2))
        service_time_.add(packet, quick_queueing_.base());
      trains_.add(packet);
      acknowledged_ += size;
      loss_ += (0 - loss_) * 0.01;
    } else if (packet.lost) {
      lost_ = true;
      loss_ += (1 - loss_) * 0.01;
    }
  }
}

void AvailableRateEstimator::choose_dimension(Timestamp now) {
  const bool limited = service_time_.packet_rate().has_value();
  if (limited) counts_packets_until_ = now + kPacketsFor;
  const bool counts = limited || (counts_packets_ && !service_time_.known() && now < counts_packets_until_);
  if (counts == counts_packets_) return;
  counts_packets_ = counts;
  train_rate_when_full_.reset();
  phase_ = Phase::kFollow;
  share_ = 1;
  if (delivered() > DataRate()) set_rate(delivered());
}

void AvailableRateEstimator::follow(Duration queue, Duration step, Timestamp now) {
  share_ = 1;
  if (loss_ < tuning_.loss_limit / 2) path_loss_ = tuning_.loss_limit;
  if (queue > high() || loss_ > path_loss_) return begin_drain(queue, now);
  if (phase_ == Phase::kStart && growth() == 0) {
    phase_ = Phase::kFollow;
    start_ended_by_ = Duration::zero();
  }
  if (noisy() && start_ended_by_ && *start_ended_by_ < tuning_.queue_high + 3 * quick_queueing_.noise())
    phase_ = Phase::kStart;
  if (phase_ == Phase::kStart || now - start_.now > kNoiseSurelyKnownAfter) start_ended_by_.reset();
  clear_for_ = queue < low() ? clear_for_ + step : Duration::zero();
  grow(queue, step);
}

void AvailableRateEstimator::grow(Duration queue, Duration step) {
  // Without another sign, a path that stays clear for longer than usual has become faster, too.
  const double steady = slope() * (1 + kAcceleration * std::max(0.0, to_seconds(clear_for_) - 1.5));
  const bool clear = queue < low() || phase_ == Phase::kStart;
  const double fast = clear ? growth() * static_cast<double>(rate_.bits_per_second()) : 0;
  const DataRate most = delivered() * tuning_.headroom + DataRate::kilobits_per_second(50);
  if (rate_ < most) {
    const DataRate more = DataRate::bits_per_second(std::llround(std::max(steady, fast) * to_seconds(step)));
    set_rate(std::min(rate_ + more, most));
  }
  publish(queue < low() ? PathEstimate::Verdict::kHeadroom : PathEstimate::Verdict::kClear,
          phase_ == Phase::kStart ? "trying how much the path carries"
          : fast > steady         ? "the path has become faster"
                                  : "the path has room",
          format_text("queue %.0f ms, clear for %.1f s", to_milliseconds(queue), to_seconds(clear_for_)));
}

// Who has more grows more slowly, so that rates come together although each gives way only a little.
double AvailableRateEstimator::slope() const {
  const double share = kSlopeRate / rate_;
  return tuning_.slope * std::clamp(share, 1.0 / 3, 2.0);
}

// By the second, when nothing speaks against it.
double AvailableRateEstimator::growth() const {
  const std::optional<DataRate> train_rate = counts_packets_ ? std::nullopt : trains_.arrival_rate();
  if (phase_ == Phase::kStart) {
    const std::optional<DataRate> carried = noisy() ? std::nullopt : trains_.spread_rate();
    if (carried && rate_ > *carried * 0.9) return 0;
    return std::numbers::ln2 / (tuning_.start_doubling * to_seconds(round_trip_time_ + lag()));
  }
  if (train_rate && train_rate_when_full_) {
    const double faster = *train_rate / *train_rate_when_full_;
    if (faster > 1.2 && rate_ < rate_when_full_ * (0.97 * faster)) return tuning_.growth;
  }
  return 0;
}

void AvailableRateEstimator::begin_drain(Duration queue, Timestamp now) {
  if (phase_ == Phase::kStart) start_ended_by_ = queue;
  phase_ = Phase::kDrain;
  clear_for_ = {};
  draining_since_ = now;
  expected_fall_ = {};
  arrived_when_full_.reset();
  worst_queue_ = queue;
  loss_when_full_ = loss_;
  gave_way_twice_ = false;
  checks_ = false;
  alone_ = false;
  // After a burst of ours, not all of the longer time was the path full.
  // After a pause of the path nothing is known of what it carries.
  const DataRate carried = std::max(delivered(), arrivals().lately.rate());
  if (carried > DataRate()) set_rate(std::min(rate_, carried * tuning_.backoff));
  train_rate_when_full_ = trains_.arrival_rate();
  rate_when_full_ = rate_;
  drain(queue, Duration::zero(), now);
}

void AvailableRateEstimator::drain(Duration queue, Duration step, Timestamp now) {
  if (queue < low() && loss_ <= loss_without_excess()) {
    phase_ = Phase::kFollow;
    share_ = 1;
    return;
  }
  // What we gave way by, a round trip ago, would empty a queue that is ours, or that of others who give way as we do.
  if (now - draining_since_ > round_trip_time_ + report_gap_) {
    expected_fall_ += from_seconds(to_seconds(step) * (1 - tuning_.backoff * wanted_share_));
  }
  if (checks_ && expected_fall_ > kCheckedFall && cross_traffic_present(queue)) {
    phase_ = Phase::kCompete;
    share_ = 1;
    return compete(queue, now);
  }
  if (!checks_ && !alone_) record_whose_queue(queue, step, now);
  give_way_to_loss(now);
  const bool stays = expected_fall_ > tuning_.compete_after && worst_queue_ - queue < expected_fall_ / 2;
  const bool worth_it = !alone_ && queue > std::max(kMinContest, high() * 3 / 2);
  if (others_queue_for_ > tuning_.compete_after || (stays && worth_it)) {
    begin_competing();
    return compete(queue, now);
  }
  if (stays) return accept_path();
  if (queue > worst_queue_ + 2ms) give_way_more(queue);
  if (start_ended_by_) start_ended_by_ = std::max(*start_ended_by_, queue);
  const double excess = to_seconds(queue - low()) / to_seconds(tuning_.drain_time + lag());
  share_ = std::max(std::clamp(1 - excess, tuning_.min_share, 1.0), min_rate() / rate_);
  // Who sends the least that makes sense and has it all carried cannot give way further: the queue is others'.
  wanted_share_ = delivered() > rate_ * (0.9 * share_) ? std::clamp(1 - excess, tuning_.min_share, 1.0) : share_;
  publish(PathEstimate::Verdict::kCongestion, queue < low() ? "many packets are lost" : "one-way delay is rising",
          format_text(counts_packets_ ? "queue %.0f ms, %.0f packets/s arrive, loss %.1f %%"
                                      : "queue %.0f ms, %.0f kbit/s arrive, loss %.1f %%",
                      to_milliseconds(queue),
                      counts_packets_ ? delivered() / (kPacketWeight / 1s) : delivered().kilobits_per_second(),
                      100 * loss_));
}

void AvailableRateEstimator::give_way_more(Duration queue) {
  worst_queue_ = queue;
  const DataRate before = rate_;
  // The short window only counts where the path has become slower: its chance would lower the rates of some for good.
  const DataRate lately = arrivals().lately.rate();
  const DataRate carried = lately < delivered() * kMuchLess ? lately : delivered();
  if (carried > DataRate()) set_rate(std::min(rate_, carried * tuning_.backoff));
  if (rate_ < before * kHardlyLessRate) {
    expected_fall_ = std::min(expected_fall_, tuning_.compete_after / 2);
    arrived_when_full_.reset();
  }
  rate_when_full_ = rate_;
}

// Giving way has not helped, and there is no queue to fight for.
void AvailableRateEstimator::accept_path() {
  if (worst_queue_ > high()) {
    // It cannot be a queue: the path itself takes longer now.
    quick_queueing_.rebase();
    calm_queueing_.rebase();
  }
  // Nor is it for want of room that so much is lost.
  if (loss_when_full_ > path_loss_ && loss_ > loss_when_full_ * kHardlyLess)
    path_loss_ = std::min(kMaxLoss, std::max(loss_, loss_when_full_) * kSomeMore);
  phase_ = Phase::kFollow;
}

// What stands in a queue arrives whatever is sent now. When less of ours does, since we gave way, the queue is others'.
void AvailableRateEstimator::record_whose_queue(Duration queue, Duration step, Timestamp now) {
  if (now - draining_since_ <= round_trip_time_ + report_gap_ || queue < std::max(kMinStanding, high())) return;
  // When the path has become slower, much of what arrived by then was from before.
  if (!arrived_when_full_) arrived_when_full_ = std::min(rate_when_full_, arrivals().lately.rate());
  const double kept = arrivals().lately.rate() / *arrived_when_full_;
  if (kept < kCrossTrafficShare) others_queue_for_ += step;
  if (kept > kOwnQueueShare) others_queue_for_ = {};
}

// When loss began to show, what arrived was in part from before. Only after that is it known how much arrives, and what
// is lost then although no more is sent is the path's.
void AvailableRateEstimator::give_way_to_loss(Timestamp now) {
  if (gave_way_twice_ || loss_ <= loss_without_excess()) return;
  loss_when_full_ = std::max(loss_when_full_, loss_);
  if (now - draining_since_ <= round_trip_time_ + report_gap_ + kRateWindow) return;
  gave_way_twice_ = true;
  if (delivered() > DataRate()) set_rate(std::min(rate_, delivered() * tuning_.backoff));
}

void AvailableRateEstimator::begin_competing() {
  phase_ = Phase::kCompete;
  share_ = 1;
  others_queue_for_ = {};
  window_.begin(delivered() * round_trip_time_);
  clear_since_ = kNever;
  checked_at_ = updated_at_;
}

// A window keeps a queue up that nobody else fills any more, and so would never see it go.
void AvailableRateEstimator::probe_cross_traffic(Duration queue, Timestamp now) {
  phase_ = Phase::kDrain;
  checks_ = true;
  alone_ = false;
  gave_way_twice_ = true;
  checked_at_ = draining_since_ = now;
  expected_fall_ = {};
  worst_queue_ = queue;
  rate_when_full_ = delivered();
  drain(queue, Duration::zero(), now);
}

// Found out by a check; it goes on as a drain when they are gone.
bool AvailableRateEstimator::cross_traffic_present(Duration queue) {
  alone_ = queue < worst_queue_ / 2;
  const bool falls = to_seconds(worst_queue_ - queue) >= kOwnFall * to_seconds(expected_fall_);
  checks_ = !alone_ && falls;
  return !alone_ && !falls;
}

void AvailableRateEstimator::compete(Duration queue, Timestamp now) {
  clear_since_ = queue < high() ? std::min(clear_since_, now) : kNever;
  if (clear_since_ != kNever && now - clear_since_ > 2 * round_trip_time_) {
    phase_ = Phase::kFollow;
    return;
  }
  // Not when others may just have given way, too.
  const Duration check_each = std::max(kCheckEach, kCheckRoundTrips * round_trip_time_);
  if (now - checked_at_ > check_each && now - window_.backed_off_at() > 2 * round_trip_time_)
    return probe_cross_traffic(queue, now);
  // No more than is made use of.
  const DataSize most = start_.limits.max_video_rate * round_trip_time_ * 2 + kMaxBeyond;
  window_.update(acknowledged_, lost_, most, round_trip_time_, now);
  set_rate(window_.size() / round_trip_time_);
  publish(PathEstimate::Verdict::kClear, "sharing the path with others who fill its queue",
          format_text("queue %.0f ms, window %.0f kB", to_milliseconds(queue),
                      static_cast<double>(window_.size().bytes()) / 1000));
}

void AvailableRateEstimator::poll(const SendBuffer&, Timestamp now) {
  if (now < silence_at_) return;
  silence_at_ = now + round_trip_time_;
  if (sent_at_ < heard_at_) return;  // Nothing was sent that a report could tell of.
  set_rate(rate_ * 0.7);
  window_.handle_silence();
  publish(PathEstimate::Verdict::kUnknown, "no report from the peer", {});
}

void AvailableRateEstimator::set_rate(DataRate rate) {
  const DataRate most = start_.limits.max_video_rate * 1.1 + audio_rate(start_.wire);
  rate_ = std::clamp(rate, min_rate(), most);
}

DataRate AvailableRateEstimator::min_rate() const {
  if (counts_packets_) return kPacketWeight / 100ms;
  return start_.limits.min_video_rate + audio_rate(start_.wire);
}

void AvailableRateEstimator::publish(PathEstimate::Verdict verdict, std::string cause, std::string evidence) {
  const Duration queue = queueing().now().value_or(Duration::zero());
  estimate_.rate = counts_packets_ ? bytes_.mean.rate() * tuning_.headroom : rate_ * share_;
  estimate_.packet_rate.reset();
  if (counts_packets_) estimate_.packet_rate = PacketRate::per_second(rate_ * share_ / (kPacketWeight / 1s));
  const Duration empty_round_trip = std::max<Duration>(10ms, round_trip_time_ - queue);
  estimate_.window = phase_ == Phase::kCompete
                         ? window_.size() + CompetingWindow::kMin
                         : std::max(CompetingWindow::kMin, std::max(rate_, *estimate_.rate) *
                                                               (empty_round_trip + kBurstAllowance + report_gap_));
  estimate_.conclude(verdict, std::move(cause), std::move(evidence));
}

const EstimatorKind kAvailableRate = {.name = "available-rate",
                                      .summary = "what the path carries, from one-way delays and from what arrives",
                                      .source = "after Latecki 2004",
                                      .parameters = kParameters,
                                      .make = make_estimator<AvailableRateEstimator>};

}  // namespace counterpoint
