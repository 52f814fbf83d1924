// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/circuit_breaker.h"

#include <gmock/gmock.h>

#include "core/adaptation/adaptation.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;

constexpr Timestamp kStart{1000s};
constexpr Duration kFrameInterval = 33ms;

/// A sender of packets of 1000 bytes; a report each second.
struct Sender {
  CircuitBreaker breaker{CircuitBreaker::Config{}};
  Timestamp now = kStart;
  std::int64_t sequence = 65'000;  // Soon 65535 is followed by 0.
  std::int64_t highest = 65'000;

  /// A second of `packets` of video, and then what the reports say.
  void second(int packets, double loss, Duration round_trip = 100ms, double audio_loss = 0) {
    send(packets);
    if (packets > 0) highest = sequence - 1;
    report(StreamKind::kVideo, loss, round_trip);
    report(StreamKind::kAudio, audio_loss, round_trip);
    breaker.poll(now);
  }
  void send(int packets) {
    for (int i = 0; i < packets; ++i) {
      breaker.handle_departure(
          {StreamKind::kVideo, sequence++, DataSize::bytes(1000), now + Duration(1s) * i / packets});
    }
    now += 1s;
    breaker.poll(now);
  }
  void report(StreamKind stream, double loss, Duration round_trip) {
    breaker.handle_reception({.stream = stream,
                              .highest_sequence = static_cast<std::uint16_t>(highest),
                              .fraction_lost = loss,
                              .round_trip_time = round_trip},
                             kFrameInterval, now);
  }
  /// Fails to open within a minute otherwise.
  void open() {
    for (int i = 0; i < 60 && !breaker.is_open(); ++i) second(250, 0.9, 400ms);
    ASSERT_TRUE(breaker.is_open());
  }
};

TEST(CircuitBreaker, OpensWhenThreeReportsInARowShowTenTimesWhatTcpWouldSend) {
  Sender sender;
  sender.second(250, 0.9, 300ms);
  sender.second(250, 0.9, 300ms);
  EXPECT_FALSE(sender.breaker.is_open());
  sender.second(250, 0.9, 300ms);
  // 2 Mbit/s; ten times TCP: 80000 / (0.3 sqrt(0.6)) = 344 kbit/s.
  EXPECT_TRUE(sender.breaker.is_open());
  EXPECT_THAT(sender.breaker.cause().text(), HasSubstr("video stopped"));
  EXPECT_THAT(sender.breaker.evidence(), HasSubstr("2000 kbit/s at a loss of 90 %, ten times TCP is 344 kbit/s"));
}

TEST(CircuitBreaker, ReportsThatKnowNothingNewNeitherCountNorBeginAnew) {
  Sender sender;
  sender.second(250, 0.9, 300ms);
  sender.second(250, 0.9, 300ms);
  sender.send(250);
  sender.report(StreamKind::kVideo, 0, 300ms);
  EXPECT_FALSE(sender.breaker.is_open());
  sender.second(250, 0.9, 300ms);
  EXPECT_TRUE(sender.breaker.is_open());
}

TEST(CircuitBreaker, ReplayedAndForgedReportsDoNotOpenIt) {
  Sender sender;
  for (int i = 0; i < 30; ++i) {
    sender.second(250, 0);
    const std::int64_t highest = sender.highest;
    for (int k = 0; k < 20; ++k) {
      sender.now += 20ms;
      sender.highest = highest - 300;  // Old.
      sender.report(StreamKind::kVideo, 0.9, 300ms);
      sender.highest = highest + 5000;  // It was never sent.
      sender.report(StreamKind::kVideo, 0.9, 300ms);
      sender.highest = highest;  // The last one again.
      sender.report(StreamKind::kVideo, 0, 300ms);
    }
  }
  EXPECT_FALSE(sender.breaker.is_open());
}

TEST(CircuitBreaker, OneReportWithoutLossBeginsTheCountAnew) {
  Sender sender;
  for (int i = 0; i < 20; ++i) sender.second(250, i % 3 == 2 ? 0.0 : 0.9, 400ms);
  EXPECT_FALSE(sender.breaker.is_open());
}

TEST(CircuitBreaker, LetsPassWhatIsWithinTenTimesTcp) {
  Sender sender;
  // At 5 % and 100 ms TCP gets 8000 / (0.1 sqrt(0.0333)) = 438 kbit/s.
  for (int i = 0; i < 60; ++i) sender.second(530, 0.05);
  EXPECT_FALSE(sender.breaker.is_open());
  for (int i = 0; i < 3; ++i) sender.second(560, 0.05);
  EXPECT_TRUE(sender.breaker.is_open());
}

TEST(CircuitBreaker, LongRoundTripsTakeMoreReportsButNeverMoreThanFifteenSeconds) {
  for (const auto& [round_trip, reports] : {std::pair<Duration, int>(800ms, 8), {4s, 15}}) {
    Sender sender;
    for (int i = 1; i < reports; ++i) sender.second(250, 0.4, round_trip);
    EXPECT_FALSE(sender.breaker.is_open()) << to_seconds(round_trip);
    sender.second(250, 0.4, round_trip);
    EXPECT_TRUE(sender.breaker.is_open()) << to_seconds(round_trip);
  }
}

TEST(CircuitBreaker, OpensWhenNothingArrivesForFiveReports) {
  Sender sender;
  sender.second(50, 0);
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(sender.breaker.is_open()) << i;
    sender.send(50);
    sender.report(StreamKind::kVideo, 0, 100ms);
  }
  EXPECT_TRUE(sender.breaker.is_open());
  EXPECT_THAT(sender.breaker.cause().text(), HasSubstr("none of it arrives"));
}

