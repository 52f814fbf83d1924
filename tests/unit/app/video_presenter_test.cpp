// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/video/video_presenter.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

VideoFrame frame(Timestamp at, int number = 0) { return {.media_time = std::chrono::seconds(number), .at = at}; }

int number(const std::optional<VideoFrame>& frame) { return frame ? static_cast<int>(frame->media_time / 1s) : -1; }

/// Shows a frame each `interval` from `from` to `to`.
void play(VideoPresenter& presenter, Timestamp from, Timestamp to, Duration interval) {
  for (Timestamp at = from; at < to; at += interval) {
    presenter.add(frame(at));
    ASSERT_TRUE(presenter.take_due(at));
  }
}

TEST(VideoPresenter, HoldsAFrameUntilItIsDue) {
  VideoPresenter presenter;
  EXPECT_EQ(presenter.next_deadline(), kNever);
  presenter.add(frame(kStart + 40ms));
  EXPECT_EQ(presenter.next_deadline(), kStart + 40ms);
  EXPECT_FALSE(presenter.take_due(kStart + 39ms));
  EXPECT_TRUE(presenter.take_due(kStart + 40ms));
  EXPECT_EQ(presenter.next_deadline(), kNever);
}

TEST(VideoPresenter, SkipsToTheNewestPictureThatIsDue) {
  VideoPresenter presenter;
  for (int i = 0; i < 4; ++i) presenter.add(frame(kStart + i * 33ms, i));
  EXPECT_EQ(number(presenter.take_due(kStart + 70ms)), 2);
  EXPECT_EQ(presenter.counters().dropped, 2U);
  EXPECT_EQ(presenter.counters().rendered, 1U);
  EXPECT_EQ(number(presenter.take_due(kStart + 99ms)), 3);
}

TEST(VideoPresenter, NeverShowsFramesInAnotherOrder) {
  VideoPresenter presenter;
  presenter.add(frame(kStart + 50ms, 1));
  presenter.add(frame(kStart + 20ms, 2));  // The delay has come down in between.
  EXPECT_EQ(number(presenter.take_due(kStart + 30ms)), -1);
  EXPECT_EQ(number(presenter.take_due(kStart + 60ms)), 2);
}

TEST(VideoPresenter, ShowsBPicturesBeforeWhatTheyWereDecodedBehind) {
  VideoPresenter presenter;
  const auto picture = [](Duration time) { return VideoFrame{.media_time = time, .at = kStart + time}; };
  for (const Duration time : {0ms, 120ms, 40ms, 80ms}) presenter.add(picture(time));
  for (const Duration time : {0ms, 40ms, 80ms, 120ms}) {
    EXPECT_EQ(presenter.next_deadline(), kStart + time);
    const auto shown = presenter.take_due(kStart + time);
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->media_time, time);
  }
  EXPECT_EQ(presenter.counters().dropped, 0U);
}

TEST(VideoPresenter, KeepsBPicturesApartWhenTheDelayHasGrown) {
  VideoPresenter presenter;
  presenter.add({.media_time = 80ms, .at = kStart + 80ms});
  presenter.add({.media_time = 40ms, .at = kStart + 90ms});
  EXPECT_EQ(presenter.take_due(kStart + 90ms)->media_time, 40ms);
  EXPECT_FALSE(presenter.take_due(kStart + 129ms));
  EXPECT_EQ(presenter.take_due(kStart + 130ms)->media_time, 80ms);
}

TEST(VideoPresenter, DropsABPictureThatCameAfterItsTurn) {
  VideoPresenter presenter;
  presenter.add({.media_time = 80ms, .at = kStart + 80ms});
  ASSERT_TRUE(presenter.take_due(kStart + 80ms));
  presenter.add({.media_time = 40ms, .at = kStart + 40ms});
  EXPECT_FALSE(presenter.take_due(kStart + 100ms));
  EXPECT_EQ(presenter.counters().dropped, 1U);
  presenter.add({.media_time = -1h, .at = kStart + 110ms});
  EXPECT_TRUE(presenter.take_due(kStart + 110ms)) << "a clock that was set is no reason to drop";
}

