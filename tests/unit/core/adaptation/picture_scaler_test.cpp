// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/scaling/picture_scaler.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/adaptation/adaptation.h"
#include "core/adaptation/scaling/picture_choice.h"
#include "core/adaptation/scaling/start_point.h"
#include "core/adaptation/scaling/video_pause.h"
#include "core/model/picture_floor.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
constexpr Resolution k360p{.width = 640, .height = 360};
constexpr Resolution k180p{.width = 320, .height = 180};

AdaptationContext start(Resolution largest = k360p, int kilobits = 500) {
  AdaptationContext context;
  context.limits.max_resolution = largest;
  context.point =
      OperatingPoint::from_rate(DataRate::kilobits_per_second(kilobits), context.limits.max_frame_rate, largest);
  context.now = kStart;
  return context;
}

DataRate kilobits(double n) { return DataRate::bits_per_second(std::llround(n * 1000)); }

/// A scaler that hears of the path each 50 ms.
class Scaled {
 public:
  explicit Scaled(const AdaptationContext& context = start()) : scaler_(kPicture.make(context, {})) {}

  /// The point after `duration` with `rate` for all media.
  OperatingPoint run(double rate, Duration duration, PathEstimate::Verdict verdict = PathEstimate::Verdict::kClear) {
    PathEstimate estimate;
    estimate.rate = kilobits(rate);
    estimate.verdict = verdict;
    for (const Timestamp end = now_ + duration; now_ < end; now_ += 50ms) {
      const Resolution before = point_.resolution;
      point_ = scaler_->update(estimate, now_);
      if (before.width != 0 && point_.resolution != before) changes_.push_back(now_);
    }
    return point_;
  }
  [[nodiscard]] bool paused() const { return scaler_->pauses_video(); }
  [[nodiscard]] const std::vector<Timestamp>& changes() const { return changes_; }

 private:
  std::unique_ptr<Scaler> scaler_;
  Timestamp now_ = kStart;
  OperatingPoint point_{.resolution = {}};
  std::vector<Timestamp> changes_;  ///< Changes of the resolution.
};

TEST(NeededRate, IsInProportionToSamplesAndGrowsLessThanFrames) {
  // 57600 samples, 30 frames/s, 0.04 bits.
  EXPECT_NEAR(needed_rate(k180p, FrameRate::per_second(30)).kilobits_per_second(), 69.1, 0.1);
  EXPECT_NEAR(needed_rate(k360p, FrameRate::per_second(30)).kilobits_per_second(), 4 * 69.1, 0.2);
  // A third of the frames, each with 3^0.4 times the bits.
  EXPECT_NEAR(needed_rate(k180p, FrameRate::per_second(10)).kilobits_per_second(), 35.8, 0.1);
}

TEST(PictureSize, IsTheLargestThatTheRateIsEnoughFor) {
  const Resolution largest{.width = 1280, .height = 720};
  const FrameRate most = FrameRate::per_second(30);
  EXPECT_EQ(picture_size_for(kilobits(1200), most, largest), largest);
  EXPECT_EQ(picture_size_for(kilobits(1000), most, largest), (Resolution{.width = 960, .height = 540}));
  EXPECT_EQ(picture_size_for(kilobits(300), most, largest), k360p);
  // Fewer frames need less.
  EXPECT_EQ(picture_size_for(kilobits(1000), FrameRate::per_second(15), largest), largest);
}

