// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/plane/plane.h"

namespace counterpoint {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;

constexpr Timestamp kStart{1000s};
/// With 28 bytes of IP and UDP headers, it has 1000: the packets that the gap is for.
constexpr DataSize kPacket = DataSize::bytes(972);

AdaptationContext start() {
  return {.point = OperatingPoint::from_rate(DataRate::kilobits_per_second(400), FrameRate::per_second(30),
                                             {.width = 640, .height = 360}),
          .wire = {},
          .limits = {.min_video_rate = DataRate::kilobits_per_second(100),
                     .max_video_rate = DataRate::kilobits_per_second(1500)},
          .now = kStart};
}

/// A sender of video over a path of 100 ms, there and back.
class Path {
 public:
  explicit Path(const ParameterValues& values = {}) : ssvp(find_mode("ssvp")->estimator->make(start(), values)) {}

  /// Seconds.
  [[nodiscard]] double gap() const { return to_seconds(ssvp->estimate().packet_gap.value()); }

  PacketFeedback send(Timestamp at, StreamKind stream = StreamKind::kVideo, DataSize size = kPacket) {
    const PacketFeedback packet{.stream = stream, .sequence = next_++, .size = size, .sent_at = at};
    ssvp->handle_sent({.stream = stream, .sequence = packet.sequence, .size = size, .sent_at = at});
    return packet;
  }
  static PacketFeedback arrived(PacketFeedback packet, Duration round_trip = 100ms) {
    packet.arrived_at = packet.sent_at + 7s + round_trip;
    return packet;
  }
  static PacketFeedback lost(PacketFeedback packet) {
    packet.lost = true;
    return packet;
  }
  void report(Timestamp at, std::vector<PacketFeedback> packets, std::optional<Duration> round_trip = 100ms) {
    ssvp->handle_feedback({.received_at = at, .packets = std::move(packets), .round_trip_time = round_trip});
  }
  /// Sends the packets that the gap lets leave, each acknowledged alone, 100 ms later.
  Timestamp run(Timestamp from, Duration duration) {
    Timestamp now = from;
    while (now < from + duration) {
      report(now + 100ms, {arrived(send(now))});
      now += ssvp->estimate().packet_gap.value();
    }
    return now;
  }

  std::unique_ptr<Estimator> ssvp;

