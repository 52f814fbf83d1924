// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/ringer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace counterpoint {
namespace {

/// Plays a block whenever it is told.
class Device final : public AudioDevice {
 public:
  Result<void> start(AudioCallback& callback, Timestamp) override {
    if (fails) return Error{ErrorKind::kUnavailable, "it is gone"};
    callback_ = &callback;
    return {};
  }
  void stop() override { callback_ = nullptr; }
  void poll(Timestamp) override {}
  Timestamp next_deadline() const override { return kNever; }
  std::string description() const override { return "a device"; }

  [[nodiscard]] bool started() const { return callback_ != nullptr; }
  /// Of the next second of it.
  float loudest() {
    float most = 0;
    for (int i = 0; i < 100; ++i) {
      AudioBlock playback;
      playback.samples.fill(0);
      callback_->fill_playback(playback, {});
      for (const float sample : playback.samples) most = std::max(most, std::abs(sample));
    }
    return most;
  }

  bool fails = false;

 private:
  AudioCallback* callback_ = nullptr;
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
