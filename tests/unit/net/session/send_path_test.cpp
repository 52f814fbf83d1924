// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/send_path.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

/// Lets nothing of video leave.
class ClosedEstimator final : public Estimator {
 public:
  explicit ClosedEstimator(std::optional<DataSize> send_buffer) {
    estimate_.video_pauses = false;
    estimate_.budget = DataSize();
    estimate_.send_buffer = send_buffer;
  }
  void handle_sent(const SentPacket&) override {}
  void handle_feedback(const FeedbackReport&) override {}
  void poll(const SendBuffer&, Timestamp) override {}
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  PathEstimate estimate_;
};

const EstimatorKind kLive{
    .name = "live",
    .summary = {},
    .source = {},
    .parameters = {},
    .make = [](const AdaptationContext&, const ParameterValues&) -> std::unique_ptr<Estimator> {
      return std::make_unique<ClosedEstimator>(std::nullopt);
    },
};
const EstimatorKind kStored{
    .name = "stored",
    .summary = {},
    .source = {},
    .parameters = {},
    .make = [](const AdaptationContext&, const ParameterValues&) -> std::unique_ptr<Estimator> {
      return std::make_unique<ClosedEstimator>(DataSize::bytes(5000));
    },
};

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

}  // namespace
}  // namespace counterpoint