TEST(CircuitBreaker, APauseOfVideoIsNoMediaTimeout) {
  Sender sender;
  sender.second(50, 0);
  for (int i = 0; i < 60; ++i) sender.second(0, 0);
  EXPECT_FALSE(sender.breaker.is_open());
}

TEST(CircuitBreaker, OpensWhenNoReportComesForFifteenSeconds) {
  Sender sender;
  for (int i = 0; i < 14; ++i) sender.send(50);
  EXPECT_FALSE(sender.breaker.is_open());
  sender.send(50);
  EXPECT_TRUE(sender.breaker.is_open());
}

TEST(CircuitBreaker, FeedbackThatVideoArrivesIsAReportToo) {
  Sender sender;
  for (int i = 0; i < 60; ++i) {
    sender.send(50);
    sender.breaker.handle_feedback({.received_at = sender.now,
                                    .packets = {{.stream = StreamKind::kVideo, .arrived_at = Timestamp(7s)}},
                                    .round_trip_time = 100ms});
  }
  EXPECT_FALSE(sender.breaker.is_open());
}

TEST(CircuitBreaker, OpensWhenTooMuchIsLostForAPictureThoughTcpWouldSendAsMuch) {
  Sender sender;
  for (int i = 0; i < 9; ++i) sender.second(30, 0.6, 5ms);
  EXPECT_FALSE(sender.breaker.is_open());
  sender.second(30, 0.6, 5ms);
  EXPECT_TRUE(sender.breaker.is_open());
  EXPECT_THAT(sender.breaker.cause().text(), HasSubstr("too much of it is lost"));
}

TEST(CircuitBreaker, ClosesAfterAPauseThatDoublesIfSoundSaysThatThePathHasRecovered) {
  Sender sender;
  for (const int pause : {5, 10, 20, 40, 80, 160, 160}) {
    sender.open();
    for (int i = 1; i < pause; ++i) sender.second(0, 0);
    EXPECT_TRUE(sender.breaker.is_open()) << pause;
    sender.second(0, 0);
    EXPECT_FALSE(sender.breaker.is_open()) << pause;
  }
  for (int i = 0; i < 400; ++i) sender.second(50, 0);
  sender.open();
  for (int i = 0; i < 5; ++i) sender.second(0, 0);
  EXPECT_FALSE(sender.breaker.is_open()) << "a long good time has made the first pause short again";
}

TEST(CircuitBreaker, StaysOpenWhileSoundIsLostButNotForEver) {
  Sender sender;
  sender.open();
  for (int i = 0; i < 159; ++i) sender.second(0, 0, 100ms, 0.2);
  EXPECT_TRUE(sender.breaker.is_open());
  sender.second(0, 0, 100ms, 0.2);
  EXPECT_FALSE(sender.breaker.is_open());
}

TEST(CircuitBreaker, NeverOpensWhenItIsDisabled) {
  Sender sender{.breaker = CircuitBreaker({.enabled = false})};
  for (int i = 0; i < 60; ++i) sender.second(250, 0.9, 400ms);
  for (int i = 0; i < 60; ++i) sender.send(250);
  EXPECT_FALSE(sender.breaker.is_open());
}

class BreakerOverEachMode : public testing::TestWithParam<const Mode*> {};

TEST_P(BreakerOverEachMode, StopsVideoSaysSoAndTriesAgainWithLittle) {
  const AdaptationContext start{
      .point = OperatingPoint::from_rate(DataRate::kilobits_per_second(1000), FrameRate::per_second(30),
                                         {.width = 640, .height = 360}),
      .wire = {},
      .limits = {.min_video_rate = DataRate::kilobits_per_second(100)},
      .now = kStart};
  Adaptation adaptation({.mode = GetParam(), .parameters = {}}, start);
  Timestamp now = kStart;
  std::int64_t sequence = 0;
  const auto second = [&](double loss) {
    for (int i = 0; i < 250 && loss > 0; ++i) {
      adaptation.handle_departure({StreamKind::kVideo, sequence++, DataSize::bytes(1000), now + i * 4ms});
    }
    now += 1s;
    const auto highest = static_cast<std::uint16_t>(sequence - 1);
    for (const StreamKind stream : {StreamKind::kVideo, StreamKind::kAudio}) {
      adaptation.handle_reception({stream, highest, stream == StreamKind::kVideo ? loss : 0, Duration(300ms)}, now);
    }
    adaptation.poll({}, now);
  };
  for (int i = 0; i < 15 && !adaptation.video_is_stopped(); ++i) second(0.9);
  ASSERT_TRUE(adaptation.video_is_stopped());
  EXPECT_TRUE(adaptation.gate(DataSize()).closed);
  const std::optional<Decision> stop = adaptation.take_decision();
  ASSERT_TRUE(stop);
  EXPECT_THAT(stop->cause.text(), HasSubstr("video stopped"));
  EXPECT_FALSE(stop->evidence.empty());
  for (int i = 0; i < 5; ++i) second(0);
  EXPECT_FALSE(adaptation.video_is_stopped());
  EXPECT_FALSE(adaptation.gate(DataSize()).closed);
  const std::optional<Decision> again = adaptation.take_decision();
  ASSERT_TRUE(again);
  const bool adapts = GetParam()->name != "fixed";
  EXPECT_LE(again->to.video_rate(), DataRate::kilobits_per_second(adapts ? 350 : 1000));
  EXPECT_EQ(again->to.video_rate() == stop->from.video_rate(), !adapts);
}

std::vector<const Mode*> all_modes() {
  std::vector<const Mode*> all;
  for (const Mode& mode : modes()) all.push_back(&mode);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Modes, BreakerOverEachMode, testing::ValuesIn(all_modes()), [](const auto& mode) {
  std::string name = "mode_" + std::string(mode.param->name);
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace counterpoint
