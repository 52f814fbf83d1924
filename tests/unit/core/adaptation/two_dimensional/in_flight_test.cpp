// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `2d` keeps less in flight in a queue of its own than in one of others.
#include <gtest/gtest.h>

#include <deque>
#include <memory>

#include "core/adaptation/mode/mode.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
constexpr Duration kOneWay = 20ms;

constexpr DataRate kbit(std::int64_t n) { return DataRate::kilobits_per_second(n); }

/// A call of 840 kbit/s on a path of 2 Mbit/s.
class CallOnAPath {
 public:
  CallOnAPath() {
    AdaptationContext start;
    start.point = OperatingPoint::from_rate(kbit(800), FrameRate::per_second(30), {.width = 640, .height = 360});
    start.limits.max_video_rate = kbit(2500);
    start.now = kStart;
    estimator_ = find_mode("2d")->estimator->make(start, {});
  }

  /// `cross` of the `capacity` is used by others meanwhile. A report comes each 50 ms.
  void run(Duration time, DataRate capacity, DataRate cross = {}) {
    for (const Timestamp end = now_ + time; now_ < end; now_ += 1ms) {
      queue_ = std::max(Duration::zero(), queue_ + scaled(1ms, cross / capacity) - 1ms);
      const auto at = (now_ - kStart) / 1ms;
      if (at % 30 < 6 && at % 2 == 0) send(StreamKind::kVideo, DataSize::bytes(1000), capacity);
      if (at % 20 == 7) send(StreamKind::kAudio, DataSize::bytes(100), capacity);
      if (at % 50 == 49) report();
    }
  }
  /// The time for which the window holds what has lately arrived.
  [[nodiscard]] Duration time_in_flight() const {
    DataSize arrived;
    for (const PacketFeedback& packet : reported_) arrived += packet.size;
    return *estimator_->estimate().window / (arrived / kReported);
  }
  [[nodiscard]] Duration queue() const { return queue_; }

 private:
  static constexpr Duration kReported = 200ms;

  void send(StreamKind stream, DataSize size, DataRate capacity) {
    queue_ += size / capacity;
    estimator_->handle_sent({.stream = stream, .sequence = sequence_, .size = size, .sent_at = now_});
    under_way_.push_back({.stream = stream,
                          .sequence = sequence_++,
                          .size = size,
                          .sent_at = now_,
                          .arrived_at = now_ + kOneWay + queue_});
  }
  void report() {
    FeedbackReport report{.received_at = now_};
    for (; !under_way_.empty() && *under_way_.front().arrived_at <= now_ - kOneWay; under_way_.pop_front()) {
      report.packets.push_back(under_way_.front());
      reported_.push_back(under_way_.front());
    }
    while (!reported_.empty() && *reported_.front().arrived_at < *reported_.back().arrived_at - kReported)
      reported_.pop_front();
    report.round_trip_time = *reported_.back().arrived_at - reported_.back().sent_at + kOneWay;
    estimator_->handle_feedback(report);
  }

  std::unique_ptr<Estimator> estimator_;
  Timestamp now_ = kStart;
  Duration queue_{};
  std::int64_t sequence_ = 0;
  std::deque<PacketFeedback> under_way_;
  std::deque<PacketFeedback> reported_;  ///< In the last kReported.
};

TEST(InFlight, FramesGoOnThroughTheQueueOfOthers) {
  CallOnAPath call;
  call.run(2s, kbit(2000));
  call.run(500ms, kbit(2000), kbit(1850));
  ASSERT_GE(call.queue(), 150ms);
  EXPECT_GE(call.time_in_flight(), call.queue() + 2 * kOneWay + 50ms) << "a round trip, and the time between reports";
}

TEST(InFlight, AQueueOfOursIsNotFilledFurther) {
  CallOnAPath call;
  call.run(2s, kbit(2000));
  call.run(500ms, kbit(600));
  ASSERT_GE(call.queue(), 150ms);
  EXPECT_LE(call.time_in_flight(), call.queue());
}

}  // namespace
}  // namespace counterpoint
