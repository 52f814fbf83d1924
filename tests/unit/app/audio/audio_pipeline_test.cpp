// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/audio/audio_pipeline.h"
#include "app/stream/unprotected_packets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "core/control/call_command.h"
#include "net/rtp/rtcp.h"
#include "net/rtp/rtp_packet.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
constexpr std::uint32_t kAudioSsrc = 11;

/// Input of the encoder.
struct EncoderLog {
  std::vector<float> levels;  ///< The first sample of each packet.
  std::vector<double> expected_losses;
  std::vector<float> last;  ///< The samples of the last packet.
  std::size_t samples = 0;  ///< Their number.
  int channels = 1;         ///< Those of the last packet.
  DataRate rate;            ///< The last one set.
};

class FakeEncoder final : public AudioEncoder {
 public:
  explicit FakeEncoder(EncoderLog& log) : log_(log) {}
  Result<Bytes> encode(std::span<const float> pcm) override {
    log_.levels.push_back(pcm[0]);
    log_.samples = pcm.size();
    log_.last.assign(pcm.begin(), pcm.end());
    return Bytes{0x78, static_cast<std::uint8_t>(log_.levels.size())};
  }
  void set_channels(int channels) override { log_.channels = channels; }
  void set_rate(DataRate rate) override { log_.rate = rate; }
  void set_expected_loss(double share) override { log_.expected_losses.push_back(share); }

 private:
  EncoderLog& log_;
};

/// Decodes everything to the same level, and guesses half of it.
class FakeDecoder final : public AudioDecoder {
 public:
  Result<void> decode(ByteView, std::span<float> pcm) override {
    std::ranges::fill(pcm, 0.5F);
    return {};
  }
  Result<void> decode_fec(ByteView, std::span<float> pcm) override {
    std::ranges::fill(pcm, 0.4F);
    return {};
  }
  void conceal(std::span<float> pcm) override { std::ranges::fill(pcm, 0.25F); }
};

/// Takes half of what is heard at that time out of what is captured.
class FakeProcessor final : public AudioProcessor {
 public:
  void play(const AudioBlock& played) override {
    EXPECT_TRUE(played_.at == Timestamp() || played.at == played_.at + kAudioBlockDuration) << "none is missing";
    played_ = played;
  }
  void capture(AudioBlock& captured) override {
    EXPECT_EQ(played_.at, captured.at + kAudioBlockDuration) << "what is known of the loudspeaker comes first";
    for (float& sample : captured.samples) sample -= played_.samples[0] / 2;
    captured.at -= 5ms;
    ++blocks;
  }
  int blocks = 0;

 private:
  AudioBlock played_;
};

/// A host's audio, and the session that it talks to itself with.
class AudioPipelineTest : public testing::Test {
 public:
  ~AudioPipelineTest() override { std::filesystem::remove(path_); }

