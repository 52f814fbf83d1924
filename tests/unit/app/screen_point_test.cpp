// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/video/screen_point.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "app/pipelines/video/video_send_pipeline.h"
#include "app/stream/unprotected_packets.h"

namespace counterpoint {
namespace {

TEST(ScreenCoding, SpendsTheSameRateOnFewerAndLargerPictures) {
  OperatingPoint point = OperatingPoint::from_rate(DataRate::kilobits_per_second(600), FrameRate::per_second(30),
                                                   {.width = 640, .height = 360});
  point.aggregation_delay = 20ms;
  const OperatingPoint screen = ScreenCoding().at(point);
  EXPECT_DOUBLE_EQ(screen.frame_rate.per_second(), 10);
  EXPECT_EQ(screen.resolution, (Resolution{.width = 1920, .height = 1080}));
  EXPECT_NEAR(screen.video_rate().kilobits_per_second(), 600, 1);
  EXPECT_EQ(screen.aggregation_delay, 20ms);
}

TEST(ScreenCoding, LeavesAFrameRateThatIsLowerAsItIs) {
  const OperatingPoint point = OperatingPoint::from_rate(DataRate::kilobits_per_second(80), FrameRate::per_second(6),
                                                         {.width = 320, .height = 180});
  EXPECT_DOUBLE_EQ(ScreenCoding().at(point).frame_rate.per_second(), 6);
}

/// Notes how bright each frame is.
class FakeEncoder final : public VideoEncoder {
 public:
  explicit FakeEncoder(std::vector<int>& brightness) : brightness_(brightness) {}
  Result<EncodedVideoFrame> encode(const VideoFrame& frame, const OperatingPoint&, bool key_frame) override {
    brightness_.push_back(frame.buffer->row(0, 0)[0]);
    return EncodedVideoFrame{.data = Bytes(100), .key_frame = key_frame, .captured_at = frame.at};
  }

 private:
  std::vector<int>& brightness_;
};

TEST(VideoSendPipeline, APictureOfTheCameraThatIsLateDoesNotGoOutAsTheScreen) {
  constexpr int kBlack = 16;
  Timestamp now{1000s};
  const MediaCapabilities can{.port = 1, .audio_ssrc = 1, .video_ssrc = 2, .rtx_ssrc = 3, .cname = "me"};
  SharedSession session(RtpSession({}, loop_session(can), std::make_shared<UnprotectedPackets>(), 1, now), [] {});
  std::vector<int> sent;
  VideoSendPipeline pipeline(session, std::make_unique<FakeEncoder>(sent), [&now] { return now; });
  const auto encode = [&](int brightness, FrameKind kind) {
    auto picture = std::make_shared<FrameBuffer>(Resolution{.width = 16, .height = 16});
    picture->row(0, 0)[0] = static_cast<std::uint8_t>(brightness);
    now += 1s;
    pipeline.encode({.buffer = picture, .at = now}, kind);
    session.with([&](RtpSession& s) {
      s.poll(now);
      while (s.poll_transmit(now)) {
      }
    });
  };
  pipeline.set_camera_on(false);
  encode(100, FrameKind::kCamera);
  pipeline.set_kind(FrameKind::kScreen);
  encode(101, FrameKind::kCamera);
  encode(200, FrameKind::kScreen);
  pipeline.set_kind(FrameKind::kCamera);
  encode(201, FrameKind::kScreen);
  encode(102, FrameKind::kCamera);
  EXPECT_EQ(sent, (std::vector<int>{kBlack, 200, kBlack}));
}

}  // namespace
}  // namespace counterpoint
