// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/clip/clip_pipeline.h"
#include "app/stream/unprotected_packets.h"

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

#include "net/rtp/datagram_kind.h"
#include "net/rtp/rtp_packet.h"
#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::uint8_t kClipPayloadType = 32;

/// Notes whether key frames were asked for.
class FakeEncoder final : public VideoEncoder {
 public:
  explicit FakeEncoder(std::vector<bool>& key_frames) : key_frames_(key_frames) {}
  Result<EncodedVideoFrame> encode(const VideoFrame& frame, const OperatingPoint&, bool key_frame) override {
    key_frames_.push_back(key_frame);
    return EncodedVideoFrame{.data = Bytes(100), .key_frame = key_frame, .captured_at = frame.at};
  }

 private:
  std::vector<bool>& key_frames_;
};

/// A picture for each that was coded.
class FakeDecoder final : public VideoDecoder {
 public:
  Result<VideoFrame> decode(const EncodedVideoFrame& frame) override {
    return VideoFrame{.buffer = std::make_shared<FrameBuffer>(frame.size), .at = frame.captured_at};
  }
};

class Screen final : public FrameSink {
 public:
  void show(const VideoFrame&) override { ++shown; }
  int shown = 0;
};

/// A clip of 2 s, a camera of 25 pictures a second, and the session that both send through.
class ClipPipelineTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(
        ffmpeg("-f lavfi -i testsrc2=size=176x144:rate=25:duration=2 -f lavfi -i sine=duration=2 -c:v mpeg2video "
               "-g 10 -bf 2 -c:a mp2 " +
               clip_));
    const MediaCapabilities can{
        .port = 1, .clips = true, .audio_ssrc = 1, .video_ssrc = 2, .rtx_ssrc = 3, .cname = "me"};
    const auto clock = [this] { return now_; };
    session_ = std::make_unique<SharedSession>(
        RtpSession({}, loop_session(can), std::make_shared<UnprotectedPackets>(), 1, now_), [] {});
    camera_ = std::make_unique<VideoSendPipeline>(*session_, std::make_unique<FakeEncoder>(key_frames_), clock);
    open({});
  }
  void open(const std::string& obstacle) {
    pipeline_ = std::make_unique<ClipPipeline>(
        *session_, *camera_, mixer_, std::make_unique<ClipPreview>(std::make_unique<FakeDecoder>(), screen_),
        ClipPipeline::Config{.obstacle = obstacle},
        [this](const ClipPipeline::Event& event, Timestamp) { events_.push_back(event.text.text()); });
  }
  void play(const std::string& path, bool loop) {
    pipeline_->send(SetClipLoop{loop});
    pipeline_->send(PlayClip{path});
  }
  /// A session that nothing but the rate bounds.
  void open_at(DataRate rate) {
    const MediaCapabilities can{
        .port = 1, .clips = true, .audio_ssrc = 1, .video_ssrc = 2, .rtx_ssrc = 3, .cname = "me"};
    RtpSession::Config config{.mode = {.mode = find_mode("fixed"), .parameters = {}}};
    config.circuit_breaker.enabled = false;
    config.point.frame_size = rate * config.point.frame_rate.interval();
    session_ = std::make_unique<SharedSession>(
        RtpSession(config, loop_session(can), std::make_shared<UnprotectedPackets>(), 1, now_), [] {});
    camera_ = std::make_unique<VideoSendPipeline>(*session_, std::make_unique<FakeEncoder>(key_frames_),
                                                  [this] { return now_; });
    open({});
  }
  /// Camera and clip both run; gives how many packets of the clip left.
  int pass(Duration duration) {
    int clip_packets = 0;
    for (const Timestamp end = now_ + duration; now_ < end; now_ += 10ms) {
      pipeline_->run(now_);
      if ((now_.time_since_epoch() / 10ms) % 4 == 0) camera_->encode({.at = now_});
      clip_packets += send();
    }
    return clip_packets;
  }
  int send() {
    int clip_packets = 0;
    session_->with([&](RtpSession& session) {
      session.poll(now_);
      while (const auto datagram = session.poll_transmit(now_)) {
        const auto packet = parse_rtp(datagram->data);
        if (classify(datagram->data) == DatagramKind::kRtp && packet && packet->payload_type == kClipPayloadType) {
          ++clip_packets;
        }
      }
    });
    return clip_packets;
  }

  TemporaryFolder folder_;
  std::string clip_ = folder_ / "clip.mpg";
  Timestamp now_{1000s};
  std::vector<bool> key_frames_;
  std::vector<std::string> events_;
  ClipMixer mixer_;
  Screen screen_;
  std::unique_ptr<SharedSession> session_;
  std::unique_ptr<VideoSendPipeline> camera_;
  std::unique_ptr<ClipPipeline> pipeline_;
};