 private:
  std::int64_t next_ = 0;
};

TEST(Ssvp, BeginsWithTheGapThatTheOperatingPointNeeds) {
  Path path;
  path.send(kStart);
  // 400 kbit/s of video are 1666 bytes a frame, two packets, each with 40 bytes of headers: 419.2 kbit/s on the wire.
  // This is 95 % of what packets of 1000 bytes carry at a gap of 18.1 ms.
  const DataRate wire =
      plane_position(start().point, {}).bit_rate - plane_position({.frame_size = {}, .frame_rate = {}}, {}).bit_rate;
  EXPECT_THAT(wire.kilobits_per_second(), DoubleNear(419, 1));
  EXPECT_THAT(path.gap(), DoubleNear(8000 * 0.95 / 419'000, 1e-4));
  EXPECT_THAT(path.ssvp->estimate().rate->kilobits_per_second(),
              DoubleNear(plane_position(start().point, {}).bit_rate.kilobits_per_second(), 1));
}

TEST(Ssvp, EachRoundTripWithoutCongestionAddsAlphaPackets) {
  Path path;
  Timestamp now = path.run(kStart, 1s);
  const double before = path.gap();
  for (int i = 0; i < 12; ++i, now += 10ms) {
    path.report(now + 100ms, {Path::arrived(path.send(now))});
    if (path.gap() != before) break;
  }
  EXPECT_THAT(path.gap(), DoubleNear(before * 0.1 / (0.1 + 0.2 * before), 1e-7));
  EXPECT_THAT(0.1 / path.gap() - 0.1 / before, DoubleNear(0.2, 1e-4));
  EXPECT_EQ(path.ssvp->estimate().verdict, PathEstimate::Verdict::kHeadroom);
}

TEST(Ssvp, ALostPacketDividesTheGapByBetaOnceARoundTrip) {
  Path path;
  const Timestamp now = path.run(kStart, 500ms);
  const PacketFeedback first = path.send(now);
  const PacketFeedback second = path.send(now + 10ms);
  const double before = path.gap();
  const std::uint64_t number = path.ssvp->estimate().verdict_count;
  path.report(now + 120ms, {Path::lost(first)});
  EXPECT_THAT(path.gap(), DoubleNear(before / 0.875, 1e-7));
  EXPECT_EQ(path.ssvp->estimate().verdict, PathEstimate::Verdict::kCongestion);
  EXPECT_EQ(path.ssvp->estimate().verdict_count, number + 1);
  EXPECT_THAT(path.ssvp->estimate().cause.text(), HasSubstr("lost"));
  // It left before the gap had grown: the same congestion.
  path.report(now + 130ms, {Path::lost(second)});
  EXPECT_THAT(path.gap(), DoubleNear(before / 0.875, 1e-7));
  path.report(now + 240ms, {Path::lost(path.send(now + 140ms))});
  EXPECT_THAT(path.gap(), DoubleNear(before / 0.875 / 0.875, 1e-7));
}

TEST(Ssvp, APacketThatOthersOvertakeCountsFromTheThirdOnOrFromTheFirstIfAsked) {
  for (const auto& [reordering, factor] : {std::pair(3.0, 1.0), std::pair(1.0, 1 / 0.875)}) {
    Path path({{"reordering", reordering}});
    path.run(kStart, 500ms);
    const PacketFeedback missing = path.send(kStart + 1s);
    const PacketFeedback later = path.send(kStart + 1010ms);
    const double before = path.gap();
    // 30 ms after it has been told, and again by the next report.
    for (const Timestamp at : {kStart + 1050ms, kStart + 1060ms})
      path.report(at, {missing, Path::arrived(later, 40ms)});
    const double growth = factor == 1.0 ? 0.1 / (0.1 + 0.2 * before) : factor;
    EXPECT_THAT(path.gap() / before, DoubleNear(growth, 0.01)) << reordering;
  }
}

TEST(Ssvp, FewPacketsInFlightTakeTheirTimeToGrow) {
  // There are about 2 packets in flight; 1.2 more are 6 steps of a round trip each, or of 10 packets.
  Duration taken[2];
  for (const double round_packets : {1.0, 10.0}) {
    Path path({{"round_packets", round_packets}});
    Timestamp now = kStart;
    for (int i = 0; i < 8; ++i, now += 200ms) path.report(now + 100ms, {Path::lost(path.send(now))});
    const Timestamp from = now;
    const double before = path.gap();
    while (0.1 / path.gap() < 0.1 / before + 1.1) now = path.run(now, 1ms);
    taken[round_packets > 1] = now - from;
  }
  EXPECT_LT(taken[0], 900ms);
  EXPECT_GT(taken[1], 1800ms);
  EXPECT_LT(taken[1], 3s);
}

TEST(Ssvp, LostAudioIsNoCongestionOfVideo) {
  Path path;
  const PacketFeedback audio = Path::lost(path.send(kStart, StreamKind::kAudio));
  const double before = path.gap();
  path.report(kStart + 200ms, {audio});
  EXPECT_EQ(path.gap(), before);
}

TEST(Ssvp, AMarkIsCongestionToo) {
  Path path;
  PacketFeedback marked = Path::arrived(path.send(kStart));
  const double before = path.gap();
  marked.ecn = Ecn::kCe;
  path.report(kStart + 100ms, {marked});
  EXPECT_THAT(path.gap(), DoubleNear(before / 0.875, 1e-7));
}

TEST(Ssvp, PacketsOfOneReportCountAtTheirOwnTimes) {
  Path path({{"round_packets", 1}});
  std::vector<PacketFeedback> packets;
  for (int i = 0; i < 20; ++i) packets.push_back(Path::arrived(path.send(kStart + i * 20ms)));
  const double before = path.gap();
  path.report(kStart + 480ms, packets);
  // Acknowledged one by one they span 380 ms: a step with the first, and one for each of three round trips.
  EXPECT_THAT(0.1 / path.gap() - 0.1 / before, DoubleNear(4 * 0.2, 1e-3));
}

TEST(Ssvp, RoundTripsOfOneReportFollowFromOneWayDelays) {
  Path path({{"gamma", 0}, {"report_wait", 0}});
  const PacketFeedback slow = Path::arrived(path.send(kStart), 180ms);
  const PacketFeedback fast = Path::arrived(path.send(kStart + 10ms), 150ms);
  path.send(kStart + 20ms);
  path.report(kStart + 200ms, {slow, fast}, 150ms);
  EXPECT_EQ(path.ssvp->next_deadline(), kStart + 200ms + 2 * 150ms);
}

TEST(Ssvp, SilenceForTwoStoIsCongestionAgainAndAgain) {
  Path path({{"report_wait", 0}});
  path.report(kStart + 100ms, {Path::arrived(path.send(kStart))});
  EXPECT_EQ(path.ssvp->next_deadline(), kNever) << "nothing is awaited";
  const Timestamp sent = kStart + 150ms;
  path.report(kStart + 350ms, {Path::arrived(path.send(sent), 200ms)}, 200ms);
  path.send(kStart + 400ms);
  // STO = 0.9 x 100 ms + 0.1 x 200 ms.
  EXPECT_EQ(path.ssvp->next_deadline(), kStart + 400ms + 220ms);
  const double before = path.gap();
  path.ssvp->poll({}, kStart + 619ms);
  EXPECT_EQ(path.gap(), before);
  path.ssvp->poll({}, kStart + 620ms);
  EXPECT_THAT(path.gap(), DoubleNear(before / 0.875, 1e-7));
  path.ssvp->poll({}, kStart + 840ms);
  EXPECT_THAT(path.gap(), DoubleNear(before / 0.875 / 0.875, 1e-7));
}

TEST(Ssvp, TheGapIsInProportionToTheSizeOfThePacketBeforeIt) {
  Path path;
  path.send(kStart);
  const double gap = path.gap();
  path.send(kStart, StreamKind::kVideo, DataSize::bytes(472));
  EXPECT_THAT(path.gap(), DoubleNear(gap / 2, 1e-7));
  path.send(kStart, StreamKind::kAudio, DataSize::bytes(100));
  EXPECT_THAT(path.gap(), DoubleNear(gap / 2, 1e-7)) << "sound is not spaced";
}

TEST(Ssvp, GrowsToWhatTheHighestVideoRateNeedsAndNotBeyond) {
  Path path;
  const Timestamp now = path.run(kStart, 20s);
  const double rate = path.ssvp->estimate().rate->kilobits_per_second();
  path.run(now, 5s);
  EXPECT_EQ(path.ssvp->estimate().rate->kilobits_per_second(), rate);
  const OperatingPoint most = OperatingPoint::from_rate(start().limits.max_video_rate, FrameRate::per_second(30), {});
  EXPECT_THAT(rate, DoubleNear(plane_position(most, {}).bit_rate.kilobits_per_second(), 1));
}

TEST(Ssvp, DoesNotGrowWhileVideoDoesNotUseWhatItMay) {
  Path path;
  path.run(kStart, 1s);
  const double before = path.gap();
  for (Timestamp now = kStart + 1s; now < kStart + 10s; now += 200ms) {
    path.report(now + 100ms, {Path::arrived(path.send(now))});
  }
  EXPECT_GT(path.gap(), 0.8 * before);
}

TEST(Ssvp, LossRatesAndRatesFollowTheSquareRootLaw) {
  // Each 200th packet is lost: an AIMD of (0.2, 0.875) then has sqrt(0.2 (1 + b) / (2 (1 - b) p)) = 17.3 packets in
  // flight.
  Path path({{"packet_size", 1000}});
  std::int64_t sent = 0;
  Timestamp now = kStart;
  double in_flight = 0;
  int samples = 0;
  while (now < kStart + 200s) {
    PacketFeedback packet = path.send(now);
    path.report(now + 100ms, {++sent % 200 == 0 ? Path::lost(packet) : Path::arrived(packet)});
    now += path.ssvp->estimate().packet_gap.value();
    if (now < kStart + 50s) continue;
    in_flight += 0.1 / path.gap();
    ++samples;
  }
  EXPECT_THAT(in_flight / samples, DoubleNear(17.3, 1.5));
}

}  // namespace
}  // namespace counterpoint
