// SPDX-License-Identifier: GPL-3.0-or-later
// The control of Latecki 2004, section 3.2, over a path with one queue.
#include <gmock/gmock.h>

#include <algorithm>
#include <deque>

#include "core/adaptation/mode/mode.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;
using Verdict = PathEstimate::Verdict;

constexpr DataRate kbit(std::int64_t n) { return DataRate::kilobits_per_second(n); }
constexpr Timestamp kStart{500s};
constexpr Duration kOneWay = 25ms;

AdaptationContext mode_start(DataRate video, bool audio = true) {
  return {.point = OperatingPoint::from_rate(video, FrameRate::per_second(25), {.width = 640, .height = 360}),
          .wire = {.audio_frame = DataSize::bytes(audio ? 80 : 0)},
          .limits = {.min_video_rate = kbit(50), .max_video_rate = kbit(2000)},
          .now = kStart};
}

std::unique_ptr<Estimator> make_estimator(const AdaptationContext& start, const ParameterValues& values) {
  return find_mode("owd-trend")->estimator->make(start, values);
}

/// A call whose video takes what the estimate leaves it, over a queue of some length; in steps of 20 ms.
class Call {
 public:
  explicit Call(DataRate video, const ParameterValues& values = {}, bool audio = true)
      : audio_(audio), estimator_(make_estimator(mode_start(video, audio), values)) {}

  void run(Duration duration) {
    for (const Timestamp end = now_ + duration; now_ < end; now_ += 20ms) {
      if (!silent_) deliver();
      estimator_->poll({}, now_);
      if (audio_) send(StreamKind::kAudio, DataSize::bytes(92));
      if (estimator_->estimate().cause == "no report from the peer") ++unheard_;
      if (estimator_->estimate().video_pauses) {
        ++pauses_;
        continue;
      }
      const DataRate video = estimator_->estimate().rate.value() * used_ - kbit(audio_ ? 48 : 0);
      for (int i = 0; i < 2; ++i) send(StreamKind::kVideo, std::max(DataSize(), video * Duration(10ms)) - kHeaders);
      highest_ = std::max(highest_, estimator_->estimate().rate.value());
    }
  }

  DataRate capacity_ = kbit(500);
  Duration longest_queue_ = 400ms;
  Duration foreign_queue_{};  ///< Others keep it up.
  double used_ = 1;
  bool silent_ = false;  ///< No report comes.
  std::int64_t lose_each_ = 0;
  int pauses_ = 0;   ///< Steps without video.
  int unheard_ = 0;  ///< Steps in which the last that happened was silence.
  int lost_ = 0;
  Duration highest_queue_{};
  DataRate highest_;

  [[nodiscard]] DataRate rate() const { return estimator_->estimate().rate.value(); }
  [[nodiscard]] const PathEstimate& estimate() const { return estimator_->estimate(); }

 private:
  static constexpr DataSize kHeaders = DataSize::bytes(28);

  void send(StreamKind stream, DataSize size) {
    if (size <= DataSize()) return;
    estimator_->handle_sent({.stream = stream, .sequence = sequence_, .size = size, .sent_at = now_});
    free_at_ = std::max(free_at_, now_);
    PacketFeedback packet{.stream = stream, .sequence = sequence_++, .size = size, .sent_at = now_};
    const bool lost = free_at_ - now_ > longest_queue_ || (lose_each_ > 0 && sequence_ % lose_each_ == 0);
    if (!lost) {
      free_at_ += (size + kHeaders) / capacity_;
      highest_queue_ = std::max(highest_queue_, free_at_ - now_);
      packet.arrived_at = free_at_ + foreign_queue_ + kOneWay + 77s;
    }
    lost_ += lost ? 1 : 0;
    packet.lost = lost;
    on_way_.push_back({.report_at = free_at_ + foreign_queue_ + 2 * kOneWay, .packet = packet});
  }

  void deliver() {
    FeedbackReport report{.received_at = now_, .packets = {}, .round_trip_time = 2 * kOneWay};
    for (; !on_way_.empty() && on_way_.front().report_at <= now_; on_way_.pop_front()) {
      report.packets.push_back(on_way_.front().packet);
    }
    if (!report.packets.empty()) estimator_->handle_feedback(report);
  }

  struct OnWay {
    Timestamp report_at{};
    PacketFeedback packet;
  };
  bool audio_;
  std::unique_ptr<Estimator> estimator_;
  Timestamp now_ = kStart;
  Timestamp free_at_{};
  std::int64_t sequence_ = 0;
  std::deque<OnWay> on_way_;
};

TEST(TwoStreamEstimator, FindsWhatThePathCarriesWithoutAnyLoss) {
  Call call(kbit(100));
  call.run(30s);
  EXPECT_GT(call.rate(), kbit(430));
  EXPECT_LE(call.rate(), kbit(500));
  EXPECT_EQ(call.lost_, 0);
  EXPECT_GT(call.pauses_, 0);
  EXPECT_LT(call.highest_queue_, 400ms);
}

TEST(TwoStreamEstimator, WithoutSoundTheDelaysOfVideoLetItGrowAndItsOwnBreaksAreNoSilence) {
  Call call(kbit(100), {}, false);
  call.run(60s);
  EXPECT_GT(call.rate(), kbit(430));
  EXPECT_LE(call.rate(), kbit(500));
  EXPECT_GT(call.pauses_, 0);
  EXPECT_LT(call.pauses_ * 20ms, 6s);
  EXPECT_EQ(call.unheard_, 0);
  call.silent_ = true;
  call.run(2s);
  EXPECT_GT(call.unheard_, 0);
}

