// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/camera/camera_modes.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr Resolution kVga{640, 480};
constexpr Resolution kNhd{640, 360};
constexpr Resolution kHd{1280, 720};
constexpr Resolution kFullHd{1920, 1080};
const FrameRate kThirty = FrameRate::per_second(30);

CameraMode samples(Resolution size, double rate) { return {.size = size, .max_rate = rate}; }
CameraMode motion_jpeg(Resolution size, double rate) { return {.size = size, .max_rate = rate, .compressed = true}; }

TEST(CameraModes, MotionJpegIsForWhatUsb2DoesNotCarryAsSamples) {
  const std::vector<CameraMode> usual = {samples(kVga, 30),     samples(kNhd, 30),    samples(kHd, 10),
                                         motion_jpeg(kVga, 30), motion_jpeg(kHd, 30), motion_jpeg(kFullHd, 30)};
  EXPECT_EQ(choose_camera_mode(usual, kHd, kThirty), motion_jpeg(kHd, 30));
  EXPECT_EQ(choose_camera_mode(usual, kVga, kThirty), samples(kVga, 30));
  EXPECT_EQ(choose_camera_mode(usual, kNhd, kThirty), samples(kNhd, 30));
  EXPECT_EQ(choose_camera_mode(usual, kHd, FrameRate::per_second(10)), samples(kHd, 10));
}

TEST(CameraModes, ASmallCameraGivesSamplesHoweverMuchIsWanted) {
  const std::vector<CameraMode> small = {motion_jpeg(kVga, 30), samples(kVga, 30), samples({320, 240}, 30)};
  EXPECT_EQ(choose_camera_mode(small, kHd, kThirty), samples(kVga, 30));
  EXPECT_EQ(choose_camera_mode(small, kNhd, kThirty), samples(kVga, 30));
}

TEST(CameraModes, MotionJpegIsTakenForMoreFrames) {
  EXPECT_EQ(choose_camera_mode({samples(kVga, 15), motion_jpeg(kVga, 30)}, kVga, kThirty), motion_jpeg(kVga, 30));
  EXPECT_EQ(choose_camera_mode({samples(kVga, 29.97), motion_jpeg(kVga, 30)}, kVga, kThirty), samples(kVga, 29.97));
}

TEST(CameraModes, MovementIsWorthMoreThanSizeAmongEquals) {
  EXPECT_EQ(choose_camera_mode({samples(kHd, 10), samples(kVga, 30)}, kHd, kThirty), samples(kVga, 30));
}

TEST(CameraModes, ACameraThatNamesNoRateIsBelieved) {
  EXPECT_EQ(choose_camera_mode({samples(kHd, 0), motion_jpeg(kHd, 30)}, kHd, kThirty), samples(kHd, 0));
}

TEST(CameraModes, NoMoreIsReadThanIsWanted) {
  EXPECT_EQ(choose_camera_mode({samples(kFullHd, 30), samples(kHd, 30)}, kHd, kThirty), samples(kHd, 30));
  EXPECT_EQ(choose_camera_mode({}, kHd, kThirty), std::nullopt);
}

TEST(CameraModes, WhatIsNoCameraListsNone) {
  EXPECT_TRUE(list_camera_modes("/dev/null", kHd).empty());
  EXPECT_TRUE(list_camera_modes("/dev/no-such-camera", kHd).empty());
}

}  // namespace
}  // namespace counterpoint
