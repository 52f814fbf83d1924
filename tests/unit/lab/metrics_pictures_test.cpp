// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "app/lab/metrics/metrics.h"
#include "app/lab/metrics/picture_quality.h"
#include "tests/unit/lab/run_builder.h"

namespace counterpoint {
namespace {

constexpr LabSpan kWhole{.from = 0s, .to = 10s};
constexpr Resolution kFull{.width = 640, .height = 360};

/// A call of 10 s whose receiver shows pictures as they are given.
class Pictures {
 public:
  Pictures() {
    builder_.add_flow("media", MediaLoad{.frame_rate = FrameRate::per_second(25)});
    run().pictures[0].emplace();
  }

  /// One picture each 40 ms in `span`, captured `delay` before.
  Pictures& show(const LabSpan& span, Duration delay = 100ms, DataSize size = DataSize::bytes(2500),
                 Resolution resolution = kFull, Duration interval = 40ms) {
    for (Duration at = span.from; at < span.to; at += interval) {
      run().pictures[0]->push_back({.captured = at - delay, .shown = at, .size = size, .resolution = resolution});
    }
    return *this;
  }
  [[nodiscard]] RunRecord& run() { return builder_.run(); }
  [[nodiscard]] std::optional<double> value(const char* metric, const LabSpan& span = kWhole) {
    return find_metric(metric)->compute(run(), 0, span);
  }

