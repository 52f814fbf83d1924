// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/media_call.h"

#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <memory>
#include <vector>

#include "net/rtp/rtcp.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
constexpr std::uint32_t kVideoSsrc = 12;

/// Remembers at which points it was to code.
class FakeEncoder final : public VideoEncoder {
 public:
  explicit FakeEncoder(std::vector<OperatingPoint>& points) : points_(points) {}
  Result<EncodedVideoFrame> encode(const VideoFrame& frame, const OperatingPoint& point, bool key_frame) override {
    points_.push_back(point);
    return EncodedVideoFrame{.data = Bytes(100), .key_frame = key_frame, .captured_at = frame.at};
  }

 private:
  std::vector<OperatingPoint>& points_;
};

/// Gives what it was given, and sends into the void.
class FakeTransport final : public Transport {
 public:
  void send(ByteView, Timestamp) override {}
  std::optional<ReceivedDatagram> receive(Timestamp) override {
    if (waiting.empty()) return std::nullopt;
    ReceivedDatagram datagram = std::move(waiting.front());
    waiting.pop_front();
    return datagram;
  }
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] int descriptor() const override { return -1; }

  std::deque<ReceivedDatagram> waiting;
};

/// A call in mode 2d, whose encoder and path are fake.
class MediaCallTest : public testing::Test {
 protected:
  MediaCallTest() {
    path_ = std::filesystem::path(testing::TempDir()) /
            ("media_call_test-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    archive_ = std::move(*CallArchive::open(path_));
    const MediaCapabilities can{.port = 1, .audio_ssrc = 11, .video_ssrc = kVideoSsrc, .rtx_ssrc = 13, .cname = "me"};
    MediaCall::Config config{.negotiated = loop_session(can), .clock = [] { return kStart; }};
    config.session.mode = {.mode = find_mode("2d"), .parameters = {}};
    config.session.point = start_;
    MediaCodecs codecs;
    codecs.video_encoder = std::make_unique<FakeEncoder>(points_);
    call_ = std::make_unique<MediaCall>(config, std::move(codecs), nullptr, *archive_, kStart);
  }
  ~MediaCallTest() override { std::filesystem::remove(path_); }

  void arrives(const std::vector<RtcpPacket>& packets) {
    transport_.waiting.push_back({.data = serialize(packets), .arrived_at = kStart});
  }

  const OperatingPoint start_ = OperatingPoint::from_rate(DataRate::kilobits_per_second(4000),
                                                          FrameRate::per_second(30), {.width = 640, .height = 360});
  std::vector<OperatingPoint> points_;
  std::filesystem::path path_;
  std::unique_ptr<CallArchive> archive_;
  FakeTransport transport_;
  std::unique_ptr<MediaCall> call_;
};

TEST_F(MediaCallTest, CodesAtTheNewPointHoweverManyKeyFramesThePeerAsksForMeanwhile) {
  // The first report leads the mode from where the call began to a point of its own; the requests follow in the same
  // turn, 85 in a datagram.
  arrives({ReceiverReport{.ssrc = 21, .reports = {{.ssrc = kVideoSsrc}}}});
  const std::vector<RtcpPacket> requests(85, PictureLossIndication{.sender_ssrc = 21, .media_ssrc = kVideoSsrc});
  for (int i = 0; i < 20; ++i) arrives(requests);
  (void)call_->run_network(transport_, nullptr, kStart);
  const OperatingPoint now = call_->adaptation_status(kStart).point;
  ASSERT_NE(now, start_);
  call_->video_send().encode({.at = kStart});
  ASSERT_EQ(points_.size(), 1U);
  EXPECT_EQ(points_.front(), now);
}

}  // namespace
}  // namespace counterpoint
