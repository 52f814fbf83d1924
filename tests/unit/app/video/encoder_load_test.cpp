// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/video/encoder_load.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/adaptation/scaling/picture_choice.h"

namespace counterpoint {
namespace {

constexpr Resolution kMax = {.width = 1280, .height = 720};
constexpr Duration kInterval = 33ms;
constexpr double kFastSearch = 0.9;

/// A computer that takes a certain time for a sample, and less with the faster search.
struct Computer {
  double full_picture = 0;  ///< Part of the interval that a picture of kMax takes with the usual search.
  bool has_fast_search = true;
  Resolution most = kMax;      ///< The path leaves no more.
  Resolution captured = kMax;  ///< The camera gives no more.
  Duration busy{};             ///< Another program takes so long at the beginning of each half minute.

  [[nodiscard]] EncoderLoad::Frame code(const EncoderEffort& effort, Timestamp& now) const {
    const Resolution allowed = picture_part(kMax, kPictureSixteenths[effort.size_step]);
    const Resolution coded = std::min({allowed, most, captured}, [](auto a, auto b) { return a.area() < b.area(); });
    const double part = full_picture * static_cast<double>(coded.area()) / static_cast<double>(kMax.area());
    const bool is_shared = now.time_since_epoch() % 30s < busy;
    const Duration took =
        from_seconds(to_seconds(kInterval) * part * (effort.fast ? kFastSearch : 1) * (is_shared ? 3 : 1));
    now += std::max(took, kInterval);
    return {.at = now,
            .took = took,
            .interval = kInterval,
            .captured = captured,
            .coded = coded,
            .largest = kMax,
            .fast_search = has_fast_search ? std::optional(kFastSearch) : std::nullopt};
  }
};

/// A change of the effort, and when it came.
struct Step {
  Duration at{};
  EncoderEffort to;
};

class EncoderLoadTest : public testing::Test {
 protected:
  /// True when the effort changes.
  bool code(const Computer& computer) {
    const EncoderLoad::Frame frame = computer.code(load_.effort(), now_);
    return load_.handle_frame(frame);
  }
  std::vector<Step> run(const Computer& computer, Duration duration) {
    std::vector<Step> steps;
    const Timestamp start = now_;
    while (now_ - start < duration) {
      if (code(computer)) steps.push_back({now_ - start, load_.effort()});
    }
    return steps;
  }

  EncoderLoad load_;
  Timestamp now_{1000s};
};

TEST_F(EncoderLoadTest, AComputerThatCodesInTimeDoesAllThatIsAsked) {
  EXPECT_TRUE(run({.full_picture = 0.7}, 10min).empty());
  EXPECT_EQ(load_.effort(), EncoderEffort{});
}

TEST_F(EncoderLoadTest, FirstTheEncoderSearchesLessAndThenPicturesGetSmaller) {
  const std::vector<Step> steps = run({.full_picture = 1.2}, 10min);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].to, (EncoderEffort{.fast = true, .size_step = 0}));
  EXPECT_EQ(steps[1].to, (EncoderEffort{.fast = true, .size_step = 1}));
  EXPECT_LT(steps[1].at, 10s);
  EXPECT_LT(load_.load(), 0.75);
}

TEST_F(EncoderLoadTest, PicturesGetSmallerAtOnceWhereNoSearchIsFaster) {
  const std::vector<Step> steps = run({.full_picture = 1, .has_fast_search = false}, 1min);
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].to, (EncoderEffort{.fast = false, .size_step = 1}));
}

TEST_F(EncoderLoadTest, ASmallerPictureIsSmallerThanTheOneThatThePathLeaves) {
  const Computer computer{.full_picture = 3.5, .has_fast_search = false, .most = {.width = 640, .height = 360}};
  const std::vector<Step> steps = run(computer, 5s);
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(picture_part(kMax, kPictureSixteenths[steps[0].to.size_step]), (Resolution{480, 270}));
}

TEST_F(EncoderLoadTest, PicturesStayLargeEnoughToBeSeenHoweverSlowTheComputerIs) {
  (void)run({.full_picture = 30}, 10min);
  EXPECT_EQ(picture_part(kMax, kPictureSixteenths[load_.effort().size_step]), (Resolution{320, 180}));
}