TEST(PictureSize, KeepsToItsFloors) {
  const FrameRate most = FrameRate::per_second(30);
  for (const Resolution largest : {Resolution{.width = 1920, .height = 1080}, Resolution{.width = 1280, .height = 720},
                                   k360p, Resolution{.width = 720, .height = 1280}, k180p}) {
    for (int rate = 5; rate < 1000; rate += 5) {
      const Resolution size = picture_size_for(kilobits(rate), most, largest);
      EXPECT_GE(size.area(), kMinPicture.area()) << largest.width << ", " << rate;
      // With the bits for a few of them, no picture is tiny; 1920 samples have no part of just 320.
      if (rate >= 50) {
        EXPECT_GE(size.area(), kSmallPicture.area()) << largest.width << ", " << rate;
      }
    }
    EXPECT_EQ(picture_size_for(kilobits(10'000), most, largest), largest);
  }
  // A camera that gives less than the floor is coded as it is.
  const Resolution tiny{.width = 128, .height = 96};
  EXPECT_EQ(picture_size_for(kilobits(1), most, tiny), tiny);
}

TEST(StartPoint, HasASizeThatTheRateIsEnoughForWhereTheModeChoosesSizes) {
  const OperatingPoint asked = OperatingPoint::from_rate(kilobits(150), FrameRate::per_second(30), k360p);
  const OperatingPoint begin = start_point({.mode = find_mode("2d"), .parameters = {}}, asked);
  EXPECT_EQ(begin.resolution, k180p);
  EXPECT_EQ(begin.frame_size, asked.frame_size);
  EXPECT_EQ(start_point({.mode = find_mode("fixed"), .parameters = {}}, asked), asked);
  EXPECT_EQ(start_point({}, asked), asked);
}

TEST(PictureScaler, FewerFramesComeBeforeTinyPictures) {
  // 100 kbit/s are 48 of sound and about 47 of video.
  const OperatingPoint narrow = Scaled(start(k180p, 200)).run(100, 30s);
  EXPECT_EQ(narrow.resolution, k180p);
  EXPECT_GE(narrow.frame_rate, FrameRate::per_second(10));
  EXPECT_LE(narrow.frame_rate, FrameRate::per_second(15));
  const OperatingPoint wide = Scaled(start(k180p, 200)).run(200, 30s);
  EXPECT_EQ(wide.resolution, k180p);
  EXPECT_EQ(wide.frame_rate, FrameRate::per_second(30));
}

TEST(PictureScaler, PicturesAreNeverTinyOnAPathOf150Kilobits) {
  for (const Resolution largest : {Resolution{.width = 1280, .height = 720}, k360p, k180p}) {
    Scaled scaled(start(largest, 500));
    EXPECT_GE(scaled.run(155, 60s).resolution.area(), k180p.area()) << largest.width;
  }
}

TEST(PictureScaler, PicturesGetSmallerThan320x180OnlyWhereTenOfThemDoNotFit) {
  AdaptationContext context = start(k180p, 500);
  context.limits.min_video_rate = kilobits(10);
  int smallest = k180p.width;
  for (double rate = 150; rate > 60; rate -= 5) {
    const OperatingPoint point = Scaled(context).run(rate, 30s);
    if (point.resolution != k180p) {
      EXPECT_LT(point.video_rate(), needed_rate(k180p, kFewFrames) * 1.3) << rate;
    }
    EXPECT_GE(point.resolution.area(), kMinPicture.area()) << rate;
    EXPECT_GE(point.frame_rate, FrameRate::per_second(10)) << rate;
    smallest = point.resolution.width;
  }
  EXPECT_LT(smallest, k180p.width);
}

TEST(PictureScaler, ADrainChangesNoSize) {
  Scaled scaled;
  scaled.run(1000, 20s);
  ASSERT_TRUE(scaled.changes().empty());
  for (int i = 0; i < 10; ++i) {
    scaled.run(100, 500ms);
    scaled.run(1000, 3s);
  }
  scaled.run(100, 1500ms);
  EXPECT_TRUE(scaled.changes().empty());
}

TEST(PictureScaler, ADrainHasFewerFrames) {
  Scaled scaled;
  EXPECT_EQ(scaled.run(1000, 5s).frame_rate, FrameRate::per_second(30));
  const OperatingPoint drain = scaled.run(100, 200ms);
  EXPECT_EQ(drain.frame_rate, kFewFrames);
  EXPECT_EQ(drain.resolution, k360p);
  EXPECT_EQ(scaled.run(1000, 200ms).frame_rate, FrameRate::per_second(30));
}

TEST(PictureScaler, ACapacityOfHalfChangesTheSizeSoonAndASmallerLossLater) {
  Scaled half;
  half.run(450, 15s);
  EXPECT_EQ(half.run(150, 1900ms).resolution, k360p);
  EXPECT_LT(half.run(150, 1s).resolution.area(), k360p.area());
  Scaled swings;
  swings.run(600, 15s);
  for (int i = 0; i < 9; ++i) swings.run(i % 2 == 0 ? 100 : 320, 600ms);
  EXPECT_LT(swings.run(100, 50ms).resolution.area(), k360p.area());
  Scaled less;
  less.run(450, 15s);
  EXPECT_EQ(less.run(280, 3s).resolution, k360p);
  EXPECT_LT(less.run(280, 15s).resolution.area(), k360p.area());
}

TEST(PictureScaler, TheSizeChangesAtMostOnceInTenSecondsWhateverTheRateDoes) {
  Scaled scaled(start({.width = 1280, .height = 720}, 600));
  // The capacity does not fall to half.
  for (int i = 0; i < 60; ++i) scaled.run(i % 2 == 0 ? 1800 : 950, 3s + i % 5 * 1s);
  ASSERT_GT(scaled.changes().size(), 1U);
  for (std::size_t i = 1; i < scaled.changes().size(); ++i) {
    EXPECT_GE(scaled.changes()[i] - scaled.changes()[i - 1], Duration(10s)) << i;
  }
}

TEST(PictureScaler, ALargerPictureNeedsRoomToSpare) {
  Scaled scaled;
  // 640x360 needs 276 kbit/s of video; sound and headers take 60.
  scaled.run(200, 30s);
  const auto changes = scaled.changes().size();
  EXPECT_LT(scaled.run(350, 60s).resolution.width, 640);
  EXPECT_EQ(scaled.run(450, 60s).resolution.width, 640);
  EXPECT_LE(scaled.changes().size(), changes + 2);
  // A picture that has grown stays where it would not have grown.
  EXPECT_EQ(scaled.run(350, 60s).resolution.width, 640);
}

TEST(PictureScaler, ARateThatSwingsAboutTheNeedOfALargerSizeGetsTheSmallerOne) {
  // Video gets less than the 276 kbit/s that 640x360 needs in the mean, but more in every second.
  Scaled scaled;
  for (int i = 0; i < 30; ++i) scaled.run(i % 2 == 0 ? 260 : 380, 500ms);
  EXPECT_EQ(scaled.run(260, 50ms).resolution.width, 480);
}

constexpr PathEstimate::Verdict kFull = PathEstimate::Verdict::kCongestion;

TEST(PictureScaler, PacketsOfSoundAreLongOnANarrowPath) {
  EXPECT_EQ(Scaled().run(500, 30s, kFull).audio_packet_time, 0ms) << "as agreed";
  EXPECT_EQ(Scaled().run(150, 30s, kFull).audio_packet_time, 40ms);
  EXPECT_EQ(Scaled().run(90, 30s, kFull).audio_packet_time, 60ms);
  AdaptationContext agreed = start();
  agreed.wire.audio_packet_time = 60ms;
  EXPECT_EQ(Scaled(agreed).run(150, 30s, kFull).audio_packet_time, 0ms) << "they are longer already";
  agreed.wire = {.max_audio_packet_time = 20ms};
  EXPECT_EQ(Scaled(agreed).run(150, 30s, kFull).audio_packet_time, 0ms) << "the peer takes no longer ones";
}

TEST(PictureScaler, ALowRateThatIsNotThePathsMakesNoPacketOfSoundLonger) {
  Scaled scaled;
  EXPECT_EQ(scaled.run(150, 30s).audio_packet_time, 0ms) << "little is sent, and the path is clear";
  EXPECT_EQ(scaled.run(150, 100ms, kFull).audio_packet_time, 40ms);
  EXPECT_EQ(scaled.run(150, 9s).audio_packet_time, 40ms);
  EXPECT_EQ(scaled.run(150, 11s).audio_packet_time, 0ms) << "clear for 10 s, and room for 10 s more";
}

TEST(PictureScaler, ADrainOrTheStartMakesNoPacketOfSoundLonger) {
  Scaled scaled(start(k360p, 100));
  EXPECT_EQ(scaled.run(150, 1s, kFull).audio_packet_time, 0ms);
  EXPECT_EQ(scaled.run(600, 10s, kFull).audio_packet_time, 0ms);
  EXPECT_EQ(scaled.run(120, 500ms, kFull).audio_packet_time, 0ms);
  EXPECT_EQ(scaled.run(600, 10s, kFull).audio_packet_time, 0ms);
}

TEST(PictureScaler, PacketsOfSoundAreAsAgreedWhileVideoPauses) {
  Scaled scaled;
  EXPECT_EQ(scaled.run(90, 30s, kFull).audio_packet_time, 60ms);
  EXPECT_EQ(scaled.run(70, 5s, kFull).audio_packet_time, 0ms);
  EXPECT_TRUE(scaled.paused());
  EXPECT_EQ(scaled.run(95, 10s, kFull).audio_packet_time, 60ms);
  EXPECT_FALSE(scaled.paused());
}

TEST(PictureScaler, VideoPausesWhereNotTheLeastFitsBesideSound) {
  Scaled scaled;
  scaled.run(300, 10s);
  scaled.run(78, 3900ms);
  EXPECT_FALSE(scaled.paused());
  scaled.run(78, 200ms);
  EXPECT_TRUE(scaled.paused());
  scaled.run(78, 30s);
  EXPECT_TRUE(scaled.paused());
}

TEST(PictureScaler, AHighLeastRateOfTheUsersPausesNothing) {
  AdaptationContext context = start();
  context.limits.min_video_rate = kilobits(300);
  Scaled scaled(context);
  scaled.run(200, 30s);
  EXPECT_FALSE(scaled.paused());
}

TEST(PictureScaler, SilenceIsNoReasonToPauseVideo) {
  Scaled scaled;
  scaled.run(300, 10s);
  scaled.run(78, 20s, PathEstimate::Verdict::kUnknown);
  EXPECT_FALSE(scaled.paused());
}

TEST(PictureScaler, AnyMomentOfEnoughPutsThePauseOff) {
  Scaled scaled;
  for (int i = 0; i < 10; ++i) {
    scaled.run(78, 3s);
    scaled.run(120, 100ms);
  }
  EXPECT_FALSE(scaled.paused());
}

TEST(VideoPause, EndsWithRoomToSpareAndLastsLongerAfterEachRelapse) {
  VideoPause pause;
  Timestamp now = kStart;
  const auto run = [&](VideoPause::Supply supply, Duration duration) {
    for (const Timestamp end = now + duration; now < end; now += 50ms) pause.update(supply, now);
    return pause.active();
  };
  EXPECT_TRUE(run(VideoPause::Supply::kShort, 5s));
  EXPECT_TRUE(run(VideoPause::Supply::kEnough, 60s));
  EXPECT_TRUE(run(VideoPause::Supply::kAmple, 1900ms));
  EXPECT_FALSE(run(VideoPause::Supply::kAmple, 200ms));
  // The second one takes 10 s, the third 20 s.
  for (const Duration length : {Duration(10s), Duration(20s)}) {
    ASSERT_TRUE(run(VideoPause::Supply::kShort, 4100ms));
    EXPECT_TRUE(run(VideoPause::Supply::kAmple, length - 200ms));
    EXPECT_FALSE(run(VideoPause::Supply::kAmple, 300ms));
  }
  // After half a minute without, it is the first again.
  run(VideoPause::Supply::kAmple, 31s);
  ASSERT_TRUE(run(VideoPause::Supply::kShort, 4100ms));
  EXPECT_FALSE(run(VideoPause::Supply::kAmple, 5200ms));
}

TEST(VideoPause, EndsAtLastThoughTheEstimateStaysLow) {
  VideoPause pause;
  Timestamp now = kStart;
  for (; now < kStart + 5s; now += 50ms) pause.update(VideoPause::Supply::kShort, now);
  ASSERT_TRUE(pause.active());
  while (pause.active() && now < kStart + 300s) pause.update(VideoPause::Supply::kShort, now += 50ms);
  EXPECT_NEAR(to_seconds(now - kStart), 164, 1);
}

/// An estimate as the test says.
class GivenEstimator final : public Estimator {
 public:
  GivenEstimator(const AdaptationContext&, const ParameterValues&) {}
  void handle_sent(const SentPacket&) override {}
  void handle_feedback(const FeedbackReport& report) override {
    estimate_.rate = DataRate::bits_per_second(report.packets.front().sequence);
    estimate_.verdict = PathEstimate::Verdict::kClear;
  }
  void poll(const SendBuffer&, Timestamp) override {}
  [[nodiscard]] Timestamp next_deadline() const override { return kNever; }
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  PathEstimate estimate_;
};

const EstimatorKind kGiven = {
    .name = "given", .summary = "", .source = "", .parameters = {}, .make = make_estimator<GivenEstimator>};
const Mode kGivenMode = {
    .name = "given", .summary = "", .estimator = &kGiven, .scaler = &kPicture, .gate = &kPacerGate};

TEST(Adaptation, StopsVideoAndSaysSoWhileTheScalerPausesIt) {
  Adaptation adaptation({.mode = &kGivenMode, .parameters = {}}, start());
  Timestamp now = kStart;
  const auto run = [&](int rate, Duration duration) {
    for (const Timestamp end = now + duration; now < end; now += 50ms) {
      adaptation.handle_feedback({.received_at = now,
                                  .packets = {{.sequence = rate * std::int64_t{1000}, .size = {}, .sent_at = now}},
                                  .round_trip_time = 100ms});
      adaptation.poll({}, now);
    }
  };
  run(300, 5s);
  EXPECT_FALSE(adaptation.video_is_stopped());
  (void)adaptation.take_decision();
  run(80, 4100ms);
  EXPECT_TRUE(adaptation.video_is_stopped());
  EXPECT_TRUE(adaptation.video_pauses());
  EXPECT_TRUE(adaptation.gate({}).closed);
  const std::optional<Decision> stopped = adaptation.take_decision();
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->cause, "video stopped: the path is too narrow for it");
  EXPECT_EQ(stopped->evidence, "80 kbit/s for all media");
  // Nothing that changes meanwhile is a decision.
  run(100, 1s);
  EXPECT_FALSE(adaptation.take_decision());
  run(200, 5s);
  EXPECT_FALSE(adaptation.video_is_stopped());
  EXPECT_FALSE(adaptation.gate({}).closed);
  EXPECT_GT(adaptation.point().video_rate(), kilobits(100));
}

}  // namespace
}  // namespace counterpoint
