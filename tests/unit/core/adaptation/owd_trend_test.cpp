// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of Latecki 2004, section 3.1, worked out by hand, and its figure 1 on a queue of the same size.
#include "core/adaptation/latecki2004/owd_trend_detector.h"

#include <gmock/gmock.h>

#include <deque>
#include <optional>

#include "core/base/rng.h"
#include "core/base/units.h"

namespace counterpoint {
namespace {

using testing::Ge;
using testing::Lt;

constexpr OwdTrendConfig kPaper{.noise_factor = 0};

/// 32 delays whose five groups, of 6, 6, 7, 6 and 7 packets, have these medians.
std::vector<Duration> delays_with_medians(const std::array<double, 5>& medians) {
  constexpr std::array<std::size_t, 5> kSizes{6, 6, 7, 6, 7};
  std::vector<Duration> delays;
  for (std::size_t group = 0; group < medians.size(); ++group) {
    delays.insert(delays.end(), kSizes[group], from_milliseconds(medians[group]));
  }
  return delays;
}

TEST(OwdTrend, PctAndPdtAreThoseOfThePaper) {
  // Steps +2, +3, -1 (as large as epsilon: alike), +4 ms.
  const OwdTrend trend = measure_owd_trend(delays_with_medians({10, 12, 15, 14, 18}), kPaper);
  EXPECT_DOUBLE_EQ(trend.pct, 3.0 / 4);
  EXPECT_DOUBLE_EQ(trend.pdt, (18.0 - 10.0) / (2 + 3 + 1 + 4));
  EXPECT_EQ(trend.change, 8ms);
  EXPECT_EQ(trend.packets, 32U);
  EXPECT_EQ(trend.phase, OwdPhase::kIncreasing);
}

TEST(OwdTrend, ADecreaseIsTheMirrorImage) {
  const OwdTrend trend = measure_owd_trend(delays_with_medians({18, 14, 15, 12, 10}), kPaper);
  EXPECT_DOUBLE_EQ(trend.pct, -3.0 / 4);
  EXPECT_DOUBLE_EQ(trend.pdt, -8.0 / 10);
  EXPECT_EQ(trend.phase, OwdPhase::kDecreasing);
}

TEST(OwdTrend, EitherMetricSufficesWhenTheOtherDoesNotDisagree) {
  // S_PCT (2 - 1) / 4 is not above L_PCT, whatever S_PDT 9 / 13 says.
  EXPECT_EQ(measure_owd_trend(delays_with_medians({10, 20, 18, 18.5, 19}), kPaper).phase, OwdPhase::kAmbiguous);
  // S_PCT (3 - 1) / 4 is not above U_PCT, but S_PDT 16 / 20 is above U_PDT.
  const OwdTrend by_pdt = measure_owd_trend(delays_with_medians({10, 16, 14, 20, 26}), kPaper);
  EXPECT_DOUBLE_EQ(by_pdt.pct, 0.5);
  EXPECT_DOUBLE_EQ(by_pdt.pdt, 0.8);
  EXPECT_EQ(by_pdt.phase, OwdPhase::kIncreasing);
  // S_PCT 1 - 1/4 is above U_PCT, but S_PDT 3 / 15 is not above L_PDT.
  const OwdTrend by_pct =
      measure_owd_trend(delays_with_medians({10, 13, 16, 19, 13}), {.upper_pct = 0.4, .noise_factor = 0});
  EXPECT_DOUBLE_EQ(by_pct.pct, 0.5);
  EXPECT_DOUBLE_EQ(by_pct.pdt, 0.2);
  EXPECT_EQ(by_pct.phase, OwdPhase::kAmbiguous);
}

TEST(OwdTrend, NoChangeIsSteadyAndHasAnSPdtOfZero) {
  const OwdTrend trend = measure_owd_trend(delays_with_medians({10, 10, 10, 10, 10}), kPaper);
  EXPECT_EQ(trend.pct, 0);
  EXPECT_EQ(trend.pdt, 0);
  EXPECT_EQ(trend.phase, OwdPhase::kSteady);
}

TEST(OwdTrend, AChangeBelowTwoEpsilonIsIgnored) {
  // A clock that runs 1000 ppm fast: every step goes up, S_PDT is 1, and nothing happens on the path.
  const OwdTrend skewed = measure_owd_trend(delays_with_medians({10, 10.4, 10.8, 11.2, 11.9}), kPaper);
  EXPECT_DOUBLE_EQ(skewed.pdt, 1);
  EXPECT_EQ(skewed.phase, OwdPhase::kSteady);
  EXPECT_EQ(measure_owd_trend(delays_with_medians({10, 11.1, 12.2, 13.3, 14.4}), kPaper).phase, OwdPhase::kIncreasing);
}

TEST(OwdTrend, MediansKeepOutliersOut) {
  std::vector<Duration> delays = delays_with_medians({10, 10, 10, 10, 10});
  delays[1] = 500ms;
  delays[8] = 700ms;
  delays[29] = 900ms;
  EXPECT_EQ(measure_owd_trend(delays, kPaper).phase, OwdPhase::kSteady);
}

TEST(OwdTrend, DifferencesWithinTheNoiseOfTheirGroupsAreNone) {
  // All are 7.5 ms off: a deviation of 7.5 x 1.4826 x 6.4 / 5.4 = 13.18 ms, and a standard error of the difference of
  // two medians of 13.18 x 1.2533 x sqrt(2 / 6.4) = 9.23 ms. (Groups of 7 have a median of 7.5 ms, and half are 15
  // off.)
  std::vector<Duration> delays;
  for (std::size_t i = 0; i < 32; ++i) delays.push_back(from_milliseconds(100 + (i % 2 == 0 ? -7.5 : 7.5)));
  const OwdTrend trend = measure_owd_trend(delays, {.noise_factor = 2});
  EXPECT_NEAR(to_milliseconds(trend.epsilon), 2 * 9.23, 0.02);
  EXPECT_NEAR(to_milliseconds(trend.noise), 13.18, 0.01);
}

TEST(OwdTrend, TooFewDelaysSayNothing) {
  EXPECT_EQ(measure_owd_trend({}, kPaper).phase, OwdPhase::kUnknown);
  EXPECT_EQ(measure_owd_trend(std::vector<Duration>{1ms, 2ms, 3ms}, kPaper).phase, OwdPhase::kUnknown);
}

TEST(OwdTrend, ScalesAgreeAsThePaperSays) {
  using enum OwdPhase;
  EXPECT_EQ(combine_owd_phases({kIncreasing, kSteady, kAmbiguous}), kIncreasing);
  EXPECT_EQ(combine_owd_phases({kIncreasing, kUnknown, kUnknown}), kIncreasing);
  EXPECT_EQ(combine_owd_phases({kSteady, kDecreasing, kSteady}), kDecreasing);
  EXPECT_EQ(combine_owd_phases({kIncreasing, kDecreasing, kIncreasing}), kAmbiguous);
  EXPECT_EQ(combine_owd_phases({kSteady, kSteady, kAmbiguous}), kSteady);
  EXPECT_EQ(combine_owd_phases({kSteady, kAmbiguous, kAmbiguous}), kAmbiguous);
  EXPECT_EQ(combine_owd_phases({kSteady, kUnknown, kUnknown}), kUnknown);
}

/// A path of 100 kbit/s whose queue holds 50 packets: dummynet's, as the paper's emulator has it.
class SlowPath {
 public:
  /// Tells when the packet has come through; nothing: dropped.
  std::optional<Timestamp> send(DataSize size, Timestamp now) {
    while (!leaves_.empty() && leaves_.front() <= now) leaves_.pop_front();
    if (leaves_.size() >= 50) return std::nullopt;
    const Timestamp begins = leaves_.empty() ? now : leaves_.back();
    leaves_.push_back(begins + size / DataRate::kilobits_per_second(100));
    return leaves_.back();
  }