TEST_F(EncoderLoadTest, GoesBackUpStepByStepOnceThereIsTime) {
  (void)run({.full_picture = 1.8}, 1min);
  const EncoderEffort low = load_.effort();
  ASSERT_GT(low.size_step, 0U);
  const std::vector<Step> steps = run({.full_picture = 0.3}, 10min);
  ASSERT_EQ(steps.size(), low.size_step + 1);
  EXPECT_GT(steps[0].at, 10s) << "a short rest is no reason";
  for (std::size_t i = 0; i < low.size_step; ++i) EXPECT_EQ(steps[i].to.size_step, low.size_step - 1 - i);
  EXPECT_EQ(load_.effort(), EncoderEffort{});
}

TEST_F(EncoderLoadTest, StaysWhereItIsBetweenTheTwoLimits) {
  ASSERT_EQ(run({.full_picture = 0.8, .has_fast_search = false}, 1min).size(), 1U);
  EXPECT_TRUE(run({.full_picture = 0.6, .has_fast_search = false}, 10min).empty());
  EXPECT_EQ(run({.full_picture = 0.45, .has_fast_search = false}, 10min).size(), 1U);
}

TEST_F(EncoderLoadTest, AnUpwardStepThatIsTakenBackIsTriedEverMoreRarely) {
  std::vector<Duration> rests;
  for (int i = 0; i < 6; ++i) {
    const std::vector<Step> down = run({.full_picture = 0.9, .has_fast_search = false}, 4s);
    ASSERT_EQ(down.size(), 1U);
    // It looks as if there were time until pictures are as large as before.
    Duration rest{};
    while (load_.effort().size_step > 0) {
      rest += kInterval;
      (void)code({.full_picture = 0.3, .has_fast_search = false});
    }
    rests.push_back(rest);
  }
  for (std::size_t i = 1; i < rests.size(); ++i)
    EXPECT_GT(rests[i], std::min<Duration>(rests[i - 1] * 3 / 2, 100s)) << i;
  EXPECT_LT(rests.back(), 150s);
}

TEST_F(EncoderLoadTest, AMomentThatTheComputerSleptDoesNotCount) {
  const Computer computer{.full_picture = 0.3};
  (void)run(computer, 10s);
  EncoderLoad::Frame asleep = computer.code({}, now_);
  asleep.took = 1h;
  asleep.at = now_ += 1h;
  EXPECT_FALSE(load_.handle_frame(asleep));
  EXPECT_TRUE(run(computer, 1min).empty());
}

TEST_F(EncoderLoadTest, PicturesThatThePathMakesSmallerAreNoReasonToGoBackUp) {
  (void)run({.full_picture = 1.2}, 1min);
  const EncoderEffort effort = load_.effort();
  ASSERT_EQ(effort, (EncoderEffort{.fast = true, .size_step = 1}));
  EXPECT_TRUE(run({.full_picture = 1.2, .most = {.width = 640, .height = 360}}, 5min).empty());
  EXPECT_EQ(load_.effort(), effort);
}

TEST_F(EncoderLoadTest, ASmallCameraCostsNoMoreOneStepUp) {
  constexpr Resolution kSmall = {.width = 640, .height = 480};
  (void)run({.full_picture = 4, .captured = kSmall}, 1min);
  ASSERT_GT(load_.effort().size_step, 0U);
  (void)run({.full_picture = 1.2, .captured = kSmall}, 10min);
  EXPECT_EQ(load_.effort(), EncoderEffort{}) << "0.4 of the time";
}

TEST_F(EncoderLoadTest, AComputerThatIsBusyNowAndThenSettlesDown) {
  const Computer computer{.full_picture = 0.4, .has_fast_search = false, .busy = 5s};
  const std::size_t at_first = run(computer, 5min).size();
  EXPECT_GT(at_first, 0U);
  EXPECT_LE(run(computer, 10min).size(), 12U);
}

}  // namespace
}  // namespace counterpoint
