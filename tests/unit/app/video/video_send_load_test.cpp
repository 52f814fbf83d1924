// SPDX-License-Identifier: GPL-3.0-or-later
// The real encoder on computers whose speed the test chooses: nothing here is judged by the time that it really takes.
#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

#include "app/pipelines/video/video_send_pipeline.h"
#include "app/stream/unprotected_packets.h"
#include "media/codec/vpx_encoder.h"
#include "tests/support/moving_frame.h"

namespace counterpoint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Resolution kCamera = {.width = 1280, .height = 720};

/// The time of a computer, and how fast it codes.
struct SlowComputer {
  Timestamp now{1000s};
  double nanoseconds_a_sample = 0;
  ContentHint hint = ContentHint::kMotion;  ///< Its encoder was told this last.
};

/// A real encoder that takes the computer's time for each sample, a tenth less with the fast search.
class TimedEncoder final : public VideoEncoder {
 public:
  TimedEncoder(SlowComputer& computer, VideoCodec codec)
      : computer_(computer), encoder_(make_vpx_encoder({.codec = codec, .deterministic = true}).value()) {}

  Result<EncodedVideoFrame> encode(const VideoFrame& frame, const OperatingPoint& point, bool key_frame) override {
    Result<EncodedVideoFrame> encoded = encoder_->encode(frame, point, key_frame);
    const double samples = static_cast<double>(encoded.value().size.area());
    computer_.now += from_seconds(1e-9 * computer_.nanoseconds_a_sample * samples * (fast_ ? 0.9 : 1));
    return encoded;
  }
  [[nodiscard]] std::optional<double> fast_search_time() const override { return encoder_->fast_search_time(); }
  void set_fast_search(bool fast) override {
    fast_ = fast;
    encoder_->set_fast_search(fast);
  }
  void set_content_hint(ContentHint hint) override { computer_.hint = hint; }

 private:
  SlowComputer& computer_;
  std::unique_ptr<VideoEncoder> encoder_;
  bool fast_ = false;
};

class VideoSendLoad : public testing::Test {
 protected:
  void begin(VideoCodec codec) {
    const MediaCapabilities can{.port = 1, .audio_ssrc = 1, .video_ssrc = 2, .rtx_ssrc = 3, .cname = "me"};
    const RtpSession::Config config{
        .mode = {.mode = find_mode("fixed"), .parameters = {}},
        .point = OperatingPoint::from_rate(DataRate::kilobits_per_second(1500), FrameRate::per_second(30), kCamera),
        .limits = {.max_resolution = kCamera}};
    session_ = std::make_unique<SharedSession>(
        RtpSession(config, loop_session(can), std::make_shared<UnprotectedPackets>(), 1, computer_.now), [] {});
    pipeline_ = std::make_unique<VideoSendPipeline>(*session_, std::make_unique<TimedEncoder>(computer_, codec),
                                                    [this] { return computer_.now; });
  }

  /// A camera, for so many of its frames; a computer that is late takes the newest of those that wait.
  void run(int frames, FrameKind kind = FrameKind::kCamera, Duration interval = Duration(1s) / 30) {
    for (int i = 0; i < frames; ++i) {
      captured_at_ += interval;
      if (captured_at_ + interval <= computer_.now) continue;
      computer_.now = std::max(computer_.now, captured_at_);
      pipeline_->encode({.buffer = picture_, .at = captured_at_}, kind);
      session_->with([&](RtpSession& session) { return_packets(session); });
    }
  }
  [[nodiscard]] std::vector<std::string> causes() const {
    std::vector<std::string> causes;
    for (const Decision& decision : decisions_) causes.push_back(decision.cause.text());
    return causes;
  }

  SlowComputer computer_;
  std::vector<Decision> decisions_;
  std::unique_ptr<VideoSendPipeline> pipeline_;

 private:
  /// Each packet comes back at once, so that its arrival is reported.
  void return_packets(RtpSession& session) {
    session.poll(computer_.now);
    while (const auto datagram = session.poll_transmit(computer_.now)) {
      session.handle_datagram({.data = datagram->data, .arrived_at = computer_.now}, computer_.now);
    }
    while (const auto event = session.poll_event()) {
      if (const auto* decision = std::get_if<Decision>(&*event)) decisions_.push_back(*decision);
    }
  }

  std::unique_ptr<SharedSession> session_;
  std::shared_ptr<const FrameBuffer> picture_ = MovingFrame(kCamera).at(0);
  Timestamp captured_at_{1000s};
};

TEST_F(VideoSendLoad, ASlowComputerSendsSmallerPicturesAndSaysWhyUntilItHasTimeAgain) {
  begin(VideoCodec::kVp8);
  computer_.nanoseconds_a_sample = 45;  // 41 ms for a picture, 33 ms are there.
  run(450);
  EXPECT_THAT(causes(), ElementsAre("coding takes too long on this computer: the encoder searches less",
                                    "coding takes too long on this computer: pictures of at most 960x540"));
  EXPECT_EQ(pipeline_->counters().size, (Resolution{960, 540}));
  EXPECT_EQ(decisions_.at(1).from.resolution, kCamera);
  EXPECT_EQ(decisions_.at(1).to.resolution, (Resolution{960, 540}));
  EXPECT_THAT(decisions_.at(1).evidence, HasSubstr("% of the time"));
  decisions_.clear();
  computer_.nanoseconds_a_sample = 5;
  run(900);
  EXPECT_THAT(causes(), ElementsAre("this computer has time for larger pictures again: at most 1280x720",
                                    "this computer has time again: the encoder searches as usual"));
  EXPECT_EQ(pipeline_->counters().size, kCamera);
}

TEST_F(VideoSendLoad, APictureThatIsNoCameraChangesNothing) {
  begin(VideoCodec::kVp8);
  computer_.nanoseconds_a_sample = 90;
  pipeline_->set_camera_on(false);
  run(150);
  pipeline_->set_kind(FrameKind::kScreen);
  run(300, FrameKind::kScreen);
  EXPECT_THAT(causes(), ElementsAre());
}

TEST_F(VideoSendLoad, TheEncoderIsToldThatAScreenHasText) {
  begin(VideoCodec::kVp8);
  pipeline_->set_kind(FrameKind::kScreen);
  run(3, FrameKind::kScreen);
  EXPECT_EQ(computer_.hint, ContentHint::kText);
  pipeline_->set_kind(FrameKind::kCamera);
  run(60);
  EXPECT_EQ(computer_.hint, ContentHint::kMotion);
}

TEST_F(VideoSendLoad, ACameraThatIsSlowInTheDarkLeavesMoreTime) {
  begin(VideoCodec::kVp8);
  computer_.nanoseconds_a_sample = 45;
  run(150, FrameKind::kCamera, Duration(1s) / 15);
  EXPECT_THAT(causes(), ElementsAre());
}

TEST_F(VideoSendLoad, Vp9HasNoFasterSearchAndGetsSmallerAtOnce) {
  begin(VideoCodec::kVp9);
  computer_.nanoseconds_a_sample = 40;
  run(150);
  EXPECT_THAT(causes(), ElementsAre("coding takes too long on this computer: pictures of at most 960x540"));
  EXPECT_EQ(pipeline_->counters().size, (Resolution{960, 540}));
}

}  // namespace
}  // namespace counterpoint
