// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shape/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace counterpoint {
namespace {

TEST(WorkerPool, DoesEachPartOnceForAllThatAsk) {
  for (const std::size_t slots : {1U, 2U, 5U}) {
    WorkerPool pool(slots);
    const auto work = [&pool] {
      const WorkerPool::Slot slot(pool);
      for (const std::size_t count : {0U, 1U, 2U, 100U}) {
        std::vector<std::atomic<int>> done(count);
        for (int round = 0; round < 50; ++round) pool.run(count, [&done](std::size_t i) { ++done[i]; });
        for (const std::atomic<int>& times : done) EXPECT_EQ(times, 50);
      }
    };
    const auto first = std::async(std::launch::async, work);
    const auto second = std::async(std::launch::async, work);
    work();
  }
}

TEST(WorkerPool, HelpsWhenASlotIsFree) {
  WorkerPool pool(2);
  const WorkerPool::Slot slot(pool);
  // Each part waits until the other one has begun, too.
  std::promise<void> begun[2];
  const std::future<void> seen[2] = {begun[0].get_future(), begun[1].get_future()};
  std::atomic<int> threads = 0;
  pool.run(2, [&](std::size_t i) {
    ++threads;
    begun[i].set_value();
    seen[1 - i].wait();
  });
  EXPECT_EQ(threads, 2);
}

}  // namespace
}  // namespace counterpoint