TEST_F(ClipPipelineTest, TakesTheStreamFromTheCameraAndGivesItBack) {
  (void)pass(1s);
  const std::size_t before = key_frames_.size();
  EXPECT_GT(before, 20U);
  play(clip_, false);
  EXPECT_GE(pass(2s), 45);
  EXPECT_EQ(key_frames_.size(), before) << "the camera is left out";
  EXPECT_EQ(pipeline_->counters().size, (Resolution{.width = 176, .height = 144}));
  EXPECT_EQ(pass(1s), 0);
  EXPECT_THAT(events_, ElementsAre(StartsWith("playing clip.mpg: MPEG-2"), "ended"));
  EXPECT_EQ(pipeline_->counters().sent, 50U);
  EXPECT_EQ(pipeline_->counters().dropped, 0U);
  ASSERT_GT(key_frames_.size(), before);
  EXPECT_TRUE(key_frames_[before]) << "nobody could begin with another one";
}

TEST_F(ClipPipelineTest, AddsTheAudioToTheMicrophone) {
  play(clip_, false);
  (void)pass(1s);
  AudioBlock block{.at = now_};
  mixer_.mix_into(block);
  EXPECT_NE(block.samples[100], 0);
  pipeline_->send(PauseClip{});
  (void)pass(10ms);
  AudioBlock paused{.at = now_};
  mixer_.mix_into(paused);
  EXPECT_EQ(paused.samples[100], 0);
}

TEST_F(ClipPipelineTest, DoesWhatItIsToldInTurn) {
  play(clip_, false);
  pipeline_->send(PauseClip{});
  EXPECT_EQ(pass(1s), 0) << "even when it had not begun yet";
  pipeline_->send(ResumeClip{});
  EXPECT_GT(pass(500ms), 5);
  pipeline_->send(SeekClip{0s});
  pipeline_->send(StopClip{});
  (void)pass(300ms);  // Packets in the pacer still leave.
  EXPECT_EQ(pass(500ms), 0);
  pipeline_->send(StopClip{});
  (void)pass(10ms);
  EXPECT_THAT(events_,
              ElementsAre(StartsWith("playing"), "paused at 0.00 s", "playing at 0.00 s", StartsWith("gone on at 0.0"),
                          StartsWith("stopped at 0.0"), HasSubstr("no clip is being played")));
}

TEST_F(ClipPipelineTest, TellsHowTheClipStandsAndShowsWhatThePeerGets) {
  EXPECT_EQ(pipeline_->status().phase, ClipStatus::Phase::kNone);
  play(clip_, false);
  (void)pass(1510ms);
  ClipStatus status = pipeline_->status();
  EXPECT_EQ(status.phase, ClipStatus::Phase::kPlaying);
  EXPECT_EQ(status.path, clip_);
  EXPECT_THAT(status.description.text(), HasSubstr("clip.mpg: MPEG-2, 176x144"));
  EXPECT_TRUE(status.has_audio);
  ASSERT_TRUE(status.duration);
  EXPECT_NEAR(to_seconds(*status.duration), 2, 0.1);
  EXPECT_NEAR(to_seconds(status.position), 1, 0.05) << "it began half a second after the command";
  EXPECT_NEAR(status.flow.original_frames.per_second(), 25, 0.5);
  EXPECT_GT(status.flow.share, 0.2);
  EXPECT_NEAR(screen_.shown, 25, 2) << "in the time of the sound, not as early as they are sent";
  pipeline_->send(PauseClip{});
  (void)pass(1s);
  EXPECT_EQ(pipeline_->status().phase, ClipStatus::Phase::kPaused);
  EXPECT_NEAR(to_seconds(pipeline_->status().position), 1, 0.05);
  pipeline_->send(StopClip{});
  (void)pass(10ms);
  EXPECT_EQ(pipeline_->status().phase, ClipStatus::Phase::kNone);
}

