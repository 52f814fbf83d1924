// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/rate_state_machine.h"

#include <algorithm>
#include <utility>

#include "core/base/format_text.h"

namespace counterpoint {

RateStateMachine::RateStateMachine(const AdaptationContext& start, const TwoDimensionalConfig& config,
                                   PathMonitors& path)
    : start_(start),
      config_(config),
      path_(path),
      carried_(config),
      cross_traffic_(config),
      window_(config.decrease),
      probe_(config) {
  estimate_.ecn = Ecn::kEct1;
  set_rate(plane_position(start.point, start.wire).bit_rate);
}

void RateStateMachine::update(Duration step, Timestamp now) {
  const Duration queue = path_.queue.fast_delay();
  path_.marks.update(step, path_.reaction_time(), now);
  if (path_.marks.is_erased()) estimate_.ecn = Ecn::kNotEct;
  const bool high = queue > path_.queue.high();
  if (high) high_at_ = now;
  if (path_.lost && high) overflows_until_ = now + config_.memory;
  if (path_.lost && queue < path_.queue.low()) lost_without_queue_until_ = now + config_.memory;
  probe(queue, now);
  switch (state_) {
    case State::kStart:
    case State::kFollow:
      return follow(queue, step, now);
    case State::kDrain:
      return drain(queue, step, now);
    case State::kCompete:
      return compete(queue, now);
  }
}

void RateStateMachine::change_unit() {
  carried_ = CarriedRate(config_);
  path_.loss = LossModel(config_);
  path_.cross_traffic = CrossTrafficShare(config_);
  // A path that counts bytes again carries as unknown a rate as at the start.
  state_ = path_.delivery.counts_packets() ? State::kFollow : State::kStart;
  share_ = 1;
  if (path_.delivered() > DataRate()) set_rate(path_.delivered());
}

void RateStateMachine::handle_silence() {
  set_rate(rate_ * config_.decrease);
  window_.step_down(config_.decrease);
  if (!path_.marks.is_carried()) estimate_.ecn = Ecn::kNotEct;
  publish(PathEstimate::Verdict::kUnknown, message("no report from the peer"), {}, PathEstimate::Tendency::kLess);
}

void RateStateMachine::follow(Duration queue, Duration step, Timestamp now) {
  share_ = 1;
  // Marks where a queue stands are classic ones, in place of losses (RFC 9331, 4.3).
  const bool marked_full = path_.marks.is_marked() && (state_ == State::kStart || queue > path_.queue.low());
  const bool dropped = is_dropped_early(queue, now);
  if (dropped) drops_early_until_ = now + config_.memory;
  const Duration limit = now < drops_early_until_ ? (path_.queue.low() + path_.queue.high()) / 2 : path_.queue.high();
  if (queue > limit || marked_full || dropped) return begin_drain(queue, now);
  if (state_ == State::kStart && growth() == 0) state_ = State::kFollow;
  if (path_.marks.is_marked()) return follow_marks(queue, step);
  if (exceeds_loss_capacity()) return limit_by_loss();
  careful_for_ = path_.loss.capacity() ? std::max(careful_for_, step) : careful_for_ - step;
  if (careful_for_ <= Duration::zero()) carried_.add(path_.delivered());
  grow(queue, step);
}

// Active queue management drops packets of a queue that is not high yet (RFC 8289). A path that loses packets without a
// queue does so with one, jitter looks like a queue, and a higher queue may have overflowed just before.
bool RateStateMachine::is_dropped_early(Duration queue, Timestamp now) const {
  return path_.lost && queue > path_.queue.low() && !path_.queue.noisy() && !path_.cross_traffic.is_high() &&
         now > lost_without_queue_until_ && rests(now);
}

// Losses say nothing of a rate that was not sent, because the source had less than the capacity.
bool RateStateMachine::exceeds_loss_capacity() const {
  const std::optional<DataRate> capacity = path_.loss.capacity();
  return capacity && rate_ > *capacity && path_.loss.sent_rate() > *capacity;
}

// Nothing was queued, so nothing has to drain.
void RateStateMachine::limit_by_loss() {
  state_ = State::kFollow;
  carried_ = CarriedRate(config_);
  carried_.add(*path_.loss.capacity());
  careful_for_ = config_.memory;
  set_rate(*path_.loss.capacity() * config_.backoff);
  path_.delivery.mark_full();
  rate_when_full_ = rate_;
  publish(PathEstimate::Verdict::kCongestion, message("many packets are lost"),
          format_text("loss %.1f %%", 100 * path_.loss.share()), PathEstimate::Tendency::kLess);
}

void RateStateMachine::begin_drain(Duration queue, Timestamp now) {
  state_ = State::kDrain;
  cross_traffic_.begin_drain(queue, now);
  carried_.mark_full(rate_, path_.delivered());
  rate_before_ = rate_;
  high_at_ = now;
  path_.delivery.begin_busy();
  fell_at_ = now;
  // After a burst of ours, the path was not full for all of the longer window.
  decrease_to(std::max(path_.delivered(), path_.delivery.recent_rate()));
  path_.delivery.mark_full();
  rate_when_full_ = rate_;
  drain(queue, Duration::zero(), now);
}

void RateStateMachine::drain(Duration queue, Duration step, Timestamp now) {
  // On a path that has become slower each packet takes longer, and that does not drain.
  if (queue < path_.queue.low() || rests(now)) {
    cross_traffic_.end_drain();
    state_ = State::kFollow;
    share_ = 1;
    // While the queue stood, the path was busy: it has carried that, although it may have paused at first.
    set_rate(std::max(rate_, std::min(path_.delivery.busy_rate(), rate_before_) * config_.backoff));
    return;
  }
  // After a round trip, the share that is not sent empties a queue that is ours, or that of others who give way as we
  // do.
  cross_traffic_.update(step, path_.reaction_time(), 1 - config_.backoff * share_, now);
  const Duration tolerance = config_.queue_low / 2 + path_.queue.quick_noise();
  if (queue > path_.queue.high() && !path_.lost && cross_traffic_.path_is_longer(queue, tolerance)) {
    path_.queue.rebase();
    state_ = State::kFollow;
    share_ = 1;
    return;
  }
  // Calls give way before a queue overflows: one that does is of others, however short it is.
  const double worth = now < overflows_until_ ? 1 : config_.worth_competing;
  const bool worth_competing = to_seconds(queue) > worth * to_seconds(path_.queue.high());
  // A sender that cannot send less does not give way, and takes no small share for one of others.
  const bool tells = rate_ * share_ < path_.delivered() || path_.cross_traffic.is_most();
  if (cross_traffic_.is_felt() && tells && worth_competing && cross_traffic_.stays(queue))
    cross_traffic_.add_share(path_.cross_traffic, step);
  if (cross_traffic_.others_fill_queue()) {
    begin_competing(now);
    return compete(queue, now);
  }
  const bool stands = now - fell_at_ > path_.reaction_time() && queue > path_.queue.high();
  // While we give way, all that was sent may arrive, which says nothing of the path.
  const bool slower = stands && (path_.lost || !path_.delivery.is_source_limited());
  if (slower) fell_at_ = now;
  if (slower || cross_traffic_.rises(queue)) {
    cross_traffic_.set_max_queue(queue);
    // The short window only counts where the path has become slower: its chance would lower the rates of some for good.
    const DataRate recent = path_.delivery.recent_rate();
    decrease_to(recent < path_.delivered() * config_.much_less ? recent : path_.delivered());
    rate_when_full_ = rate_;
  }
  give_way(queue);
}

void RateStateMachine::give_way(Duration queue) {
  const bool packets = path_.delivery.counts_packets();
  const DataRate delivered = path_.delivered();
  const double excess = to_seconds(queue - path_.queue.low()) / to_seconds(config_.drain_time + path_.queue.lag());
  const double wanted = std::clamp(1 - excess, config_.least_share, 1.0);
  const double sent_share = std::exchange(share_, std::max(wanted, floor() / rate_));
  // The share of the rate that is sent rises again while the queue drains.
  const bool rises = sent_share < share_;
  publish(
      PathEstimate::Verdict::kCongestion, rises ? message("the queue drains") : message("one-way delay is rising"),
      format_text(packets ? "queue %.0f ms, %.0f packets/s arrive, loss %.1f %%"
                          : "queue %.0f ms, %.0f kbit/s arrive, loss %.1f %%",
                  to_milliseconds(queue), packets ? delivered / (kPacketWeight / 1s) : delivered.kilobits_per_second(),
                  100 * path_.loss.share()),
      rises ? PathEstimate::Tendency::kMore : PathEstimate::Tendency::kLess);
}

void RateStateMachine::begin_competing(Timestamp now) {
  state_ = State::kCompete;
  share_ = 1;
  cross_traffic_.begin_competing();
  window_.begin(path_.delivered() * path_.round_trip_time, carried_.rate() * path_.round_trip_time);
  clear_since_ = kNever;
  shared_at_ = now;
}

void RateStateMachine::compete(Duration queue, Timestamp now) {
  const Duration round_trip_time = path_.round_trip_time;
  clear_since_ = queue < path_.queue.high() ? std::min(clear_since_, now) : kNever;
  if (clear_since_ != kNever && now - clear_since_ > 2 * round_trip_time) {
    state_ = State::kFollow;
    return;
  }
  // Our own window would keep the queue up after the cross traffic has gone.
  if (!path_.cross_traffic.is_low()) shared_at_ = now;
  if (now - shared_at_ > config_.compete_after) return begin_drain(queue, now);
  // No more than is made use of.
  const DataSize most = max_rate() * round_trip_time * 2 + kFullPacket * 4;
  const CompetingWindow::Report report{.acknowledged = path_.delivery.acknowledged(),
                                       .lost = path_.lost || path_.marks.is_new(),
                                       .starved = path_.cross_traffic.is_most()};
  window_.update(report, most, round_trip_time, now);
  set_rate(window_.size() / round_trip_time);
  publish(PathEstimate::Verdict::kClear, message("sharing the path with others who fill its queue"),
          format_text("queue %.0f ms, window %.0f kB", to_milliseconds(queue),
                      static_cast<double>(window_.size().bytes()) / 1000),
          PathEstimate::Tendency::kEither);
}

void RateStateMachine::decrease_to(DataRate arriving) {
  if (arriving > DataRate()) set_rate(std::min(rate_, arriving * config_.backoff));
}

}  // namespace counterpoint
