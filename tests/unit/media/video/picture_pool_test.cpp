// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/picture/picture_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace counterpoint {
namespace {

constexpr PictureSize kSize = {.width = 64, .height = 36};

TEST(PicturePool, UsesTheMemoryOfAPictureThatNobodyHolds) {
  PicturePool pool;
  const std::uint8_t* first = pool.make(kSize)->data(0);
  EXPECT_EQ(pool.make(kSize)->data(0), first);
}

TEST(PicturePool, NeverTouchesAPictureThatSomebodyHolds) {
  PicturePool pool;
  const std::shared_ptr<const Picture> held = pool.make(kSize);
  for (int i = 0; i < 10; ++i) EXPECT_NE(pool.make(kSize)->data(0), held->data(0));
}

TEST(PicturePool, GivesEachSizeThatIsAskedFor) {
  PicturePool pool;
  for (const int width : {64, 32, 64, 128, 2}) {
    const PictureSize size = {.width = width, .height = 36};
    EXPECT_EQ(pool.make(size)->size(), size);
  }
}

TEST(PicturePool, LetsPicturesOutliveIt) {
  std::optional<PicturePool> pool(std::in_place);
  std::shared_ptr<Picture> picture = pool->make(kSize);
  pool.reset();
  std::ranges::fill(picture->row(0, 0), std::uint8_t{7});
  EXPECT_EQ(picture->row(0, 0)[63], 7);
}

TEST(PicturePool, TakesPicturesBackFromAnyThread) {
  PicturePool pool;
  for (int round = 0; round < 100; ++round) {
    std::vector<std::thread> holders;
    for (int i = 0; i < 4; ++i) {
      auto picture = pool.make(kSize);
      std::ranges::fill(picture->row(0, 0), static_cast<std::uint8_t>(i));
      holders.emplace_back([picture = std::shared_ptr<const Picture>(std::move(picture)), i]() mutable {
        EXPECT_EQ(picture->row(0, 0)[5], i);
        picture.reset();
      });
    }
    for (auto& holder : holders) holder.join();
  }
}

}  // namespace
}  // namespace counterpoint
