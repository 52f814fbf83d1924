// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <array>
#include <memory>
#include <thread>
#include <vector>

#include "core/base/queue/bounded_queue.h"
#include "core/base/queue/spsc_ring.h"

namespace counterpoint {
namespace {

using testing::Eq;
using testing::Optional;

TEST(BoundedQueue, GivesBackInOrder) {
  BoundedQueue<int> queue(3);
  EXPECT_TRUE(queue.push(1));
  EXPECT_TRUE(queue.push(2));
  EXPECT_EQ(queue.size(), 2U);
  EXPECT_THAT(queue.try_pop(), Optional(1));
  EXPECT_THAT(queue.pop(), Optional(2));
  EXPECT_THAT(queue.try_pop(), Eq(std::nullopt));
}

TEST(BoundedQueue, WhenFullTheOldestGoesAndIsCounted) {
  BoundedQueue<int> queue(2);
  EXPECT_TRUE(queue.push(1));
  EXPECT_TRUE(queue.push(2));
  EXPECT_FALSE(queue.push(3));
  EXPECT_FALSE(queue.push(4));
  EXPECT_EQ(queue.dropped(), 2U);
  EXPECT_THAT(queue.try_pop(), Optional(3));
  EXPECT_THAT(queue.try_pop(), Optional(4));
}

TEST(BoundedQueue, AfterCloseTheRestIsGivenOutAndNothingTaken) {
  BoundedQueue<int> queue(2);
  EXPECT_TRUE(queue.push(1));
  queue.close();
  EXPECT_FALSE(queue.push(2));
  EXPECT_THAT(queue.pop(), Optional(1));
  EXPECT_THAT(queue.pop(), Eq(std::nullopt));
  EXPECT_EQ(queue.dropped(), 0U);
}

TEST(BoundedQueue, CloseWakesEveryWaitingConsumer) {
  BoundedQueue<int> queue(1);
  std::vector<std::jthread> consumers;
  consumers.reserve(4);
  for (int i = 0; i < 4; ++i) {
    consumers.emplace_back([&queue] { EXPECT_THAT(queue.pop(), Eq(std::nullopt)); });
  }
  queue.close();  // The test ends only when all of them have returned.
}

TEST(BoundedQueue, BetweenThreadsEachElementIsGivenOutOrCountedAsDropped) {
  constexpr int kElements = 20'000;
  BoundedQueue<std::unique_ptr<int>> queue(8);
  std::uint64_t received = 0;
  bool in_order = true;
  std::jthread consumer([&] {
    int last = -1;
    while (const auto element = queue.pop()) {
      in_order = in_order && **element > last;
      last = **element;
      ++received;
    }
  });
  for (int i = 0; i < kElements; ++i) queue.push(std::make_unique<int>(i));
  queue.close();
  consumer.join();
  EXPECT_TRUE(in_order);
  EXPECT_GE(received, 8U) << "the last ones are never dropped";
  EXPECT_EQ(received + queue.dropped(), static_cast<std::uint64_t>(kElements));
}

TEST(Mailbox, HoldsTheNewestOnly) {
  Mailbox<int> mailbox;
  EXPECT_TRUE(mailbox.push(1));
  EXPECT_FALSE(mailbox.push(2));
  EXPECT_THAT(mailbox.try_pop(), Optional(2));
  EXPECT_THAT(mailbox.try_pop(), Eq(std::nullopt));
  EXPECT_EQ(mailbox.dropped(), 1U);
}

TEST(SpscRing, HoldsItsCapacityAndRefusesMore) {
  SpscRing<int> ring(2);
  EXPECT_TRUE(ring.push(1));
  EXPECT_TRUE(ring.push(2));
  EXPECT_FALSE(ring.push(3));
  EXPECT_EQ(ring.size(), 2U);
  int value = 0;
  EXPECT_TRUE(ring.pop(value));
  EXPECT_EQ(value, 1);
  EXPECT_TRUE(ring.push(4));
  EXPECT_TRUE(ring.pop(value));
  EXPECT_EQ(value, 2);
  EXPECT_TRUE(ring.pop(value));
  EXPECT_EQ(value, 4);
  EXPECT_FALSE(ring.pop(value));
  EXPECT_EQ(value, 4) << "an empty ring leaves the value alone";
}

TEST(SpscRing, SizeIsRightAllTheWayRound) {
  SpscRing<int> ring(3);
  int value = 0;
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(ring.push(i));
    ASSERT_TRUE(ring.push(i));
    EXPECT_EQ(ring.size(), 2U);
    ASSERT_TRUE(ring.pop(value) && ring.pop(value));
    EXPECT_EQ(ring.size(), 0U);
  }
}

TEST(SpscRing, BetweenThreadsNothingIsLostTornOrReordered) {
  // Larger than a machine word, so that a torn element would show.
  struct Element {
    std::array<int, 16> copies{};
  };
  constexpr int kElements = 50'000;
  SpscRing<Element> ring(16);
  std::jthread producer([&ring] {
    for (int i = 0; i < kElements; ++i) {
      Element element;
      element.copies.fill(i);
      while (!ring.push(element)) std::this_thread::yield();
    }
  });
  int wrong = 0;
  for (int i = 0; i < kElements; ++i) {
    Element element;
    while (!ring.pop(element)) std::this_thread::yield();
    for (const int copy : element.copies) wrong += copy == i ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(ring.size(), 0U);
}

}  // namespace
}  // namespace counterpoint
