// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/send_path.h"

#include <gtest/gtest.h>

#include "core/adaptation/mode/constant_estimator.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

using Made = std::unique_ptr<Estimator>;

/// Lets nothing of video leave.
Made make_live(const AdaptationContext&, const ParameterValues&) {
  PathEstimate estimate;
  estimate.budget = DataSize();
  return std::make_unique<ConstantEstimator>(estimate);
}
Made make_stored(const AdaptationContext&, const ParameterValues&) {
  PathEstimate estimate;
  estimate.budget = DataSize();
  estimate.send_buffer = DataSize::bytes(5000);
  return std::make_unique<ConstantEstimator>(estimate);
}
/// Probes at 8 Mbit/s: 1 ms a packet.
Made make_probing(const AdaptationContext&, const ParameterValues&) {
  PathEstimate estimate;
  estimate.pacing_rate = DataRate::kilobits_per_second(8000);
  estimate.padding = true;
  return std::make_unique<ConstantEstimator>(estimate);
}

const EstimatorKind kLive{.name = "live", .summary = {}, .source = {}, .parameters = {}, .make = make_live};
const EstimatorKind kStored{.name = "stored", .summary = {}, .source = {}, .parameters = {}, .make = make_stored};
const EstimatorKind kProbing{.name = "probing", .summary = {}, .source = {}, .parameters = {}, .make = make_probing};

class SendPathTest : public testing::Test {
 protected:
  SendPath path(const EstimatorKind& estimator) {
    mode_ = Mode{"test", {}, &estimator, find_mode("fixed")->scaler, &kByteBudgetGate};
    return SendPath(
        {}, Adaptation({.mode = &mode_, .parameters = {}}, {.point = {}, .wire = {}, .limits = {}, .now = kStart}));
  }
  static void push(SendPath& path, Timestamp now) {
    path.push({.data = Bytes(1000), .payload_size = DataSize::bytes(980)}, now);
  }

  Mode mode_;
};

TEST_F(SendPathTest, ALiveCallEncodesNoFrameThatWouldWaitTooLong) {
  SendPath live = path(kLive);
  push(live, kStart);
  EXPECT_TRUE(live.has_room_for_video(kStart + 150ms));
  EXPECT_FALSE(live.has_room_for_video(kStart + 151ms));
}

TEST_F(SendPathTest, ASendBufferMayFillHoweverLongItsFramesWait) {
  SendPath stored = path(kStored);
  for (int i = 0; i < 5; ++i) push(stored, kStart);
  EXPECT_TRUE(stored.has_room_for_video(kStart + 8s));
  push(stored, kStart + 8s);
  EXPECT_FALSE(stored.has_room_for_video(kStart + 8s));
}

TEST_F(SendPathTest, AProbeLeavesAtItsRateAndIsPaddedWhenNoVideoWaits) {
  SendPath probing = path(kProbing);
  EXPECT_TRUE(probing.wants_padding());
  push(probing, kStart);
  push(probing, kStart);
  EXPECT_FALSE(probing.wants_padding());
  EXPECT_TRUE(probing.pop(kStart));
  EXPECT_FALSE(probing.pop(kStart));
  EXPECT_EQ(probing.next_deadline(), kStart + 1ms);
  EXPECT_TRUE(probing.pop(kStart + 1ms));
  EXPECT_TRUE(probing.wants_padding());
  probing.set_video_stream(StreamReadiness::kReady);
  EXPECT_FALSE(probing.wants_padding()) << "a stream paces itself";
}

}  // namespace
}  // namespace counterpoint