 private:
  RunBuilder builder_{10s};
};

TEST(PictureMetrics, DelayIsFromCaptureToScreen) {
  Pictures pictures;
  pictures.show({0s, 9s}, 100ms).show({9s, 9600ms}, 300ms).show({9600ms, 10s}, 700ms);
  EXPECT_EQ(pictures.value("frame_delay_p50"), 100);
  EXPECT_EQ(pictures.value("frame_delay_p95"), 300);
  EXPECT_EQ(pictures.value("frame_delay_p99"), 700);
  EXPECT_EQ(pictures.value("frame_delay_p50", {9s, 9600ms}), 300);
}

TEST(PictureMetrics, GapsOfThreeIntervalsAreFrozen) {
  Pictures pictures;
  pictures.show({0s, 4s}).show({6s, 10s});  // The last one before the gap comes 40 ms before 4 s.
  EXPECT_NEAR(*pictures.value("frozen_share"), 20.4, 0.01);
  EXPECT_NEAR(*pictures.value("frozen_share", {5s, 10s}), 20, 0.01);
  EXPECT_EQ(pictures.value("frozen_share", {6s, 10s}), 0);
}

TEST(PictureMetrics, ShortGapsAreNotFrozen) {
  Pictures pictures;
  pictures.show({0s, 4s}).show({4140ms, 10s});  // 180 ms, less than 40 ms + 150 ms.
  EXPECT_EQ(pictures.value("frozen_share"), 0);
}

TEST(PictureMetrics, TimeWithoutAnyPictureIsFrozenAndEmpty) {
  Pictures never;
  EXPECT_EQ(never.value("frozen_share"), 100);
  EXPECT_EQ(never.value("picture_quality"), 0);
  EXPECT_FALSE(never.value("frame_delay_p95"));
  Pictures late;
  late.show({5s, 10s});
  EXPECT_NEAR(*late.value("frozen_share"), 50, 0.01);
  EXPECT_NEAR(*late.value("picture_quality"), *late.value("picture_quality", {5s, 10s}) / 2, 0.001);
}

TEST(PictureMetrics, PausesOfTheSenderCountForNothing) {
  Pictures pictures;
  std::get<MediaLoad>(pictures.run().header.experiment.flows[0].load).pauses = {{3960ms, 6s}};
  pictures.show({0s, 4s}).show({6s, 10s});
  EXPECT_NEAR(*pictures.value("frozen_share"), 0, 1e-9);
  EXPECT_NEAR(*pictures.value("picture_quality"), *pictures.value("picture_quality", {6s, 10s}), 0.001);
}

TEST(PictureMetrics, NothingIsToldWherePicturesWereNotRecorded) {
  Pictures pictures;
  pictures.run().pictures[0].reset();
  for (const char* metric : {"frame_delay_p50", "frozen_share", "picture_quality"}) {
    EXPECT_FALSE(pictures.value(metric)) << metric;
  }
}

TEST(PictureMetrics, QualityIsThatOfTheModelWhilePicturesComeSteadily) {
  Pictures pictures;
  pictures.show({0s, 10s});
  const CodedPicture coded{.bits = 20'000, .resolution = kFull, .interval = 40ms};
  EXPECT_NEAR(*pictures.value("picture_quality"), modelled_similarity(coded, kFull, 0s), 0.001);
}

TEST(PictureMetrics, QualityIsWhatWasMeasuredWhereItWas) {
  Pictures pictures;
  std::get<MediaLoad>(pictures.run().header.experiment.flows[0].load).pauses = {{6s, 8s}};
  pictures.show({0s, 10s});
  pictures.run().looks[0] = {
      {{.at = 1s, .similarity = 0.9}, {.at = 5s, .similarity = 0.5}, {.at = 7s, .similarity = 0}}};
  EXPECT_NEAR(*pictures.value("picture_quality"), 0.7, 1e-9);
  EXPECT_NEAR(*pictures.value("picture_quality", {0s, 2s}), 0.9, 1e-9);
}

TEST(PictureMetrics, StillPicturesLoseWhatHasMoved) {
  Pictures pictures;
  pictures.show({0s, 4s}).show({8s, 10s});
  const double moving = *pictures.value("picture_quality", {1s, 3s});
  const double frozen = *pictures.value("picture_quality", {6s, 8s});
  EXPECT_LT(frozen, moving - 0.2);
  Pictures slow;
  slow.show({0s, 10s}, 100ms, DataSize::bytes(2500), kFull, 200ms);
  EXPECT_LT(*slow.value("picture_quality"), moving - 0.05);
}

TEST(PictureMetrics, KeyFramesCountAsAQuarterOfTheirBits) {
  Pictures pictures;
  pictures.show({0s, 10s});
  const double without = *pictures.value("picture_quality");
  ShownPicture& first = pictures.run().pictures[0]->front();
  first.key_frame = true;
  first.size = first.size * 4;
  EXPECT_NEAR(*pictures.value("picture_quality"), without, 1e-9);
}

TEST(PictureQuality, GrowsWithBitsAndFallsWithSizeAgeAndInterval) {
  const CodedPicture picture{.bits = 20'000, .resolution = kFull, .interval = 33ms};
  const double quality = modelled_similarity(picture, kFull, 0s);
  const auto changed = [&](auto change) {
    CodedPicture other = picture;
    change(other);
    return modelled_similarity(other, kFull, 0s);
  };
  EXPECT_GT(quality, 0.9);
  EXPECT_LT(quality, 1);
  EXPECT_GT(changed([](CodedPicture& p) { p.bits *= 2; }), quality);
  EXPECT_LT(changed([](CodedPicture& p) { p.interval = 200ms; }), quality);
  EXPECT_LT(changed([](CodedPicture& p) { p.resolution = {.width = 320, .height = 180}; }), quality);
  EXPECT_LT(modelled_similarity(picture, kFull, 33ms), quality);
  EXPECT_LT(modelled_similarity(picture, kFull, 5s), modelled_similarity(picture, kFull, 500ms));
}

TEST(PictureQuality, ASteadyPanIsSeenLaterThanJitterAndThenMore) {
  const CodedPicture picture{.bits = 20'000, .resolution = kFull, .interval = 200ms};
  PictureContent pan = kTalkingHead;
  pan.uniformity = 2;
  EXPECT_GT(modelled_similarity(picture, kFull, 33ms, pan), modelled_similarity(picture, kFull, 33ms) + 0.02);
  EXPECT_NEAR(modelled_similarity(picture, kFull, pan.still, pan), modelled_similarity(picture, kFull, pan.still),
              1e-9);
  EXPECT_LT(modelled_similarity(picture, kFull, 1s, pan), modelled_similarity(picture, kFull, 1s));
}

TEST(PictureQuality, SmallPicturesAreBetterWhenBitsAreFew) {
  const CodedPicture large{.bits = 1500, .resolution = kFull, .interval = 33ms};
  const CodedPicture small{.bits = 1500, .resolution = {.width = 320, .height = 180}, .interval = 33ms};
  EXPECT_GT(modelled_similarity(small, kFull, 0s), modelled_similarity(large, kFull, 0s) - 0.03);
  EXPECT_LT(modelled_similarity(large, kFull, 0s), 0.75);
}

}  // namespace
}  // namespace counterpoint