 protected:
  AudioPipelineTest() {
    path_ = std::filesystem::path(testing::TempDir()) /
            ("audio_pipeline_test-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    archive_ = std::move(*CallArchive::open(path_));
    negotiate();
    open({});
  }

  void negotiate(const RtpSession::Config& config = {}, Duration packet_time = kAudioPacketDuration) {
    const MediaCapabilities can{.port = 1,
                                .audio_packet_time = packet_time,
                                .audio_ssrc = kAudioSsrc,
                                .video_ssrc = 12,
                                .rtx_ssrc = 13,
                                .cname = "me"};
    session_ = std::make_unique<SharedSession>(
        RtpSession(config, loop_session(can), std::make_shared<UnprotectedPackets>(), 1, kStart), [this] { ++wakes_; });
  }
  void open(const AudioPipeline::Config& config, std::unique_ptr<AudioProcessor> processor = nullptr) {
    pipeline_ = std::make_unique<AudioPipeline>(config, *session_, std::make_unique<FakeEncoder>(log_),
                                                std::make_unique<FakeDecoder>(), std::move(processor), *archive_);
  }
  /// Runs one block of the device, 10 ms long; gives the audio that it plays. Packets come back if `path` says so.
  AudioBlock block(float level, bool path = true) {
    AudioBlock captured{.at = now_};
    captured.samples.fill(level);
    now_ += kAudioBlockDuration;
    AudioBlock playback{.at = now_};
    pipeline_->prepare_playback(now_);
    pipeline_->bridge().handle_captured(captured);
    pipeline_->bridge().fill_playback(playback, now_);
    pipeline_->run(now_);
    transmit(path);
    return playback;
  }
  /// The same with a loudspeaker that has a thread of its own. The audio thread misses the block if it `is_late`.
  AudioBlock block_elsewhere(bool path = true, bool is_late = false) {
    const AudioBlock captured{.at = now_};
    now_ += kAudioBlockDuration;
    AudioBlock playback{.at = now_};
    pipeline_->bridge().handle_captured(captured);
    std::thread([&] { pipeline_->bridge().fill_playback(playback, now_); }).join();
    if (!is_late) pipeline_->run(now_);
    transmit(path);
    return playback;
  }
  /// The fewest blocks that wait for such a loudspeaker in `duration`.
  std::size_t fewest_waiting(Duration duration) {
    std::size_t fewest = SIZE_MAX;
    for (const Timestamp end = now_ + duration; now_ < end;) {
      block_elsewhere();
      fewest = std::min(fewest, pipeline_->bridge().playback_blocks());
    }
    return fewest;
  }
  void transmit(bool path) {
    session_->with([&](RtpSession& session) {
      session.poll(now_);
      while (auto datagram = session.poll_transmit(now_)) {
        sent_.push_back(datagram->data);
        if (path) session.handle_datagram({.data = datagram->data, .arrived_at = now_}, now_);
      }
    });
  }
  void report_loss(double share) {
    const ReportBlock block{.ssrc = kAudioSsrc, .fraction_lost = static_cast<std::uint8_t>(share * 256)};
    const std::vector<RtcpPacket> report = {ReceiverReport{.ssrc = 99, .reports = {block}}};
    session_->with([&](RtpSession& s) { s.handle_datagram({.data = serialize(report), .arrived_at = now_}, now_); });
  }

  Timestamp now_ = kStart;
  EncoderLog log_;
  int wakes_ = 0;
  std::vector<Bytes> sent_;
  std::unique_ptr<SharedSession> session_;
  std::filesystem::path path_;
  std::unique_ptr<CallArchive> archive_;
  std::unique_ptr<AudioPipeline> pipeline_;
};

TEST_F(AudioPipelineTest, MakesOnePacketOfTwoBlocks) {
  for (int i = 0; i < 10; ++i) block(0.1F * static_cast<float>(i), false);
  ASSERT_EQ(log_.levels.size(), 5U);
  EXPECT_FLOAT_EQ(log_.levels[2], 0.4F);
  EXPECT_GE(wakes_, 5);
  EXPECT_NEAR(pipeline_->take_microphone_level(), 0.9, 1e-6);
  EXPECT_EQ(pipeline_->take_microphone_level(), 0);
}

TEST_F(AudioPipelineTest, TheMicrophoneIsProcessedEvenWhileMuted) {
  auto made = std::make_unique<FakeProcessor>();
  const FakeProcessor& processor = *made;
  open({}, std::move(made));
  for (int i = 0; i < 100; ++i) block(0.3F);
  EXPECT_EQ(processor.blocks, 100);
  // The peer says 0.5; half of it is taken out of the microphone's 0.3.
  EXPECT_NEAR(log_.levels.back(), 0.3 - 0.25, 1e-6);
  pipeline_->set_muted(true);
  for (int i = 0; i < 10; ++i) block(0.3F);
  EXPECT_EQ(processor.blocks, 110) << "the echo is known when the microphone is on again";
  EXPECT_EQ(log_.levels.back(), 0);
}

/// So slow that a block more is captured while it works on one.
class SlowProcessor final : public AudioProcessor {
 public:
  void play(const AudioBlock& /*played*/) override {}
  void capture(AudioBlock& captured) override {
    ++blocks;
    if (blocks < 1000) bridge->handle_captured(captured);
  }
  AudioBridge* bridge = nullptr;
  int blocks = 0;
};

TEST_F(AudioPipelineTest, ProcessingThatIsTooSlowDoesNotKeepTheLoudspeakerWaiting) {
  auto made = std::make_unique<SlowProcessor>();
  SlowProcessor& processor = *made;
  open({}, std::move(made));
  processor.bridge = &pipeline_->bridge();
  block_elsewhere();
  EXPECT_EQ(processor.blocks, 1);
  EXPECT_GT(pipeline_->bridge().playback_blocks(), 0U);
}

TEST_F(AudioPipelineTest, PlayedBlocksThatNobodyTakesAreDropped) {
  AudioBlock playback{.at = kStart};
  for (int i = 0; i < 100; ++i, playback.at += kAudioBlockDuration) pipeline_->bridge().fill_playback(playback, kStart);
  AudioBlock played;
  int taken = 0;
  for (; pipeline_->bridge().take_played(played); ++taken) {
    EXPECT_EQ(played.at, kStart + taken * kAudioBlockDuration);
  }
  EXPECT_EQ(taken, 32) << "320 ms";
}

TEST_F(AudioPipelineTest, StampsPacketsWithTheTimeOfTheirFirstSample) {
  for (int i = 0; i < 6; ++i) block(0.1F, false);
  std::vector<std::uint32_t> stamps;
  for (const Bytes& datagram : sent_) {
    if (const auto packet = parse_rtp(datagram); packet && packet->ssrc == kAudioSsrc)
      stamps.push_back(packet->timestamp);
  }
  ASSERT_EQ(stamps.size(), 3U);
  EXPECT_EQ(stamps[1] - stamps[0], kAudioPacketSamples);
  EXPECT_EQ(stamps[2] - stamps[1], kAudioPacketSamples);
}

TEST_F(AudioPipelineTest, MakesPacketsOfTheDurationThatIsAgreedUpon) {
  for (const auto& [time, packets] : std::map<Duration, std::size_t>{{10ms, 60}, {20ms, 30}, {40ms, 15}, {60ms, 10}}) {
    log_ = {};
    pipeline_.reset();
    negotiate({}, time);
    open({});
    for (int i = 0; i < 60; ++i) block(0.1F, false);
    EXPECT_EQ(log_.levels.size(), packets);
    EXPECT_EQ(log_.samples, static_cast<std::size_t>(time / 10ms) * kAudioBlockSamples);
  }
}

TEST_F(AudioPipelineTest, PlaysPacketsOf60MillisecondsWithoutAGap) {
  open({.send = false});
  for (std::uint16_t i = 0; i < 200; ++i) {
    if (i % 6 == 0) {
      const RtpPacket packet{.payload_type = 111,
                             .sequence = static_cast<std::uint16_t>(i / 6),
                             .timestamp = i * 480U,
                             .ssrc = kAudioSsrc,
                             .payload = {0x7b, 0x03, 0, 0, 0}};
      session_->with([&](RtpSession& s) { s.handle_datagram({.data = serialize(packet), .arrived_at = now_}, now_); });
    }
    const AudioBlock played = block(0, false);
    if (i >= 20) {
      ASSERT_FLOAT_EQ(played.samples[0], 0.5F) << i;
    }
  }
}

TEST_F(AudioPipelineTest, PlaysWhatArrivesWithoutAGap) {
  for (int i = 0; i < 100; ++i) {
    const AudioBlock played = block(0.3F);
    if (i >= 20) {
      ASSERT_FLOAT_EQ(played.samples[0], 0.5F) << i;
    }
  }
  EXPECT_EQ(pipeline_->bridge().underruns(), 0U);
  ASSERT_TRUE(pipeline_->bridge().playout_delay());
  EXPECT_LT(*pipeline_->bridge().playout_delay(), 80ms);
  EXPECT_GT(*pipeline_->bridge().playout_delay(), 20ms);
}

TEST_F(AudioPipelineTest, ConcealsWhatDoesNotArrive) {
  for (int i = 0; i < 100; ++i) block(0.3F);
  bool concealed = false;
  for (int i = 0; i < 16; ++i) {
    const float level = block(0.3F, false).samples[240];
    EXPECT_GE(level, 0.2F) << "silence after " << i * 10 << " ms";
    concealed = concealed || level < 0.3F;
  }
  EXPECT_TRUE(concealed);
}

TEST_F(AudioPipelineTest, ALatePacketIsWaitedForWhileBlocksAreLeft) {
  (void)fewest_waiting(10s);
  const std::size_t before = sent_.size();
  for (int i = 0; i < 3; ++i) EXPECT_FLOAT_EQ(block_elsewhere(false).samples[0], 0.5F);
  session_->with([&](RtpSession& session) {
    for (std::size_t i = before; i < sent_.size(); ++i) {
      session.handle_datagram({.data = sent_[i], .arrived_at = now_}, now_);
    }
  });
  for (int i = 0; i < 20; ++i) EXPECT_FLOAT_EQ(block_elsewhere().samples[0], 0.5F) << i;
}

TEST_F(AudioPipelineTest, WhatWasAddedBecauseAudioRanOutIsNotSpentOnWaiting) {
  const auto fewest_without_packets = [this] {
    std::size_t fewest = SIZE_MAX;
    for (int i = 0; i < 10; ++i) {
      block_elsewhere(false);
      fewest = std::min(fewest, pipeline_->bridge().playback_blocks());
    }
    return fewest;
  };
  (void)fewest_waiting(5s);
  EXPECT_EQ(fewest_without_packets(), 1U);
  (void)fewest_waiting(5s);
  for (int i = 0; i < 5; ++i) block_elsewhere(true, true);
  ASSERT_GT(pipeline_->bridge().underruns(), 0U);
  (void)fewest_waiting(5s);
  EXPECT_EQ(fewest_without_packets(), 2U) << "the audio thread may be late at that time, too";
}

TEST_F(AudioPipelineTest, TheReserveOfACalmLoudspeakerFallsAndIsBackBeforeItRunsOut) {
  (void)fewest_waiting(5s);
  EXPECT_EQ(fewest_waiting(20s), 3U);
  (void)fewest_waiting(10s);
  EXPECT_EQ(fewest_waiting(60s), 2U) << "no less";
  while (pipeline_->bridge().playback_blocks() > 2) block_elsewhere();
  block_elsewhere(true, true);
  (void)fewest_waiting(1s);
  EXPECT_EQ(fewest_waiting(20s), 3U);
  EXPECT_EQ(pipeline_->bridge().underruns(), 0U);
}

TEST_F(AudioPipelineTest, SendsSilenceWhileMuted) {
  pipeline_->set_muted(true);
  for (int i = 0; i < 6; ++i) block(0.7F, false);
  EXPECT_EQ(log_.levels, std::vector<float>(3, 0.0F)) << "the stream goes on, without the voice";
  EXPECT_EQ(pipeline_->take_microphone_level(), 0);
  pipeline_->set_muted(false);
  for (int i = 0; i < 2; ++i) block(0.7F, false);
  EXPECT_FLOAT_EQ(log_.levels.back(), 0.7F);
}

/// The same level for ever.
class SteadyInput final : public StereoInput {
 public:
  explicit SteadyInput(float side = 0) : side_(side) {}
  void read(AudioBlock& block) override {
    block.samples.fill(0.4F);
    block.side.fill(side_);
  }

