// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/ringer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "tests/support/idle_device.h"

namespace counterpoint {
namespace {

/// Plays a block whenever it is told.
class Device final : public IdleDevice {
 public:
  /// The loudest sample of its next second.
  float loudest() {
    float most = 0;
    for (int i = 0; i < 100; ++i) {
      AudioBlock playback;
      playback.samples.fill(0);
      callback().fill_playback(playback, {});
      for (const float sample : playback.samples) most = std::max(most, std::abs(sample));
    }
    return most;
  }
};

TEST(Ringer, RingsFromItsStartAndLeavesTheDeviceAtItsEnd) {
  Device device;
  std::optional<Ringer> ringer(std::in_place, device, RingTone::Kind::kIncoming);
  EXPECT_FALSE(device.started());
  ASSERT_TRUE(ringer->start());
  EXPECT_GT(device.loudest(), 0.1F);
  ringer.reset();
  EXPECT_FALSE(device.started());
}

TEST(Ringer, WithoutADeviceItSaysWhy) {
  Device device;
  device.fails = true;
  Ringer ringer(device, RingTone::Kind::kRingBack);
  const Result<void> started = ringer.start();
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().message, "it is gone");
}

}  // namespace
}  // namespace counterpoint
