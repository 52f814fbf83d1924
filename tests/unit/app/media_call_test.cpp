// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/media_call.h"

#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/stream/unprotected_packets.h"
#include "net/rtp/rtcp.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
constexpr std::uint32_t kVideoSsrc = 12;

/// Remembers the points at which it was to code.
class FakeEncoder final : public VideoEncoder {
 public:
  explicit FakeEncoder(std::vector<OperatingPoint>& points) : points_(points) {}
  Result<EncodedVideoFrame> encode(const VideoFrame& frame, const OperatingPoint& point, bool key_frame) override {
    points_.push_back(point);
    return EncodedVideoFrame{.data = Bytes(static_cast<std::size_t>(point.frame_size.bytes())),
                             .key_frame = key_frame,
                             .captured_at = frame.at};
  }

 private:
  std::vector<OperatingPoint>& points_;
};

/// A path back to the sender that loses every third datagram, and a peer that asks for key frames 340 times a turn.
class FloodedPath final : public Transport {
 public:
  void send(ByteView datagram, Timestamp, Ecn = Ecn::kNotEct) override {
    if (++sent_ % 3 != 0) waiting_.emplace_back(datagram.begin(), datagram.end());
  }
  void flood() {
    const std::vector<RtcpPacket> requests(85, PictureLossIndication{.sender_ssrc = 21, .media_ssrc = kVideoSsrc});
    for (int i = 0; i < 4; ++i) waiting_.push_back(serialize(requests));
  }
  std::optional<ReceivedDatagram> receive(Timestamp now) override {
    if (waiting_.empty()) return std::nullopt;
    ReceivedDatagram datagram{.data = std::move(waiting_.front()), .arrived_at = now};
    waiting_.pop_front();
    return datagram;
  }
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] int descriptor() const override { return -1; }

 private:
  int sent_ = 0;
  std::deque<Bytes> waiting_;
};

TEST(MediaCallTest, CodesAtTheNewPointHoweverManyKeyFramesThePeerAsksForMeanwhile) {
  const auto log = std::filesystem::path(testing::TempDir()) / "media_call_test.jsonl";
  const auto archive = CallArchive::open(log);
  ASSERT_TRUE(archive);
  const MediaCapabilities can{.port = 1, .audio_ssrc = 11, .video_ssrc = kVideoSsrc, .rtx_ssrc = 13, .cname = "me"};
  MediaCall::Config config;
  config.negotiated = loop_session(can);
  config.protection = std::make_shared<UnprotectedPackets>();
  config.clock = [] { return kStart; };
  config.session.mode.mode = find_mode("tcp-cwnd");
  std::vector<OperatingPoint> points;
  MediaCodecs codecs;
  codecs.video_encoder = std::make_unique<FakeEncoder>(points);
  MediaCall call(config, std::move(codecs), nullptr, **archive, kStart);
  FloodedPath path;
  int changes = 0;
  // Each turn brings a report on which the mode acts, and then more requests than the session keeps events.
  for (Timestamp now = kStart; now < kStart + 5s; now += 50ms) {
    const OperatingPoint point = call.adaptation_status(now).point;
    const std::size_t coded = points.size();
    call.video_send().encode({.at = now});
    if (points.size() > coded) {
      ASSERT_EQ(points.back(), point) << to_seconds(now - kStart) << " s";
      changes += coded > 0 && points[coded - 1] != point ? 1 : 0;
    }
    path.flood();
    (void)call.run_network(path, nullptr, now);
  }
  EXPECT_GT(changes, 1);
  std::filesystem::remove(log);
}

}  // namespace
}  // namespace counterpoint
