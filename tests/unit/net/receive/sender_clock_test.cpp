// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/sender_clock.h"

#include <gtest/gtest.h>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

constexpr std::int64_t kTicks = 0x1'ffff'0000;  ///< Soon to wrap on the wire.

std::uint64_t ntp(double seconds) { return static_cast<std::uint64_t>(seconds * 4294967296.0); }

TEST(SenderClock, FirstPacketGivesAProvisionalTime) {
  SenderClock clock({.clock_rate = 90'000});
  clock.handle_packet(kTicks, Timestamp(100s));
  EXPECT_FALSE(clock.synchronised());
  EXPECT_EQ(clock.capture_time(kTicks), 100s);
  EXPECT_EQ(clock.capture_time(kTicks + 90'000), 101s);
}

TEST(SenderClock, ReportPlacesTimestampsOnBothSidesOfAWrap) {
  SenderClock clock({.clock_rate = 90'000});
  clock.handle_packet(kTicks, Timestamp(100s));
  clock.handle_sender_report(ntp(5000.5), static_cast<std::uint32_t>(kTicks + 90'000));
  EXPECT_TRUE(clock.synchronised());
  EXPECT_EQ(clock.capture_time(kTicks), 4999500ms);
  EXPECT_EQ(clock.capture_time(kTicks + 180'000), 5001500ms);
}

TEST(SenderClock, ReportBeforeTheFirstPacketCounts) {
  SenderClock clock({.clock_rate = 48'000});
  clock.handle_sender_report(ntp(5000), static_cast<std::uint32_t>(kTicks));
  clock.handle_packet(kTicks + 48'000, Timestamp(100s));
  EXPECT_TRUE(clock.synchronised());
  EXPECT_EQ(clock.capture_time(kTicks + 48'000), 5001s);
}

TEST(SenderClock, NoiseIsSmoothedAndDriftFollowed) {
  SenderClock clock({.clock_rate = 90'000});
  Rng rng(3);
  double worst = 0;
  for (int i = 0; i < 400; ++i) {
    const std::int64_t timestamp = kTicks + i * std::int64_t{90'000};
    // The media clock is 100 ppm fast; reports are off by up to 4 ms.
    const double true_time = 5000 + i / 1.0001;
    clock.handle_packet(timestamp, Timestamp(std::chrono::seconds(100 + i)));
    clock.handle_sender_report(ntp(true_time + 0.008 * (rng.uniform() - 0.5)), static_cast<std::uint32_t>(timestamp));
    if (i > 20) worst = std::max(worst, std::abs(to_seconds(clock.capture_time(timestamp)) - true_time));
  }
  EXPECT_LE(worst, 0.004);
}

TEST(SenderClock, OneWildReportIsIgnoredAndASteadyStepBelieved) {
  SenderClock clock({.clock_rate = 90'000});
  clock.handle_packet(kTicks, Timestamp(100s));
  const auto rtp = static_cast<std::uint32_t>(kTicks);
  clock.handle_sender_report(ntp(5000), rtp);
  clock.handle_sender_report(ntp(90'000), rtp);
  clock.handle_sender_report(~std::uint64_t{0}, rtp);
  clock.handle_sender_report(0, rtp);
  clock.handle_sender_report(ntp(5000), rtp + 0x4000'0000U);
  EXPECT_EQ(clock.capture_time(kTicks), 5000s);
  for (int i = 0; i < 3; ++i) clock.handle_sender_report(ntp(7000), rtp);
  EXPECT_EQ(clock.capture_time(kTicks), 7000s);
}

}  // namespace
}  // namespace counterpoint