 private:
  std::deque<Timestamp> leaves_;
};

TEST(OwdTrend, FindsThePhasesOfFigureOneBeforeAnyLoss) {
  SlowPath path;
  std::vector<Duration> window;
  std::optional<int> first_loss;
  std::optional<int> increases_at;
  std::optional<int> decreases_at;
  Timestamp video_at = Timestamp() + 1000 * 40ms;
  for (int packet = 0; packet < 3000; ++packet) {
    const Timestamp now = Timestamp() + packet * 40ms;
    for (; packet > 1000 && packet <= 2000 && video_at <= now;
         video_at += DataSize::bytes(1000) / DataRate::kilobits_per_second(120)) {
      if (!path.send(DataSize::bytes(1000), video_at) && !first_loss) first_loss = packet;
    }
    const auto arrival = path.send(DataSize::bytes(104), now);
    if (!arrival && !first_loss) first_loss = packet;
    if (!arrival) continue;
    window.push_back(*arrival - now + 7s);
    if (window.size() < 32) continue;
    const OwdPhase phase = measure_owd_trend(window, kPaper).phase;
    window.clear();
    if (phase == OwdPhase::kIncreasing && !increases_at) increases_at = packet;
    if (phase == OwdPhase::kDecreasing && packet > 2000 && !decreases_at) decreases_at = packet;
    if (packet < 1000 || packet > 2150) {
      EXPECT_EQ(phase, OwdPhase::kSteady) << "packet " << packet;
    }
  }
  ASSERT_TRUE(first_loss && increases_at && decreases_at);
  EXPECT_THAT(*increases_at, testing::AllOf(Ge(1000), Lt(1065)));
  EXPECT_THAT(*increases_at, Lt(*first_loss));
  EXPECT_THAT(*decreases_at, Lt(2100));
}

/// Ten minutes of audio over a clear path: jitter as in RFC 8868 (a normal distribution, cut at 30 ms, which is three
/// deviations) and a peer's clock that runs `skew` off.
template <typename Take>
void run_clear_path(std::uint64_t seed, double skew, const Take& take) {
  Rng rng(seed);
  for (int packet = 0; packet < 30'000; ++packet) {
    double deviation = rng.gaussian();
    while (std::abs(deviation) > 3) deviation = rng.gaussian();
    const Duration sent = packet * Duration(20ms);
    take(from_milliseconds(50 + 10 * deviation) + from_seconds(skew * to_seconds(sent)), Timestamp(sent));
  }
}

int false_alarms_of_scale(std::size_t scale, double noise_factor, std::uint64_t seed, double skew) {
  const OwdTrendConfig config{.noise_factor = noise_factor};
  std::deque<Duration> window;
  std::size_t count = 0;
  int alarms = 0;
  run_clear_path(seed, skew, [&](Duration delay, Timestamp) {
    window.push_back(delay);
    if (window.size() > scale) window.pop_front();
    if (++count % (scale / 4) != 0 || window.size() < scale) return;
    const std::vector<Duration> delays(window.begin(), window.end());
    alarms += measure_owd_trend(delays, config).phase == OwdPhase::kIncreasing ? 1 : 0;
  });
  return alarms;
}

class OnAClearPath : public testing::TestWithParam<double> {};

TEST_P(OnAClearPath, EachScaleAloneMakesLessThanOneAlarmInTenMinutes) {
  constexpr int kRuns = 10;
  for (const std::size_t scale : {32U, 64U, 128U}) {
    int alarms = 0;
    for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
      alarms += false_alarms_of_scale(scale, OwdTrendConfig{}.noise_factor, seed, GetParam());
    }
    EXPECT_LT(alarms, kRuns) << scale;
  }
  // In the paper's form, this jitter makes one every few seconds.
  EXPECT_GT(false_alarms_of_scale(32, 0, 1, GetParam()), 60);
}

TEST_P(OnAClearPath, TheDetectorMakesNoAlarmInTenMinutes) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    OwdTrendDetector detector({});
    int packets_in_alarm = 0;
    int steady = 0;
    run_clear_path(seed, GetParam(), [&](Duration delay, Timestamp at) {
      detector.add(delay, at, at);
      const OwdPhase phase = detector.phase();
      packets_in_alarm += phase == OwdPhase::kIncreasing || phase == OwdPhase::kCongested ? 1 : 0;
      steady += phase == OwdPhase::kSteady ? 1 : 0;
    });
    EXPECT_EQ(packets_in_alarm, 0) << seed;
    EXPECT_GT(steady, 20'000) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Clocks, OnAClearPath, testing::Values(0.0, 100e-6, -100e-6));

class Detector : public testing::Test {
 protected:
  /// `count` packets of audio with the delay that `delay` gives for each.
  template <typename Delay>
  void add(int count, const Delay& delay) {
    for (int i = 0; i < count; ++i) {
      now_ += 20ms;
      detector_.add(delay(i), now_, now_);
    }
  }

  OwdTrendDetector detector_{OwdTrendConfig{}};
  Timestamp now_{};
};

TEST_F(Detector, FindsAnIncreaseInTheShortestWindowAndADecreaseAfterIt) {
  add(200, [](int) { return Duration(30ms); });
  EXPECT_EQ(detector_.phase(), OwdPhase::kSteady);
  // 10 % more than the path carries: 2 ms of queue a packet.
  add(32, [](int i) { return 30ms + i * Duration(2ms); });
  EXPECT_EQ(detector_.phase(), OwdPhase::kIncreasing);
  EXPECT_EQ(detector_.evidence().packets, 32U);
  add(96, [](int i) { return 94ms - std::min(i, 32) * Duration(2ms); });
  add(40, [](int i) { return 30ms - i * 0ms; });
  EXPECT_NE(detector_.phase(), OwdPhase::kIncreasing);
  EXPECT_FALSE(detector_.has_queue());
}

TEST_F(Detector, AQueueThatStandsHighIsCongestionThoughDelaysAreSteady) {
  add(200, [](int) { return Duration(30ms); });
  add(300, [](int) { return Duration(130ms); });
  EXPECT_EQ(detector_.evidence().packets, 128U);
  EXPECT_EQ(detector_.phase(), OwdPhase::kCongested);
  EXPECT_EQ(detector_.queue().count() / 1'000'000, 98);  // The minimum has risen with a skewed clock.
}

TEST_F(Detector, ALossIsCongestionOnlyWithAQueue) {
  add(300, [](int) { return Duration(30ms); });
  detector_.add_loss();
  EXPECT_EQ(detector_.phase(), OwdPhase::kSteady);
  add(130, [](int) { return Duration(60ms); });
  detector_.add_loss();
  EXPECT_EQ(detector_.phase(), OwdPhase::kCongested);
}

TEST_F(Detector, ForgetsTheMinimumAfterTenMinutes) {
  add(50, [](int) { return Duration(30ms); });
  // A new route, longer by 150 ms.
  add(20'000, [](int) { return Duration(180ms); });
  EXPECT_TRUE(detector_.has_queue());
  add(12'000, [](int) { return Duration(180ms); });
  EXPECT_FALSE(detector_.has_queue());
}

TEST_F(Detector, WindowsBeginAnewWithPacketsSentAfterARestart) {
  add(200, [](int i) { return 30ms + i * Duration(2ms); });
  EXPECT_EQ(detector_.phase(), OwdPhase::kIncreasing);
  detector_.restart(now_ + 1s);
  detector_.forget_minimum();
  EXPECT_EQ(detector_.phase(), OwdPhase::kUnknown);
  add(49, [](int i) { return 30ms + i * Duration(2ms); });
  EXPECT_EQ(detector_.evidence().packets, 0U);
  add(32, [](int) { return Duration(30ms); });
  EXPECT_EQ(detector_.evidence().packets, 32U);
}

TEST_F(Detector, SurvivesAbsurdDelays) {
  Rng rng(7);
  for (int i = 0; i < 5000; ++i) {
    const auto at = [&] { return Timestamp(Duration(static_cast<Duration::rep>(rng.next() >> 2))); };
    detector_.add(Duration(static_cast<Duration::rep>(rng.next())), at(), now_ += 1ms);
    EXPECT_LE(std::abs(detector_.evidence().pdt), 1);
    EXPECT_LE(std::abs(detector_.evidence().pct), 1);
  }
}

}  // namespace
}  // namespace counterpoint