TEST_F(ClipPipelineTest, BeginsAgainWhileItIsToldTo) {
  play(clip_, false);
  (void)pass(1s);
  pipeline_->send(SetClipLoop{true});
  EXPECT_GE(pass(4s), 90) << "without a gap between the rounds";
  EXPECT_EQ(pipeline_->status().phase, ClipStatus::Phase::kPlaying);
  EXPECT_LT(pipeline_->status().position, 2500ms) << "of this round";
  pipeline_->send(SetClipLoop{false});
  (void)pass(3s);
  EXPECT_EQ(pipeline_->status().phase, ClipStatus::Phase::kNone);
  EXPECT_EQ(events_.back(), "ended");
}

TEST_F(ClipPipelineTest, SaysOnceThatAClipIsDamagedAndWhereAndGoesOn) {
  std::string bytes = read_file(clip_);
  // Some of it is audio and padding.
  for (std::size_t place = bytes.size() / 2; place < bytes.size() * 3 / 4; place += 4000) {
    bytes.replace(place, 300, 300, '\xFF');
  }
  write_file(clip_, bytes);
  play(clip_, true);
  (void)pass(900ms);
  EXPECT_FALSE(pipeline_->status().damaged_at) << "nothing of it was sent yet";
  EXPECT_GE(pass(4s), 90);
  EXPECT_THAT(events_, ElementsAre(StartsWith("playing"), AllOf(StartsWith("damaged at "), HasSubstr("goes on"))));
  ASSERT_TRUE(pipeline_->status().damaged_at);
  EXPECT_NEAR(to_seconds(*pipeline_->status().damaged_at), 1.1, 0.3);
  play(clip_, false);
  (void)pass(100ms);
  EXPECT_FALSE(pipeline_->status().damaged_at) << "of the clip before";
}

TEST_F(ClipPipelineTest, LeavesNothingOutBecauseThisComputerIsLate) {
  const std::string clip = folder_ / "long.m2v";
  ASSERT_TRUE(
      ffmpeg("-f lavfi -i testsrc2=size=352x288:rate=25:duration=6,noise=alls=9:all_seed=1 -c:v mpeg2video -b:v 3M "
             "-g 15 -bf 2 " +
             clip));
  for (const double share : {0.9, 0.5}) {
    for (const Duration longest : {20ms, 60ms, 150ms}) {
      open_at(DataRate::kilobits_per_second(3000) * share);
      play(clip, false);
      Rng rng(7);
      Timestamp next_stall = now_ + 1s;
      do {
        pipeline_->run(now_);
        (void)send();
        now_ += from_seconds(rng.uniform() * to_seconds(longest));
        if (now_ < next_stall) continue;
        now_ += from_seconds(0.4 * rng.uniform());
        next_stall = now_ + 1s;
      } while (pipeline_->status().phase != ClipStatus::Phase::kNone);
      EXPECT_EQ(pipeline_->counters().dropped, 0U) << share << ", late by up to " << to_seconds(longest);
      EXPECT_EQ(pipeline_->counters().sent, 150U) << share << ", late by up to " << to_seconds(longest);
    }
  }
}

TEST_F(ClipPipelineTest, SaysWhyNoClipCanBePlayed) {
  play(folder_ / "none.mpg", false);
  (void)pass(100ms);
  open("the peer takes no clips");
  play(clip_, false);
  (void)pass(100ms);
  EXPECT_THAT(events_, ElementsAre(HasSubstr("none.mpg"), "the peer takes no clips"));
  EXPECT_FALSE(key_frames_.empty()) << "the camera goes on";
}

}  // namespace
}  // namespace counterpoint
