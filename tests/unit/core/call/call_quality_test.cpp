// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/call/call_quality.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

using enum CallQuality;
using enum QualityCause;

/// A call with nothing to complain of.
QualityEvidence fine() {
  return {.audio_lost = 0.002,
          .loss = {.to_peer = 0.01, .from_peer = 0.004},
          .delay = 120ms,
          .path_rate = DataRate::kilobits_per_second(900),
          .frozen = 0.01,
          .coding = 0.3};
}

QualityVerdict judge(void (*spoil)(QualityEvidence&)) {
  QualityEvidence evidence = fine();
  spoil(evidence);
  return judge_quality(evidence);
}

/// The E-model with default values: a connection of that delay, and G.711 with concealment at that loss.
double rating(double delay_ms, double loss_percent) {
  double delay = 0;
  if (delay_ms > 100) {
    const double x = std::log2(delay_ms / 100);
    delay = 25 * (std::pow(1 + std::pow(x, 6), 1.0 / 6) - 3 * std::pow(1 + std::pow(x / 3, 6), 1.0 / 6) + 2);
  }
  return 93.2 - delay - 95 * loss_percent / (loss_percent + 25.1);
}

TEST(CallQuality, ThresholdsOfSoundAreThoseOfTheEModel) {
  const QualityConfig config;
  EXPECT_NEAR(rating(to_milliseconds(config.fair_delay), 0), 80, 1);
  EXPECT_NEAR(rating(to_milliseconds(config.poor_delay), 0), 70, 1.5);
  EXPECT_NEAR(rating(0, 100 * config.fair_loss), 80, 1);
  EXPECT_NEAR(rating(0, 100 * config.poor_loss), 70, 1);
}

TEST(CallQuality, IsGoodWithoutACause) {
  EXPECT_EQ(judge_quality(fine()), (QualityVerdict{.quality = kGood}));
  EXPECT_EQ(judge_quality({}), (QualityVerdict{.quality = kGood})) << "nothing is known yet";
}