TEST(VideoPresenter, BoundsWhatWaits) {
  VideoPresenter presenter;
  for (int i = 0; i < 1000; ++i) presenter.add(frame(kStart + i * 1s, i));
  EXPECT_GE(presenter.counters().dropped, 900U);
  EXPECT_GE(presenter.next_deadline(), kStart + 900s) << "the newest are kept";
}

TEST(VideoPresenter, BoundsTheMemoryOfHugeFrames) {
  VideoPresenter presenter;
  const auto huge = std::make_shared<const FrameBuffer>(Resolution{kMaxPictureSide, kMaxPictureSide});
  for (int i = 0; i < 60; ++i) presenter.add({.buffer = huge, .media_time = i * 1ms, .at = kStart + 1s + i * 1ms});
  EXPECT_GE(presenter.counters().dropped, 56U);
  EXPECT_LT(huge.use_count(), 5);
  EXPECT_TRUE(presenter.take_due(kStart + 2s)) << "the newest is shown";
}

TEST(VideoPresenter, CountsNoFreezeInEvenOrSlowVideo) {
  VideoPresenter presenter;
  play(presenter, kStart, kStart + 5s, 33ms);
  EXPECT_EQ(presenter.counters().freezes, 0U);
  VideoPresenter slow;
  play(slow, kStart, kStart + 10s, 200ms);
  EXPECT_EQ(slow.counters().freezes, 0U);
}

TEST(VideoPresenter, CountsAFreezeAsWebrtcStatsDoes) {
  VideoPresenter presenter;
  play(presenter, kStart, kStart + 2s, 40ms);
  play(presenter, kStart + 2s + 120ms, kStart + 3s, 40ms);  // 160 ms: below the mean and 150 ms.
  EXPECT_EQ(presenter.counters().freezes, 0U);
  play(presenter, kStart + 4s, kStart + 5s, 40ms);
  EXPECT_EQ(presenter.counters().freezes, 1U);
  EXPECT_NEAR(to_milliseconds(presenter.counters().freeze_duration), 1000, 50);
}

TEST(VideoPresenter, APauseThatTheSenderSpeaksOfIsNoFreeze) {
  VideoPresenter presenter;
  play(presenter, kStart, kStart + 2s, 40ms);
  presenter.set_source({.changed_at = kStart + 2s, .stands = true});
  play(presenter, kStart + 10s, kStart + 10s + 40ms, 40ms);  // It stood for 8 s.
  presenter.set_source({.changed_at = kStart + 10s, .stands = false});
  play(presenter, kStart + 10s + 400ms, kStart + 13s, 40ms);  // Its first large frame took a while.
  EXPECT_EQ(presenter.counters().freezes, 0U);
  play(presenter, kStart + 14s, kStart + 15s, 40ms);
  EXPECT_EQ(presenter.counters().freezes, 1U) << "this one nobody wanted";
  EXPECT_NEAR(to_milliseconds(presenter.counters().freeze_duration), 1000, 50);
}

TEST(VideoPresenter, AChangeOfSourceIsNoFreezeThoughItIsToldLate) {
  VideoPresenter presenter;
  play(presenter, kStart, kStart + 2s, 40ms);
  presenter.set_source({.changed_at = kStart + 2s + 300ms});
  play(presenter, kStart + 3s, kStart + 5s, 40ms);
  EXPECT_EQ(presenter.counters().freezes, 0U);
  presenter.set_source({.changed_at = kStart + 5s + 300ms});
  play(presenter, kStart + 5s, kStart + 8s, 40ms);
  play(presenter, kStart + 9s, kStart + 10s, 40ms);
  EXPECT_EQ(presenter.counters().freezes, 1U) << "long after the change";
}

TEST(VideoPresenter, CountsEachOfSeveralFreezes) {
  VideoPresenter presenter;
  for (int i = 0; i < 5; ++i) play(presenter, kStart + i * 2s, kStart + i * 2s + 1s, 33ms);
  EXPECT_EQ(presenter.counters().freezes, 4U);
  EXPECT_NEAR(to_seconds(presenter.counters().freeze_duration), 4.0, 0.2);
}

}  // namespace
}  // namespace counterpoint
