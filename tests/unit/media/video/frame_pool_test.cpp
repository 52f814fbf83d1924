// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/frame/frame_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace counterpoint {
namespace {

constexpr Resolution kSize = {.width = 64, .height = 36};

TEST(FramePool, UsesTheMemoryOfAPictureThatNobodyHolds) {
  FramePool pool;
  const std::uint8_t* first = pool.make(kSize)->data(0);
  EXPECT_EQ(pool.make(kSize)->data(0), first);
}

TEST(FramePool, NeverTouchesAFrameThatSomebodyHolds) {
  FramePool pool;
  const std::shared_ptr<const FrameBuffer> held = pool.make(kSize);
  for (int i = 0; i < 10; ++i) EXPECT_NE(pool.make(kSize)->data(0), held->data(0));
}

TEST(FramePool, GivesEachSizeThatIsAskedFor) {
  FramePool pool;
  for (const int width : {64, 32, 64, 128, 2}) {
    const Resolution size = {.width = width, .height = 36};
    EXPECT_EQ(pool.make(size)->size(), size);
  }
}

TEST(FramePool, LetsFramesOutliveIt) {
  std::optional<FramePool> pool(std::in_place);
  std::shared_ptr<FrameBuffer> picture = pool->make(kSize);
  pool.reset();
  std::ranges::fill(picture->row(0, 0), std::uint8_t{7});
  EXPECT_EQ(picture->row(0, 0)[63], 7);
}

TEST(FramePool, TakesFramesBackFromAnyThread) {
  FramePool pool;
  for (int round = 0; round < 100; ++round) {
    std::vector<std::thread> holders;
    for (int i = 0; i < 4; ++i) {
      auto picture = pool.make(kSize);
      std::ranges::fill(picture->row(0, 0), static_cast<std::uint8_t>(i));
      holders.emplace_back([picture = std::shared_ptr<const FrameBuffer>(std::move(picture)), i]() mutable {
        EXPECT_EQ(picture->row(0, 0)[5], i);
        picture.reset();
      });
    }
    for (auto& holder : holders) holder.join();
  }
}

}  // namespace
}  // namespace counterpoint