TEST(CallQuality, NamesEachCauseWithItsAmount) {
  EXPECT_EQ(judge([](auto& e) { e.stalled = 0.1; }), (QualityVerdict{kFair, kStalled, 0.1}));
  EXPECT_EQ(judge([](auto& e) { e.audio_lost = 0.1; }), (QualityVerdict{kPoor, kAudioLost, 0.1}));
  EXPECT_EQ(judge([](auto& e) { e.audio_late = 0.1; }), (QualityVerdict{kPoor, kAudioLate, 0.1}));
  EXPECT_EQ(judge([](auto& e) { e.loss.to_peer = 0.05; }), (QualityVerdict{kFair, kSentLost, 0.05}));
  EXPECT_EQ(judge([](auto& e) { e.loss.from_peer = 0.3; }), (QualityVerdict{kPoor, kReceivedLost, 0.3}));
  EXPECT_EQ(judge([](auto& e) { e.delay = 300ms; }), (QualityVerdict{kFair, kDelay, 0.3}));
  EXPECT_EQ(judge([](auto& e) { e.delay = 400ms; }), (QualityVerdict{kPoor, kDelay, 0.4}));
  EXPECT_EQ(judge([](auto& e) { e.video_stopped = true; }), (QualityVerdict{kPoor, kNoVideo, 0}));
  EXPECT_EQ(judge([](auto& e) { e.path_rate = DataRate::kilobits_per_second(200); }),
            (QualityVerdict{kFair, kPathRate, 200'000}));
  EXPECT_EQ(judge([](auto& e) { e.path_rate = DataRate(); }), (QualityVerdict{kPoor, kPathRate, 0}));
  EXPECT_EQ(judge([](auto& e) { e.path_rate.reset(); }).quality, kGood) << "a rate that the user chose";
  EXPECT_EQ(judge([](auto& e) { e.frozen = 0.5; }), (QualityVerdict{kPoor, kFrozen, 0.5}));
  EXPECT_EQ(judge([](auto& e) { e.coding = 0.9; }), (QualityVerdict{kFair, kCoding, 0.9}));
}

TEST(CallQuality, NamesTheWorstAndOfEqualsTheFirst) {
  const auto freeze_for_loss = [](QualityEvidence& e) {
    e.frozen = 0.1;
    e.loss.from_peer = 0.05;
  };
  EXPECT_EQ(judge(freeze_for_loss).cause, kReceivedLost);
  EXPECT_EQ(judge([](auto& e) {
              e.loss.from_peer = 0.05;
              e.coding = 1;
            }).cause,
            kCoding);
}

class QualityMeterTest : public testing::Test {
 protected:
  /// A second of a call in which that part of the audio had to be made up.
  CallQuality second(double audio_lost) {
    at_ += 1s;
    stats_.audio_in.concealed_samples += static_cast<std::uint64_t>(std::lround(48'000 * audio_lost));
    stats_.audio_in.packets_lost += std::lround(50 * audio_lost);
    stats_.audio_in.packets_received += 50;
    stats_.audio_in.packet_duration = 0.02;
    stats_.transport.packets_received += 60;
    return report();
  }
  /// One in which nothing comes.
  CallQuality quiet_second() {
    at_ += 1s;
    return report();
  }
  CallQuality report() {
    meter_.add(stats_, at_, path_rate_, video_stopped_);
    return meter_.verdict().quality;
  }
  CallQuality seconds(int count, double audio_lost) {
    CallQuality last = kUnknown;
    for (int i = 0; i < count; ++i) last = second(audio_lost);
    return last;
  }

  QualityMeter meter_;
  SessionStats stats_;
  Duration at_{};
  std::optional<DataRate> path_rate_;
  bool video_stopped_ = false;
};

TEST_F(QualityMeterTest, KnowsNothingBeforeTwoReports) {
  EXPECT_EQ(second(0), kUnknown);
  EXPECT_EQ(second(0), kGood);
}

TEST_F(QualityMeterTest, SaysSoonThatItIsBadAndAfterThreeSecondsThatItIsOver) {
  EXPECT_EQ(seconds(10, 0), kGood);
  EXPECT_EQ(seconds(4, 0.12), kPoor);
  EXPECT_EQ(meter_.verdict().cause, kAudioLost);
  EXPECT_NEAR(meter_.verdict().amount, 0.12 * 4 / 5, 0.001);
  EXPECT_EQ(seconds(2, 0), kPoor);
  EXPECT_NEAR(meter_.verdict().amount, 0.12 * 3 / 5, 0.001) << "the mean of the last five seconds";
  EXPECT_EQ(second(0), kGood);
  EXPECT_EQ(meter_.verdict(), (QualityVerdict{.quality = kGood}));
  EXPECT_EQ(second(0.02), kGood) << "what was before does not count any more";
}

/// The cause that a call has whose audio was made up for 120 ms of each second, while two packets of it were lost.
QualityCause cause_of_made_up_audio(double packet_duration) {
  QualityMeter meter;
  SessionStats stats;
  for (int second = 1; second <= 6; ++second) {
    stats.transport.packets_received += 60;
    stats.audio_in.packets_received += 48;
    stats.audio_in.packets_lost += 2;
    stats.audio_in.packet_duration = packet_duration;
    stats.audio_in.concealed_samples += 5760;
    meter.add(stats, 1s * second, std::nullopt, false);
  }
  return meter.verdict().cause;
}

TEST(QualityMeter, CountsLostPacketsByTheirDuration) {
  EXPECT_EQ(cause_of_made_up_audio(0.06), kAudioLost) << "all of what was made up was lost";
  EXPECT_EQ(cause_of_made_up_audio(0.01), kAudioLate) << "a sixth of it";
}

TEST_F(QualityMeterTest, WhileABetterWordWaitsTheFigureIsThatOfNow) {
  seconds(10, 0.1);
  int until_good = 0;
  while (second(0.03) == kPoor) {
    ASSERT_LT(++until_good, 20);
    EXPECT_EQ(meter_.verdict().cause, kAudioLost);
    EXPECT_NEAR(meter_.verdict().amount, 0.03 + 0.07 * std::max(0, 5 - until_good) / 5, 0.001) << until_good;
  }
  EXPECT_GE(until_good, 2);
  EXPECT_LE(until_good, 9);
}

TEST_F(QualityMeterTest, ACauseThatIsOverIsNotNamedAnyMore) {
  video_stopped_ = true;
  seconds(5, 0);
  EXPECT_EQ(meter_.verdict(), (QualityVerdict{kPoor, kNoVideo, 0}));
  video_stopped_ = false;
  EXPECT_EQ(second(0), kPoor) << "in the next moment it may be back";
  EXPECT_EQ(meter_.verdict().cause, kNone);
  EXPECT_EQ(seconds(2, 0), kGood);
}

TEST_F(QualityMeterTest, ChanceDoesNotMakeItFlicker) {
  Rng rng(1);
  seconds(10, 0.06);
  int changes = 0;
  CallQuality last = meter_.verdict().quality;
  ASSERT_EQ(last, kFair);
  for (int i = 0; i < 600; ++i) {
    int lost = 0;
    for (int packet = 0; packet < 50; ++packet) lost += rng.uniform() < 0.055 ? 1 : 0;
    const CallQuality now = second(lost / 50.0);
    changes += now != std::exchange(last, now) ? 1 : 0;
  }
  EXPECT_LE(changes, 40) << "of ten minutes";
}

TEST_F(QualityMeterTest, DoesNotFlickerAroundAThreshold) {
  seconds(10, 0.04);
  int changes = 0;
  CallQuality last = meter_.verdict().quality;
  ASSERT_EQ(last, kFair);
  for (int i = 0; i < 60; ++i) {
    const CallQuality now = second(i % 10 < 5 ? 0.035 : 0.045);
    changes += now != std::exchange(last, now) ? 1 : 0;
  }
  EXPECT_EQ(changes, 0);
}

TEST_F(QualityMeterTest, OneLostPacketIsNoNews) {
  seconds(10, 0);
  EXPECT_EQ(second(0.02), kGood);
}

TEST_F(QualityMeterTest, TakesWhatTheOtherEndMeasured) {
  stats_.audio_remote.fraction_lost = 0.1;
  EXPECT_EQ(seconds(3, 0), kPoor);
  EXPECT_EQ(meter_.verdict().cause, kSentLost);
  stats_.audio_remote = {.round_trip_time = 0.48};
  stats_.audio_in.jitter_buffer_target_delay = 0.06;
  seconds(30, 0);
  EXPECT_EQ(meter_.verdict().quality, kFair);
  EXPECT_EQ(meter_.verdict().cause, kDelay);
  EXPECT_NEAR(meter_.verdict().amount, 0.3, 1e-6);
}

TEST_F(QualityMeterTest, ACameraThatWasOffIsNoFreeze) {
  seconds(5, 0);
  stats_.video_in.total_freezes_duration += 90;
  EXPECT_EQ(second(0), kGood);
  seconds(10, 0);
  stats_.video_in.total_freezes_duration += 1.2;
  EXPECT_EQ(second(0), kPoor);
  EXPECT_EQ(meter_.verdict().cause, kFrozen);
}

TEST_F(QualityMeterTest, SoundThatAllArrivedIsLateAndNotLost) {
  seconds(5, 0);
  stats_.audio_in.concealed_samples += 24'000;
  EXPECT_EQ(second(0), kPoor);
  EXPECT_EQ(meter_.verdict(), (QualityVerdict{kPoor, kAudioLate, 0.1}));
}

TEST_F(QualityMeterTest, AComputerThatIsTooSlowIsNamedBeforeTheSoundThatItCosts) {
  seconds(5, 0);
  stats_.transport.total_stall_time += 1;
  EXPECT_EQ(second(0.9), kPoor);
  EXPECT_EQ(meter_.verdict(), (QualityVerdict{kPoor, kStalled, 0.2}));
  seconds(20, 0);
  EXPECT_EQ(meter_.verdict().quality, kGood);
  stats_.transport.audio_underruns += 50;
  EXPECT_EQ(second(0), kFair);
  EXPECT_EQ(meter_.verdict(), (QualityVerdict{kFair, kStalled, 0.1})) << "the loudspeaker had nothing to play";
}

TEST_F(QualityMeterTest, APeerOfWhomNothingComesIsSilentUntilSomethingComes) {
  seconds(5, 0);
  EXPECT_EQ(quiet_second(), kGood) << "one second may be an accident";
  EXPECT_EQ(quiet_second(), kPoor);
  EXPECT_EQ(meter_.verdict(), (QualityVerdict{kPoor, kPeerSilent, 2}));
  stats_.audio_in.concealed_samples += 48'000;
  quiet_second();
  EXPECT_EQ(meter_.verdict(), (QualityVerdict{kPoor, kPeerSilent, 3}));
  EXPECT_EQ(second(0), kUnknown) << "what was before says nothing any more";
  EXPECT_EQ(second(0), kGood);
}

TEST_F(QualityMeterTest, APeerWithoutSoundAndVideoMayBeSilent) {
  seconds(5, 0);
  stats_.transport.packets_received += 1;
  quiet_second();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(quiet_second(), kGood);
}

TEST_F(QualityMeterTest, VideoThatThePathDoesNotCarryIsNamed) {
  seconds(5, 0);
  path_rate_ = DataRate::kilobits_per_second(120);
  EXPECT_EQ(second(0), kFair);
  EXPECT_EQ(meter_.verdict().cause, kPathRate);
  video_stopped_ = true;
  EXPECT_EQ(second(0), kPoor);
  EXPECT_EQ(meter_.verdict().cause, kNoVideo);
}

}  // namespace
}  // namespace counterpoint
