// SPDX-License-Identifier: GPL-3.0-or-later
// Calls over bad paths: losses, jitter, outages, rates that change, clocks that run apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "tests/scenario/scenario.h"

namespace counterpoint {
namespace {

void print_figures(const char* what, const Scenario::Host& host, Span span) {
  const SessionStats& s = host.stats();
  std::printf(
      "%s: %.1f frames/s, longest freeze %.0f ms, capture to display %.0f ms median %.0f ms at 95 %%, "
      "silence at most %.0f ms, concealed %.0f ms in %llu events, FEC %llu, skew at most %.0f ms, PLI %llu, NACK "
      "%llu\n",
      what, host.screen().frames_per_second(span), to_milliseconds(host.screen().longest_freeze(span)),
      to_milliseconds(host.screen().delay(span, 0.5)), to_milliseconds(host.screen().delay(span, 0.95)),
      to_milliseconds(host.headset().longest_silence(span)), static_cast<double>(s.audio_in.concealed_samples) / 48.0,
      static_cast<unsigned long long>(s.audio_in.concealment_events),
      static_cast<unsigned long long>(s.audio_in.fec_packets_received),
      to_milliseconds(host.screen().largest_skew(span)), static_cast<unsigned long long>(s.video_in.pli_count),
      static_cast<unsigned long long>(s.video_in.nack_count));
}

Duration mean(const std::vector<Duration>& values, std::size_t from, std::size_t to) {
  Duration sum{};
  for (std::size_t i = from; i < to; ++i) sum += values[i];
  return sum / static_cast<Duration::rep>(to - from);
}

TEST(RoughPath, FivePercentLossJitterReorderingAndDuplication) {
  constexpr const char* kPath = "rate=5M,delay=30ms,jitter=30ms,loss=5%,reorder=2%,duplicate=1%";
  Plan plan{.a_to_b = kPath, .b_to_a = kPath};
  plan.b.audio = HostPlan::Audio::kVoice;
  Scenario call(plan);
  call.run(120s);
  EXPECT_EQ(call.b().headset().longest_silence({1s, 120s}), 0ms) << "a tone that never pauses was interrupted";
  // FEC restores speech (a tone is none to the codec): concealed is what two losses in a row leave.
  EXPECT_GT(call.a().stats().audio_in.fec_packets_received, 120U);
  EXPECT_LT(static_cast<double>(call.a().stats().audio_in.concealed_samples) / 48e3, 120 * 0.025);
  for (const Scenario::Host* host : {&call.a(), &call.b()}) {
    print_figures("5 % loss", *host, {3s, 120s});
    const SessionStats& stats = host->stats();
    EXPECT_GE(host->screen().frames_per_second({3s, 120s}), 27);
    EXPECT_LT(host->screen().longest_freeze({3s, 120s}), 1s);
    EXPECT_EQ(stats.transport.audio_underruns, 0U);
    EXPECT_LT(static_cast<double>(stats.audio_in.concealed_samples) / 48e3, 120 * 0.06);
    // Delay does not grow: neither frame nor audio.
    EXPECT_LT(host->screen().delay({80s, 120s}, 0.5), host->screen().delay({3s, 40s}, 0.5) + 40ms);
    EXPECT_LT(mean(host->audio_delays(), 80, 119), mean(host->audio_delays(), 3, 40) + 40ms);
    EXPECT_LT(host->screen().delay({3s, 120s}, 0.95), 350ms);
    EXPECT_LT(std::abs(stats.transport.audio_video_skew), 0.080);
  }
}

TEST(RoughPath, RealCodecsUnderFivePercentLoss) {
  constexpr const char* kPath = "rate=5M,delay=30ms,jitter=30ms,loss=5%,reorder=2%,duplicate=1%";
  Plan plan{.a_to_b = kPath,
            .b_to_a = kPath,
            .codecs = CodecKind::kDeterministic,
            .rate = DataRate::kilobits_per_second(500)};
  plan.b.camera = false;
  Scenario call(plan);
  call.run(30s);
  print_figures("5 % loss, VP8", call.b(), {3s, 30s});
  EXPECT_GE(call.b().screen().frames_per_second({3s, 30s}), 27);
  EXPECT_LT(call.b().screen().longest_freeze({3s, 30s}), 1s);
  EXPECT_EQ(call.b().headset().longest_silence({1s, 30s}), 0ms);
  // The frames shown are never damaged: the marks can be read.
  const auto& shown = call.b().screen().shown();
  EXPECT_TRUE(std::ranges::all_of(shown, [](const Screen::Shown& s) { return s.number.has_value(); }));
}

TEST(RoughPath, BurstsOfLoss) {
  constexpr const char* kPath = "rate=5M,delay=30ms,loss=5%,burst=5";
  Scenario call({.a_to_b = kPath, .b_to_a = kPath});
  call.run(60s);
  print_figures("bursts of 5", call.b(), {3s, 60s});
  EXPECT_GE(call.b().screen().frames_per_second({3s, 60s}), 24);
  EXPECT_LT(call.b().screen().longest_freeze({3s, 60s}), 1500ms);
  EXPECT_LT(call.b().headset().longest_silence({1s, 60s}), 300ms);
}

/// After the trouble in [from, to) a call is as before: soon, and for good.
void expect_recovery(const Scenario::Host& host, Span trouble, Duration within, Duration end) {
  const Span before{.from = 3s, .to = trouble.from};
  const Span after{.from = trouble.to + within, .to = end};
  EXPECT_GE(host.screen().frames_per_second(after), 29);
  EXPECT_LT(host.screen().longest_freeze(after), 200ms);
  EXPECT_LE(host.headset().longest_silence(after), 0ms);
  EXPECT_LT(host.screen().delay(after, 0.95), host.screen().delay(before, 0.95) + 60ms);
  EXPECT_LT(host.audio_delays().back(), host.audio_delays()[static_cast<std::size_t>(before.to / 1s) - 2] + 60ms);
  EXPECT_LT(host.screen().largest_skew({.from = end - 5s, .to = end}), 45ms);
}

TEST(RoughPath, OutageOfThreeSeconds) {
  Scenario call({.a_to_b = "rate=5M,delay=40ms,at=15s:rate=0,at=18s:rate=5M",
                 .b_to_a = "rate=5M,delay=40ms,at=15s:rate=0,at=18s:rate=5M"});
  call.run(45s);
  for (const Scenario::Host* host : {&call.a(), &call.b()}) {
    print_figures("outage", *host, {3s, 45s});
    // The freeze lasts as long as the outage, and a round trip or two for the key frame.
    EXPECT_LT(host->screen().longest_freeze({3s, 45s}), 3800ms);
    EXPECT_LT(host->headset().longest_silence({3s, 45s}), 3500ms);
    expect_recovery(*host, {15s, 18s}, 2s, 45s);
  }
}

TEST(RoughPath, TotalLossOfThreeSeconds) {
  Scenario call({.a_to_b = "rate=5M,delay=40ms,at=15s:loss=100%,at=18s:loss=0%", .b_to_a = "rate=5M,delay=40ms"});
  call.run(45s);
  print_figures("total loss", call.b(), {3s, 45s});
  EXPECT_LT(call.b().screen().longest_freeze({3s, 45s}), 3800ms);
  expect_recovery(call.b(), {15s, 18s}, 2s, 45s);
  EXPECT_GE(call.a().screen().frames_per_second({3s, 45s}), 29) << "the other direction has nothing to do with it";
}

TEST(RoughPath, RateBelowTheSendingRateForFiveSeconds) {
  Scenario call(
      {.a_to_b = "rate=3M,delay=30ms,queue=300ms,at=15s:rate=400k,at=20s:rate=3M", .b_to_a = "rate=3M,delay=30ms"});
  call.run(45s);
  print_figures("low rate", call.b(), {3s, 45s});
  // The circuit breaker has stopped video for 5 s. Then frames need as long as the jitter buffer remembers the
  // trouble, and come back at 80 ms a second.
  expect_recovery(call.b(), {15s, 20s}, 16s, 45s);
  EXPECT_LE(call.b().headset().longest_silence({3s, 45s}), 0ms) << "sound fits the low rate and goes first";
  EXPECT_GE(call.a().screen().frames_per_second({3s, 45s}), 29);
}

TEST(RoughPath, StepsOfDelay) {
  Scenario call({.a_to_b = "rate=5M,delay=20ms,at=15s:delay=150ms,at=35s:delay=20ms", .b_to_a = "delay=20ms"});
  call.run(60s);
  print_figures("steps of delay", call.b(), {3s, 60s});
  EXPECT_LT(call.b().screen().longest_freeze({3s, 60s}), 500ms);
  EXPECT_LT(call.b().headset().longest_silence({1s, 60s}), 200ms);
  expect_recovery(call.b(), {15s, 35s}, 10s, 60s);
}

TEST(RoughPath, ClocksThatRunApart) {
  for (const double error : {-200.0, 200.0}) {
    Plan plan{.a_to_b = "rate=5M,delay=30ms,jitter=5ms", .b_to_a = "rate=5M,delay=30ms,jitter=5ms"};
    plan.b.audio_clock_error_ppm = error;
    Scenario call(plan);
    call.run(240s);
    for (const Scenario::Host* host : {&call.a(), &call.b()}) {
      print_figures("200 ppm", *host, {3s, 240s});
      EXPECT_EQ(host->headset().longest_silence({1s, 240s}), 0ms);
      EXPECT_LT(static_cast<double>(host->stats().audio_in.concealed_samples) / 48e3, 0.5);
      // Uncorrected, 48 ms would have come together by now.
      EXPECT_LT(host->audio_delays().back(), host->audio_delays()[10] + 30ms);
      EXPECT_LT(host->screen().largest_skew({10s, 240s}), 45ms);
    }
  }
}

TEST(RoughPath, RepairWithoutTheWayBackIsStillACall) {
  // Half of all requests are lost too.
  Scenario call({.a_to_b = "rate=5M,delay=30ms,loss=3%", .b_to_a = "rate=5M,delay=30ms,loss=50%"});
  call.run(60s);
  print_figures("lossy way back", call.b(), {3s, 60s});
  EXPECT_GE(call.b().screen().frames_per_second({3s, 60s}), 24);
  EXPECT_LT(call.b().screen().longest_freeze({3s, 60s}), 1500ms);
}

}  // namespace
}  // namespace counterpoint
