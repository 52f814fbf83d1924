// SPDX-License-Identifier: GPL-3.0-or-later
// The properties of every mode in the table; a new one is held to them by itself.
#include "core/adaptation/adaptation.h"

#include <gmock/gmock.h>
#include <malloc.h>

#include "core/adaptation/measure/reception_meter.h"
#include "core/base/rng.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;

constexpr Timestamp kStart{1000s};

AdaptationContext start() {
  return {.point = OperatingPoint::from_rate(DataRate::kilobits_per_second(300), FrameRate::per_second(30),
                                             {.width = 640, .height = 360}),
          .wire = {},
          .limits = {.min_video_rate = DataRate::kilobits_per_second(100),
                     .max_video_rate = DataRate::kilobits_per_second(1500)},
          .now = kStart};
}

class EachMode : public testing::TestWithParam<const Mode*> {
 protected:
  [[nodiscard]] static ModeChoice choice() { return {.mode = GetParam(), .parameters = {}}; }

  static void expect_within_limits(const Adaptation& adaptation) {
    const ScalingLimits limits = start().limits;
    const double rate = adaptation.point().video_rate().kilobits_per_second();
    EXPECT_GE(rate, 0.98 * limits.min_video_rate.kilobits_per_second());
    EXPECT_LE(rate, 1.02 * limits.max_video_rate.kilobits_per_second());
    EXPECT_LE(adaptation.point().frame_rate, limits.max_frame_rate);
    EXPECT_LE(adaptation.point().aggregation_delay, limits.max_aggregation_delay);
  }

  /// Audio alone, through a path with `queue` at each time; a report each 20 ms.
  template <typename Queue>
  static void run(Adaptation& adaptation, Timestamp from, Duration duration, const Queue& queue) {
    for (Timestamp now = from; now < from + duration; now += 20ms) {
      const std::int64_t sequence = (now - kStart) / 20ms;
      adaptation.handle_sent({StreamKind::kAudio, sequence, DataSize::bytes(100), now - 100ms});
      adaptation.handle_feedback({.received_at = now,
                                  .packets = {{.stream = StreamKind::kAudio,
                                               .sequence = sequence,
                                               .size = DataSize::bytes(100),
                                               .sent_at = now - 100ms,
                                               .arrived_at = Timestamp(5s + now.time_since_epoch()) + queue(now)}},
                                  .round_trip_time = 100ms + queue(now)});
      adaptation.poll({}, now);
      expect_within_limits(adaptation);
    }
  }
};