TEST(TwoStreamEstimator, NoticesExcessBeforeAnyLossAndPausesVideoUntilTheQueueIsGone) {
  Call call(kbit(400));
  call.run(20s);
  call.capacity_ = kbit(350);
  call.lost_ = 0;
  call.pauses_ = 0;
  call.highest_queue_ = {};
  call.run(1200ms);
  EXPECT_TRUE(call.estimate().video_pauses || call.pauses_ > 0);
  EXPECT_EQ(call.lost_, 0);
  EXPECT_THAT(call.estimate().evidence, HasSubstr("S_PCT"));
  call.run(20s);
  EXPECT_FALSE(call.estimate().video_pauses);
  EXPECT_LE(call.rate(), kbit(355));
  EXPECT_GT(call.rate(), kbit(270));
  EXPECT_EQ(call.lost_, 0);
}

TEST(TwoStreamEstimator, TriesMoreAfterASteadyTimeAndFindsNewRoom) {
  Call call(kbit(300));
  call.run(40s);
  call.capacity_ = kbit(1500);
  call.run(90s);
  EXPECT_GT(call.rate(), kbit(1200));
  EXPECT_EQ(call.lost_, 0);
}

TEST(TwoStreamEstimator, FruitlessAttemptsBecomeRarer) {
  Call call(kbit(300));
  call.run(10s);
  call.pauses_ = 0;
  call.run(120s);
  const int early = call.pauses_;
  call.run(600s);
  call.pauses_ = 0;
  call.run(120s);
  EXPECT_LT(call.pauses_, early);
  EXPECT_LT(call.pauses_ * 20ms, 0.02 * 120s);
}

TEST(TwoStreamEstimator, WhatIsNotUsedIsNotTakenForCarried) {
  Call call(kbit(100));
  call.used_ = 0.5;
  call.run(30s);
  EXPECT_EQ(call.rate(), call.highest_);
  EXPECT_LT(call.rate(), kbit(200));
}

TEST(TwoStreamEstimator, AQueueOfOthersIsNotWaitedFor) {
  Call call(kbit(300));
  call.run(20s);
  call.foreign_queue_ = 150ms;
  call.run(10s);
  call.pauses_ = 0;
  call.run(20s);
  EXPECT_LT(call.pauses_ * 20ms, 2s);
  EXPECT_GT(call.rate(), kbit(300));
}

TEST(TwoStreamEstimator, RandomLossIsNotCongestionButMuchOfItIs) {
  Call call(kbit(300));
  call.capacity_ = kbit(5000);
  call.lose_each_ = 50;
  call.run(20s);
  EXPECT_GT(call.rate(), kbit(1500));
  call.lose_each_ = 4;
  call.run(20s);
  EXPECT_LT(call.rate(), kbit(500));
  EXPECT_FALSE(call.estimate().video_pauses);
}

TEST(TwoStreamEstimator, WhatWaitedForTheEndOfABreakLeavesAtTheRate) {
  const auto estimator = make_estimator(mode_start(kbit(300)), {});
  Timestamp now = kStart;
  std::int64_t sequence = 0;
  const auto audio = [&](Duration delay) {
    now += 20ms;
    estimator->handle_feedback({.received_at = now,
                                .packets = {{.stream = StreamKind::kAudio,
                                             .sequence = sequence++,
                                             .size = DataSize::bytes(92),
                                             .sent_at = now - 50ms,
                                             .arrived_at = now + delay}},
                                .round_trip_time = 50ms});
  };
  for (int i = 0; i < 50; ++i) audio(0ms);
  for (int i = 0; i < 50 && !estimator->estimate().video_pauses; ++i) audio(i * 10ms);
  ASSERT_TRUE(estimator->estimate().video_pauses);
  for (int i = 0; i < 50 && estimator->estimate().video_pauses; ++i) audio(0ms);
  ASSERT_FALSE(estimator->estimate().video_pauses);
  const SendBuffer waiting{.queued = DataSize::bytes(30'000), .queue_time = 500ms};
  estimator->poll(waiting, now);
  EXPECT_EQ(estimator->estimate().budget, DataSize());
  ASSERT_LE(estimator->next_deadline(), now + 10ms);
  estimator->poll(waiting, now + 100ms);
  EXPECT_EQ(estimator->estimate().budget, estimator->estimate().rate.value() * Duration(100ms));
  const DataSize before = estimator->estimate().budget.value();
  estimator->handle_sent({StreamKind::kVideo, 1, DataSize::bytes(1000), now + 100ms});
  EXPECT_EQ(estimator->estimate().budget, before - DataSize::bytes(1000));
  estimator->poll({}, now + 200ms);
  EXPECT_FALSE(estimator->estimate().budget);
}

TEST(TwoStreamEstimator, SilenceLowersTheRateAndEndsABreak) {
  Call call(kbit(300));
  call.run(20s);
  const DataRate before = call.rate();
  call.silent_ = true;
  call.run(1s);
  EXPECT_LT(call.rate(), before * 0.8);
  EXPECT_EQ(call.estimate().verdict, Verdict::kUnknown);
  call.run(5s);
  EXPECT_FALSE(call.estimate().video_pauses);
  call.silent_ = false;
  call.run(30s);
  EXPECT_GT(call.rate(), kbit(400));
}

TEST(TwoStreamEstimator, WithoutItsImprovementsItIsThePapersAndStillWorks) {
  Call call(kbit(300), {{"noise_factor", 0}, {"arrival_share", 0}, {"most_steady_time", 10}});
  call.run(40s);
  EXPECT_GT(call.rate(), kbit(400));
  EXPECT_LE(call.highest_queue_, 400ms);
  EXPECT_EQ(call.lost_, 0);
}

}  // namespace
}  // namespace counterpoint