 private:
  float side_;
};

TEST_F(AudioPipelineTest, SendsTheSoundOfASharedScreenWithTheMicrophones) {
  const auto sent = [this](float microphone) {
    for (int i = 0; i < 2; ++i) block(microphone, false);
    return log_.levels.back();
  };
  pipeline_->set_screen_sound(std::make_unique<SteadyInput>());
  EXPECT_FLOAT_EQ(sent(0.3F), 0.7F);
  EXPECT_FLOAT_EQ(sent(0.9F), 1);
  pipeline_->set_muted(true);
  EXPECT_FLOAT_EQ(sent(0.3F), 0.4F) << "only the microphone is muted";
  pipeline_->set_screen_sound(nullptr);
  EXPECT_EQ(sent(0.3F), 0);
}

TEST_F(AudioPipelineTest, SendsStereoWhileSomethingInStereoIsHeardAndTheModeHasARateForIt) {
  open({.packets = {.stereo = true}});
  const auto send = [this] {
    for (int i = 0; i < 4; ++i) block(0.3F, false);
  };
  const auto give_video = [this](int kilobits) {
    session_->with([&](RtpSession& s) {
      s.set_mode({.mode = find_mode("fixed"), .parameters = {}},
                 OperatingPoint::from_rate(DataRate::kilobits_per_second(kilobits), FrameRate::per_second(10),
                                           {.width = 320, .height = 240}),
                 now_);
    });
  };
  give_video(1000);
  send();
  EXPECT_EQ(log_.channels, 1) << "a voice alone";
  pipeline_->set_screen_sound(std::make_unique<SteadyInput>(0.2F));
  send();
  EXPECT_EQ(log_.channels, 2);
  EXPECT_EQ(log_.rate, DataRate::kilobits_per_second(96));
  ASSERT_EQ(log_.last.size(), 2 * kAudioPacketSamples);
  EXPECT_FLOAT_EQ(log_.last[0], 0.9F) << "the voice is in the middle";
  EXPECT_FLOAT_EQ(log_.last[1], 0.5F);
  give_video(150);
  send();
  EXPECT_EQ(log_.channels, 1);
  EXPECT_EQ(log_.rate, DataRate::kilobits_per_second(32));
  ASSERT_EQ(log_.last.size(), kAudioPacketSamples);
  EXPECT_FLOAT_EQ(log_.last[0], 0.7F);
  give_video(1000);
  send();
  EXPECT_EQ(log_.channels, 2);
  pipeline_->set_screen_sound(nullptr);
  for (int i = 0; i < 2; ++i) block(0.3F, false);
  EXPECT_EQ(log_.channels, 1) << "at once";
  EXPECT_EQ(log_.rate, DataRate::kilobits_per_second(32));
}

TEST_F(AudioPipelineTest, SendsMonoToAPeerThatDoesNotWantStereo) {
  pipeline_->set_screen_sound(std::make_unique<SteadyInput>(0.2F));
  for (int i = 0; i < 4; ++i) block(0.3F, false);
  EXPECT_EQ(log_.channels, 1);
  ASSERT_EQ(log_.last.size(), kAudioPacketSamples);
  EXPECT_FLOAT_EQ(log_.last[0], 0.7F);
}

/// Decodes everything to a left channel of 0.5 and a right one of 0.1.
class StereoDecoder final : public AudioDecoder {
 public:
  Result<void> decode(ByteView, std::span<float> pcm) override {
    conceal(pcm);
    return {};
  }
  Result<void> decode_fec(ByteView, std::span<float> pcm) override { return decode({}, pcm); }
  void conceal(std::span<float> pcm) override {
    for (std::size_t i = 0; i < pcm.size(); ++i) pcm[i] = i % 2 == 0 ? 0.5F : 0.1F;
  }
};

TEST_F(AudioPipelineTest, PlaysStereo) {
  pipeline_ = std::make_unique<AudioPipeline>(AudioPipeline::Config{.receive_stereo = true}, *session_,
                                              std::make_unique<FakeEncoder>(log_), std::make_unique<StereoDecoder>(),
                                              nullptr, *archive_);
  for (int i = 0; i < 100; ++i) {
    const AudioBlock played = block(0.3F);
    if (i < 20) continue;
    ASSERT_FLOAT_EQ(played.samples[0] + played.side[0], 0.5F) << i;
    ASSERT_FLOAT_EQ(played.samples[479] - played.side[479], 0.1F) << i;
  }
  EXPECT_NEAR(pipeline_->take_received_level(), 0.5, 1e-6) << "the louder channel";
}

TEST_F(AudioPipelineTest, ThePeerIsHeardAsLoudAsIsWanted) {
  const auto heard = [this] {
    AudioBlock played;
    for (int i = 0; i < 50; ++i) played = block(0.1F);
    return played.samples[0];
  };
  ASSERT_FLOAT_EQ(heard(), 0.5F);
  pipeline_->set_peer_volume(1.2);
  EXPECT_FLOAT_EQ(heard(), 0.5F * 1.44F);
  pipeline_->set_peer_volume(SetPeerVolume::kMax);
  EXPECT_LE(heard(), 1.0F) << "nothing is cut off by the device";
  pipeline_->set_peer_volume(0);
  EXPECT_EQ(heard(), 0);
  EXPECT_DOUBLE_EQ(pipeline_->take_received_level(), 0.5) << "the peer is as loud as it is";
}

TEST_F(AudioPipelineTest, SendsNothingWhenThePeerWantsNothing) {
  open({.send = false});
  for (int i = 0; i < 20; ++i) block(0.7F);
  EXPECT_TRUE(log_.levels.empty());
}

TEST_F(AudioPipelineTest, TellsTheEncoderWhatThePeerLoses) {
  for (int second = 0; second < 20; ++second) {
    block(0.1F, false), block(0.1F, false);
    report_loss(0.2);
  }
  block(0.1F, false), block(0.1F, false);
  ASSERT_FALSE(log_.expected_losses.empty());
  EXPECT_GT(log_.expected_losses.front(), 0) << "the first loss comes before its report";
  EXPECT_NEAR(log_.expected_losses.back(), 0.2, 0.02);
  for (int second = 0; second < 20; ++second) {
    report_loss(0);
    block(0.1F, false), block(0.1F, false);
  }
  EXPECT_LT(log_.expected_losses.back(), 0.01);
}

TEST(AudioBridge, CountsUnderrunsFromTheFirstAudioOn) {
  AudioBridge bridge;
  AudioBlock playback{.at = kStart};
  bridge.fill_playback(playback, kStart);
  EXPECT_EQ(bridge.underruns(), 0U);
  AudioBridge::Playback block;
  block.samples.fill(0.5F);
  bridge.give_playback(block);
  bridge.fill_playback(playback, kStart);
  EXPECT_FLOAT_EQ(playback.samples[0], 0.5F);
  EXPECT_FALSE(bridge.playout_delay()) << "nobody said when it was captured";
  bridge.fill_playback(playback, kStart);
  EXPECT_EQ(bridge.underruns(), 1U);
  EXPECT_FLOAT_EQ(playback.samples[0], 0.0F);
}

TEST(AudioBridge, KnowsHowLateAudioIsHeard) {
  AudioBridge bridge;
  AudioBridge::Playback block;
  block.capture_time = kStart.time_since_epoch() - 70ms;
  bridge.give_playback(block);
  AudioBlock playback{.at = kStart + 30ms};
  bridge.fill_playback(playback, kStart);
  EXPECT_EQ(bridge.playout_delay(), Duration(100ms));
  EXPECT_EQ(bridge.output_latency(), 30ms);
}

TEST(AudioBridge, LosesTheNewestWhenNobodyTakesIt) {
  AudioBridge bridge;
  AudioBlock captured{};
  for (int i = 0; i < 100; ++i) {
    captured.at = kStart + i * kAudioBlockDuration;
    bridge.handle_captured(captured);
  }
  EXPECT_GE(bridge.overruns(), 60U);
  AudioBlock taken{};
  ASSERT_TRUE(bridge.take_captured(taken));
  EXPECT_EQ(taken.at, kStart);
}

}  // namespace
}  // namespace counterpoint
