// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/frame/picture_scaling.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/moving_frame.h"
#include "tests/support/picture_quality.h"

namespace counterpoint {
namespace {

TEST(FitSize, KeepsTheAspectWithinTheBound) {
  EXPECT_EQ(fit_size({1920, 1080}, {640, 360}), (Resolution{640, 360}));
  EXPECT_EQ(fit_size({1280, 720}, {640, 480}), (Resolution{640, 360}));
  EXPECT_EQ(fit_size({640, 480}, {640, 360}), (Resolution{480, 360}));
  EXPECT_EQ(fit_size({360, 640}, {640, 360}), (Resolution{202, 360}));
}

TEST(FitSize, NeverEnlarges) {
  EXPECT_EQ(fit_size({320, 240}, {1280, 720}), (Resolution{320, 240}));
  EXPECT_EQ(fit_size({641, 361}, {641, 361}), (Resolution{641, 361}));
  EXPECT_EQ(fit_size({1, 1000}, {640, 360}), (Resolution{1, 360}));
}

TEST(FitSize, GivesEvenSidesWithinEveryBound) {
  Rng rng(7);
  for (int i = 0; i < 10'000; ++i) {
    const auto side = [&rng](int low) { return low + static_cast<int>(rng.below(4000)); };
    const Resolution size = {side(2), side(2)};
    const Resolution bound = {side(2), side(2)};
    const Resolution fit = fit_size(size, bound);
    ASSERT_LE(fit.width, std::min(size.width, bound.width));
    ASSERT_LE(fit.height, std::min(size.height, bound.height));
    ASSERT_GE(std::min(fit.width, fit.height), 2);
    if (fit == size) continue;
    ASSERT_EQ(fit.width % 2, 0);
    ASSERT_EQ(fit.height % 2, 0);
  }
}

TEST(ScaleToFit, ReturnsTheSameFrameWhenNothingChanges) {
  const auto picture = MovingFrame({320, 180}).at(0);
  EXPECT_EQ(scale_to_fit(picture, {320, 180}), picture);
  EXPECT_EQ(scale_to_fit(picture, {1280, 720}), picture);
}

TEST(ScaleToFit, ShowsTheSameSceneSmaller) {
  FrameBuffer checker({64, 64});
  for (int plane = 0; plane < 3; ++plane) {
    const Resolution size = checker.plane_size(plane);
    for (int y = 0; y < size.height; ++y) {
      const auto row = checker.row(plane, y);
      for (std::size_t x = 0; x < row.size(); ++x) row[x] = x < row.size() / 2 ? 40 : 200;
    }
  }
  const auto scaled = scale_to_fit(std::make_shared<FrameBuffer>(std::move(checker)), {32, 20});
  ASSERT_EQ(scaled->size(), (Resolution{20, 20}));
  for (int plane = 0; plane < 3; ++plane) {
    EXPECT_NEAR(scaled->row(plane, 5).front(), 40, 1);
    EXPECT_NEAR(scaled->row(plane, 5).back(), 200, 1);
  }
}

TEST(LumaPsnr, IsTheMeanSquareErrorInDecibels) {
  const auto original = std::make_shared<FrameBuffer>(Resolution{100, 50});
  auto changed = std::make_shared<FrameBuffer>(Resolution{100, 50});
  for (int y = 0; y < 50; ++y) {
    std::ranges::fill(original->row(0, y), std::uint8_t{100});
    std::ranges::fill(changed->row(0, y), std::uint8_t{105});
  }
  EXPECT_EQ(luma_psnr(*original, *original), kIdenticalPsnr);
  EXPECT_NEAR(luma_psnr(*original, *changed), 34.151, 0.001);  // 10 log10(255^2 / 25)
  EXPECT_EQ(luma_psnr(*original, FrameBuffer({50, 100})), 0);
}

}  // namespace
}  // namespace counterpoint
