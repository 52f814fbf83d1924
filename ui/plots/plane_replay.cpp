// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plane_replay.h"

#include <algorithm>
#include <cmath>

#include "ui/plots/plane_view.h"

namespace counterpoint {
namespace {

/// Equals the length of the plane's trail.
constexpr Duration kReplayTrail = 60s;

}  // namespace

AdaptationStatus adaptation_at(const CallHistory& history, std::size_t index) {
  const CallSample& sample = history.samples()[index];
  AdaptationStatus status{.at = sample.at, .position = sample.chosen, .sent = sample.sent, .received = sample.received};
  status.point.frame_rate = sample.frames;
  const float rate = sample[Series::kRateLimit];
  if (rate >= 0 && rate < 1e9F) {
    status.rate_limit = DataRate::bits_per_second(std::llround(1000 * static_cast<double>(rate)));
  }
  const float packets = sample[Series::kPacketLimit];
  if (packets >= 0 && packets < 1e9F) status.packet_limit = PacketRate::per_second(static_cast<double>(packets));
  if (const auto* mode = history.mode_at(sample.at)) {
    status.mode = mode->name;
    status.choices = mode->choices;
  }
  if (const auto* decision = history.decision_at(sample.at)) {
    status.decision = AdaptationStatus::Change{
        .cause = decision->cause, .from = decision->from, .to = decision->to, .age = sample.at - decision->at};
  }
  return status;
}

void PlaneReplay::set_history(const CallHistory* history) {
  history_ = history;
  next_ = 0;
  evidence_ = {};
  view_.clear();
}

void PlaneReplay::show(Duration at) {
  if (history_ == nullptr || history_->samples().empty()) return;
  const std::size_t last = history_->index_at(at);
  const std::size_t first = history_->index_at(std::max(Duration::zero(), history_->samples()[last].at - kReplayTrail));
  if (last + 1 == next_) return;
  // The trail is made anew after a step back, or one beyond its length.
  if (last + 1 < next_ || first > next_) {
    view_.clear();
    evidence_ = {};
    next_ = first;
  }
  for (; next_ <= last; ++next_) {
    AdaptationStatus status = adaptation_at(*history_, next_);
    const auto arrived = status.received ? std::optional(status.received->bit_rate) : std::nullopt;
    evidence_.add(status.at, status.rate_limit, arrived);
    status.limit = evidence_.limit(status.choices ? status.choices->max_rate() : DataRate::unlimited());
    view_.set_state(status);
  }
}

}  // namespace counterpoint
