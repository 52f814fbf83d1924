// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/batch.h"

#include <gmock/gmock.h>

#include <atomic>
#include <set>

namespace counterpoint {
namespace {

std::vector<RunRequest> requests(std::size_t count) {
  std::vector<RunRequest> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    all[i].header.experiment = {.name = "by-hand", .duration = 10s};
    all[i].header.experiment.flows.resize(1);
    all[i].header.mode = "fixed";
    all[i].header.seed = i + 1;
  }
  return all;
}

Result<void> fine(const RunHeader&) { return {}; }

/// Waits until the batch is over, and gives all that it said of ended runs.
Batch::State wait_for(Batch& batch) {
  std::vector<std::size_t> ended;
  while (true) {
    Batch::State state = batch.state();
    ended.insert(ended.end(), state.newly.begin(), state.newly.end());
    if (state.over) {
      // Runs may have ended between the two looks.
      const Batch::State last = batch.state();
      ended.insert(ended.end(), last.newly.begin(), last.newly.end());
      state.newly = ended;
      return state;
    }
    std::this_thread::yield();
  }
}

TEST(Batch, RunsEachOnceAndTellsOfEach) {
  const Level level{.name = "test", .summary = "", .check = fine, .run = [](const RunRequest& request) {
                      request.progress(5s);
                      return Result<void>();
                    }};
  Batch batch(level, requests(20), 4);
  const Batch::State state = wait_for(batch);
  EXPECT_TRUE(state.outcome);
  EXPECT_EQ(state.done, 20U);
  EXPECT_DOUBLE_EQ(state.share, 1);
  EXPECT_THAT(state.newly, testing::SizeIs(20));
  EXPECT_THAT(std::set<std::size_t>(state.newly.begin(), state.newly.end()), testing::SizeIs(20));
}

TEST(Batch, BeginsWithTheLongestRuns) {
  const Level level{
      .name = "test", .summary = "", .check = fine, .run = [](const RunRequest&) { return Result<void>(); }};
  std::vector<RunRequest> four = requests(4);
  four[1].header.experiment.duration = 60s;
  four[2].header.experiment.flows.resize(10);
  Batch batch(level, four, 1);
  EXPECT_THAT(wait_for(batch).newly, testing::ElementsAre(2, 1, 0, 3));
}

std::atomic<int> at_once = 0;

TEST(Batch, DoesNotLetRunsInRealTimeDisturbEachOther) {
  const Level level{.name = "test",
                    .summary = "",
                    .check = fine,
                    .run = [](const RunRequest&) -> Result<void> {
                      const int others = at_once++;
                      for (int i = 0; i < 1000; ++i) std::this_thread::yield();
                      --at_once;
                      if (others > 0) return Error{ErrorKind::kInternal, "not alone"};
                      return {};
                    },
                    .in_real_time = true};
  Batch batch(level, requests(10), 8);
  const Batch::State state = wait_for(batch);
  EXPECT_TRUE(state.outcome) << state.outcome.error().message;
  EXPECT_EQ(state.done, 10U);
}

TEST(Batch, BeginsNoMoreRunsAfterAnError) {
  const Level level{.name = "test", .summary = "", .check = fine, .run = [](const RunRequest& request) -> Result<void> {
                      if (request.header.seed < 3) return {};
                      return Error{ErrorKind::kUnavailable, "the disk is full"};
                    }};
  Batch batch(level, requests(20), 1);
  const Batch::State state = wait_for(batch);
  ASSERT_FALSE(state.outcome);
  EXPECT_EQ(state.done, 2U);
  EXPECT_EQ(state.failed, 2U);
  EXPECT_EQ(state.outcome.error().message, "by-hand, mode fixed, seed 3: the disk is full");
}

TEST(Batch, StopsRunsThatGoOnAndThatIsNoError) {
  const Level level{.name = "test", .summary = "", .check = fine, .run = [](const RunRequest& request) -> Result<void> {
                      request.progress(5s);
                      while (!request.stop.stop_requested()) std::this_thread::yield();
                      return Error{ErrorKind::kUnavailable, kStopped};
                    }};
  Batch batch(level, requests(4), 2);
  while (batch.state().share < 0.25) std::this_thread::yield();
  const Batch::State going_on = batch.state();
  EXPECT_EQ(going_on.running.size(), 2U);
  EXPECT_DOUBLE_EQ(going_on.share, 0.25) << "two of four are half-way";
  batch.stop();
  const Batch::State state = wait_for(batch);
  EXPECT_TRUE(state.outcome);
  EXPECT_EQ(state.done, 0U);
}

}  // namespace
}  // namespace counterpoint