TEST_P(EachMode, KeepsToTheLimitsWhateverFeedbackSays) {
  Adaptation adaptation(choice(), start());
  Rng rng(4);
  Timestamp now = kStart;
  for (int i = 0; i < 3000; ++i) {
    now += Duration(rng.below(100'000'000));
    FeedbackReport report{.received_at = now, .packets = {}, .round_trip_time = std::nullopt};
    if (rng.chance(0.5)) report.round_trip_time = Duration(static_cast<Duration::rep>(rng.next() >> 8)) - 10s;
    for (std::uint64_t n = rng.below(20); n > 0; --n) {
      PacketFeedback packet{.stream = static_cast<StreamKind>(rng.below(3)),
                            .sequence = static_cast<std::int64_t>(rng.next() >> 20),
                            .size = DataSize::bytes(static_cast<std::int64_t>(rng.below(70'000))),
                            .sent_at = now - Duration(rng.below(20'000'000'000))};
      if (rng.chance(0.8)) packet.arrived_at = Timestamp(Duration(static_cast<Duration::rep>(rng.next() >> 10)));
      report.packets.push_back(packet);
    }
    adaptation.handle_sent({StreamKind::kVideo, i, DataSize::bytes(1200), now});
    adaptation.handle_feedback(report);
    adaptation.poll({}, now);
    expect_within_limits(adaptation);
  }
}

TEST_P(EachMode, KeepsLittleOfReportsThatNeverTellAnotherTime) {
  for (const Duration step : {0ms, 1ms}) {
    Adaptation adaptation(choice(), start());
    ReceptionMeter meter;
    Timestamp now = kStart;
    const auto report = [&](std::int64_t sequence) {
      now += 2ms;
      const StreamKind stream = sequence % 2 == 0 ? StreamKind::kAudio : StreamKind::kVideo;
      const DataSize size = DataSize::bytes(stream == StreamKind::kAudio ? 100 : 1200);
      adaptation.handle_sent({stream, sequence / 2, size, now - 100ms});
      const FeedbackReport told{.received_at = now,
                                .packets = {{.stream = stream,
                                             .sequence = sequence / 2,
                                             .size = size,
                                             .sent_at = now - 100ms,
                                             .arrived_at = Timestamp(5s) + step * (sequence % 2)}},
                                .round_trip_time = 100ms};
      adaptation.handle_feedback(told);
      meter.handle_feedback(told);
      adaptation.poll({}, now);
      while (adaptation.take_decision()) {
      }
    };
    std::int64_t sequence = 0;
    constexpr int kReports = 40'000;
    for (int i = 0; i < kReports; ++i) report(sequence++);
    const std::size_t before = mallinfo2().uordblks;
    for (int i = 0; i < kReports; ++i) report(sequence++);
    EXPECT_LT(mallinfo2().uordblks, before + 100'000);
  }
}

TEST_P(EachMode, TheSameFeedbackGivesTheSameDecisions) {
  std::vector<OperatingPoint> points[2];
  for (auto& taken : points) {
    Adaptation adaptation(choice(), start());
    run(adaptation, kStart, 5s, [](Timestamp now) { return now > kStart + 3s ? Duration(80ms) : Duration(0ms); });
    while (auto decision = adaptation.take_decision()) taken.push_back(decision->to);
    taken.push_back(adaptation.point());
  }
  EXPECT_EQ(points[0], points[1]);
}

TEST_P(EachMode, CanBeLeftForEveryOtherOneAndGoesOnWhereItIs) {
  for (const Mode& next : modes()) {
    Adaptation adaptation(choice(), start());
    run(adaptation, kStart, 2s, [](Timestamp) { return Duration(0ms); });
    const OperatingPoint before = adaptation.point();
    adaptation.switch_to({.mode = &next, .parameters = {}}, before, kStart + 2s);
    EXPECT_EQ(&adaptation.mode(), &next);
    EXPECT_EQ(adaptation.point(), before);
    const std::optional<Decision> decision = adaptation.take_decision();
    ASSERT_TRUE(decision);
    EXPECT_EQ(decision->cause, "mode " + std::string(next.name) + " chosen by the user");
    EXPECT_EQ(decision->to, before);
    run(adaptation, kStart + 2s, 2s, [](Timestamp) { return Duration(0ms); });
  }
}

TEST_P(EachMode, APointThatComesWithAModeKeepsToTheLimitOnThePicture) {
  constexpr Resolution kSmall = {.width = 320, .height = 180};
  Adaptation adaptation(choice(), start());
  adaptation.limit_picture(kSmall, "too slow", "", kStart);
  (void)adaptation.take_decision();
  OperatingPoint larger = adaptation.point();
  larger.resolution = {.width = 640, .height = 360};
  adaptation.switch_to(choice(), larger, kStart + 1s);
  EXPECT_EQ(adaptation.point().resolution, kSmall);
}

TEST_P(EachMode, ALimitOnThePictureChangesNothingElseAndIsGoneWithoutATrace) {
  constexpr Resolution kSmall = {.width = 320, .height = 180};
  Adaptation free(choice(), start());
  Adaptation limited(choice(), start());
  limited.limit_picture(kSmall, "too slow", "", kStart);
  const std::optional<Decision> decision = limited.take_decision();
  ASSERT_TRUE(decision);
  EXPECT_EQ(decision->cause.text(), "too slow");
  EXPECT_EQ(decision->to.resolution, kSmall);
  const auto no_queue = [](Timestamp) { return Duration::zero(); };
  run(free, kStart, 10s, no_queue);
  run(limited, kStart, 10s, no_queue);
  EXPECT_LE(limited.point().resolution.area(), kSmall.area());
  OperatingPoint expected = free.point();
  expected.resolution = limited.point().resolution;
  EXPECT_EQ(limited.point(), expected);
  limited.limit_picture(limited.limits().max_resolution, "fast again", "", kStart + 10s);
  EXPECT_EQ(limited.point(), free.point());
}

TEST_P(EachMode, EveryParameterHasItsDefaultInItsRangeAndAReason) {
  const std::vector<Parameter> parameters = parameters_of(*GetParam());
  for (const Parameter& parameter : parameters) {
    EXPECT_LE(parameter.min, parameter.default_value) << parameter.name;
    EXPECT_GE(parameter.max, parameter.default_value) << parameter.name;
    EXPECT_FALSE(parameter.reason.empty()) << parameter.name;
    const auto wrong = check_parameters(parameters, {{std::string(parameter.name), parameter.max + 1}});
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().message.text(), HasSubstr(std::string(parameter.name)));
  }
  EXPECT_FALSE(check_parameters(parameters, {{"no-such-parameter", 1}}));
}

std::vector<const Mode*> all_modes() {
  std::vector<const Mode*> all;
  for (const Mode& mode : modes()) all.push_back(&mode);
  return all;
}

std::string test_name(const testing::TestParamInfo<const Mode*>& mode) {
  std::string name = "mode_" + std::string(mode.param->name);
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Modes, EachMode, testing::ValuesIn(all_modes()), test_name);

TEST(Modes, WithASetOfPointsStandAtOneOfThem) {
  for (const char* name : {"2d-classic", "fixed"}) {
    Adaptation adaptation({.mode = find_mode(name), .parameters = {}}, start());
    const std::vector<PlanePosition> points = adaptation.choices().points;
    EXPECT_EQ(points.size() == 1, std::string(name) == "fixed") << points.size();
    adaptation.handle_feedback(
        {.received_at = kStart,
         .packets = {{.sequence = 0, .size = DataSize::bytes(100), .sent_at = kStart - 1s, .lost = true}},
         .round_trip_time = 1s});
    for (Timestamp now = kStart; now < kStart + 5s; now += 20ms) adaptation.poll({}, now);
    EXPECT_THAT(points, testing::Contains(plane_position(adaptation.point(), adaptation.wire()))) << name;
  }
}

TEST(Modes, AreFoundByName) {
  ASSERT_NE(find_mode("fixed"), nullptr);
  EXPECT_EQ(find_mode("fixed")->name, "fixed");
  EXPECT_EQ(find_mode("no-such-mode"), nullptr);
}

TEST(Mode2d, GrowsWhileThePathIsClearAndGivesWayToAQueue) {
  Adaptation adaptation({.mode = find_mode("2d"), .parameters = {}}, start());
  // The peer gets all that is sent: one packet each 10 ms, as large as the point says.
  const auto run = [&](Timestamp from, Duration duration, Duration queue, DataRate carried) {
    for (Timestamp now = from; now < from + duration; now += 10ms) {
      const std::int64_t sequence = (now - kStart) / 10ms;
      const DataRate rate = std::min(adaptation.point().video_rate(), carried);
      const PacketFeedback packet{.stream = StreamKind::kVideo,
                                  .sequence = sequence,
                                  .size = rate * Duration(10ms),
                                  .sent_at = now - 100ms,
                                  .arrived_at = now + 7s + queue};
      adaptation.handle_sent({StreamKind::kVideo, sequence, packet.size, packet.sent_at});
      adaptation.handle_feedback({.received_at = now, .packets = {packet}, .round_trip_time = 100ms + queue});
      adaptation.poll({}, now);
    }
  };
  run(kStart, 2s, 0ms, DataRate::unlimited());
  EXPECT_GT(adaptation.point().video_rate(), DataRate::kilobits_per_second(1200));
  run(kStart + 2s, 500ms, 60ms, DataRate::kilobits_per_second(500));
  EXPECT_LT(adaptation.point().video_rate(), DataRate::kilobits_per_second(500));
  const auto decision = adaptation.take_decision();
  ASSERT_TRUE(decision);
  EXPECT_FALSE(decision->cause.empty());
  run(kStart + 2500ms, 4s, 0ms, DataRate::unlimited());
  EXPECT_GT(adaptation.point().video_rate(), DataRate::kilobits_per_second(1000));
}

TEST(Plane, FramesBecomeTheFewestPacketsAndAggregationMakesThemFewer) {
  const WireFormat wire{.max_payload = DataSize::bytes(1000),
                        .datagram_overhead = DataSize::bytes(28),
                        .packet_overhead = DataSize::bytes(12),
                        .member_overhead = DataSize::bytes(2),
                        .audio_frame = DataSize::bytes(60)};
  OperatingPoint point{.frame_size = DataSize::bytes(2500), .frame_rate = FrameRate::per_second(10)};
  const PlanePosition alone = plane_position(point, wire);
  // 10 frames of 3 packets and 50 of audio; (25000 + 3000 + 80 x 40) bytes.
  EXPECT_EQ(alone.packet_rate, PacketRate::per_second(80));
  EXPECT_EQ(alone.bit_rate, DataRate::bits_per_second(8 * (25'000 + 3'000 + 80 * 40)));
  point.aggregation_delay = 50ms;
  const PlanePosition together = plane_position(point, wire);
  // 20 bodies, and 60 small packets of which 1 + 60 x 0.05 share a datagram.
  EXPECT_DOUBLE_EQ(together.packet_rate.per_second(), 20 + 60.0 / 4);
  EXPECT_LT(together.bit_rate, alone.bit_rate);
}

TEST(Plane, LongerPacketsOfAudioAreFewer) {
  OperatingPoint point{.frame_size = DataSize::bytes(500), .frame_rate = FrameRate::per_second(10)};
  const WireFormat usual{.audio_frame = DataSize::bytes(80)};
  const WireFormat longer{.audio_frame = DataSize::bytes(80), .audio_packet_time = 40ms};
  EXPECT_EQ(plane_position(point, usual).packet_rate, PacketRate::per_second(60));
  EXPECT_EQ(plane_position(point, longer).packet_rate, PacketRate::per_second(35));
  // 25 headers of 40 bytes fewer.
  EXPECT_EQ(audio_rate(usual) - audio_rate(longer), DataRate::bits_per_second(8 * 25 * 40));
  point.audio_packet_time = 40ms;
  EXPECT_EQ(plane_position(point, usual), plane_position(point, longer));
  point.audio_packet_time = 20ms;
  EXPECT_EQ(plane_position(point, longer).packet_rate, PacketRate::per_second(35)) << "the call agreed upon 40 ms";
  point.audio_packet_time = 60ms;
  const WireFormat limited{.audio_frame = DataSize::bytes(80), .max_audio_packet_time = 40ms};
  EXPECT_EQ(plane_position(point, limited).packet_rate, PacketRate::per_second(35)) << "the peer takes no more";
}

}  // namespace
}  // namespace counterpoint
