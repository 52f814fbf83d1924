// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "core/base/rng.h"
#include "net/feedback/feedback_builder.h"
#include "net/feedback/sent_packet_history.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart = Timestamp(1000s);
// The peer's clock shows something else altogether.
constexpr Timestamp kPeerStart = Timestamp(70'000s);
constexpr std::uint32_t kVideo = 0x1111;
constexpr std::uint32_t kAudio = 0x2222;

FeedbackBuilder builder() { return FeedbackBuilder({.sender_ssrc = 0x9999}); }

void arrive(FeedbackBuilder& feedback, std::uint16_t sequence, Timestamp at) {
  feedback.handle_packet({.ssrc = kVideo, .sequence = sequence, .size = DataSize::bytes(1000), .arrived_at = at});
}

void send(SentPacketHistory& history, std::int64_t sequence, Timestamp at, std::uint32_t ssrc = kVideo) {
  const StreamKind stream = ssrc == kVideo ? StreamKind::kVideo : StreamKind::kAudio;
  history.handle_sent(stream, ssrc, sequence, DataSize::bytes(1000), at);
}

CongestionFeedback single(std::uint16_t begin, std::vector<CongestionFeedback::Metric> metrics, Timestamp at) {
  return {.sender_ssrc = 1,
          .streams = {{.ssrc = kVideo, .begin_sequence = begin, .metrics = std::move(metrics)}},
          .report_timestamp = compact_ntp(to_ntp(at))};
}
constexpr CongestionFeedback::Metric kReceived = {.received = true, .ecn = Ecn::kNotEct, .arrival_offset = 0};
constexpr CongestionFeedback::Metric kMissing = {};

TEST(FeedbackBuilder, SaysNothingWithoutPackets) {
  FeedbackBuilder feedback = builder();
  EXPECT_EQ(feedback.next_deadline(), kNever);
  EXPECT_FALSE(feedback.poll(kStart));
}

TEST(FeedbackBuilder, ReportsTakeTheirShareOfWhatArrives) {
  // 1000 bytes each 2 ms (4 Mbit/s), each 8 ms (1 Mbit/s), each 40 ms (200 kbit/s).
  for (const int gap : {2, 8, 40}) {
    FeedbackBuilder feedback = builder();
    double bytes = 0;
    std::optional<Timestamp> last;
    for (int i = 0; i < 10'000; ++i) {
      const Timestamp now = kStart + i * 1ms;
      if (i % gap == 0) arrive(feedback, static_cast<std::uint16_t>(i / gap), now);
      const auto report = feedback.poll(now);
      if (!report) continue;
      const RtcpPacket packet = *report;
      bytes += 28.0 + static_cast<double>(serialize(std::span(&packet, 1)).size());
      if (last) {
        EXPECT_GE(now - *last, 20ms);
        EXPECT_LE(now - *last, 100ms);
      }
      last = now;
    }
    const double share = bytes / (10'000.0 / gap * 1000);
    EXPECT_LE(share, gap < 40 ? 0.016 : 0.03) << gap << ": slower than each 100 ms is too late";
    EXPECT_GE(share, 0.005);
  }
}

TEST(FeedbackBuilder, AudioThatIsLateIsReportedSoon) {
  FeedbackBuilder feedback = builder();
  const auto arrive_after = [&](std::uint16_t sequence, Duration transit, Timestamp at) {
    feedback.handle_packet(
        {.ssrc = kAudio, .sequence = sequence, .size = DataSize::bytes(100), .arrived_at = at, .transit = transit});
  };
  arrive_after(0, 0ms, kStart);
  ASSERT_TRUE(feedback.poll(kStart));
  arrive_after(1, 5ms, kStart + 25ms);
  EXPECT_EQ(feedback.next_deadline(), kStart + 100ms);
  arrive_after(2, 15ms, kStart + 55ms);
  EXPECT_EQ(feedback.next_deadline(), kStart + 55ms);
}

TEST(FeedbackBuilder, SoundAloneMakesNoDebtsThatSilenceUrgentReports) {
  FeedbackBuilder feedback = builder();
  const auto arrive_after = [&](int i, Duration transit, Timestamp at) {
    feedback.handle_packet({.ssrc = kAudio,
                            .sequence = static_cast<std::uint16_t>(i),
                            .size = DataSize::bytes(100),
                            .arrived_at = at,
                            .transit = transit});
  };
  Timestamp now = kStart;
  for (int i = 0; i < 3000; ++i, now += 20ms) {
    arrive_after(i, 0ms, now);
    static_cast<void>(feedback.poll(now));
  }
  while (!feedback.poll(now)) arrive_after(3000, 0ms, now += 20ms);
  arrive_after(3001, 30ms, now + 30ms);
  EXPECT_EQ(feedback.next_deadline(), now + 30ms);
}

TEST(FeedbackBuilder, SaysNothingWhenNothingIsNew) {
  FeedbackBuilder feedback = builder();
  arrive(feedback, 1, kStart);
  EXPECT_TRUE(feedback.poll(kStart));
  EXPECT_EQ(feedback.next_deadline(), kNever);
  EXPECT_FALSE(feedback.poll(kStart + 1s));
  arrive(feedback, 1, kStart + 2s);
  EXPECT_FALSE(feedback.poll(kStart + 3s)) << "a duplicate is no news";
}

TEST(FeedbackBuilder, AGapIsReportedAtOnceButNotTooOften) {
  FeedbackBuilder feedback = builder();
  arrive(feedback, 1, kStart);
  ASSERT_TRUE(feedback.poll(kStart));
  arrive(feedback, 3, kStart + 7ms);
  EXPECT_EQ(feedback.next_deadline(), kStart + 20ms);
  const auto report = feedback.poll(kStart + 20ms);
  ASSERT_TRUE(report);
  ASSERT_EQ(report->streams.at(0).metrics.size(), 3U);
  EXPECT_FALSE(report->streams[0].metrics[1].received);
  EXPECT_TRUE(report->streams[0].metrics[2].received);
  arrive(feedback, 4, kStart + 21ms);
  EXPECT_EQ(feedback.next_deadline(), kStart + 120ms) << "nothing is missing, and the share is spent";
}

TEST(FeedbackBuilder, EachPacketIsToldOfTwice) {
  FeedbackBuilder feedback = builder();
  for (std::uint16_t i = 0; i < 100; ++i) arrive(feedback, i, kStart);
  ASSERT_TRUE(feedback.poll(kStart));
  for (std::uint16_t i = 100; i < 110; ++i) arrive(feedback, i, kStart + 20ms);
  const auto second = feedback.poll(kStart + 100ms);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->streams.at(0).begin_sequence, 0);
  EXPECT_EQ(second->streams[0].metrics.size(), 110U);
  arrive(feedback, 110, kStart + 110ms);
  const auto third = feedback.poll(kStart + 200ms);
  ASSERT_TRUE(third);
  EXPECT_EQ(third->streams.at(0).begin_sequence, 100);
  EXPECT_EQ(third->streams[0].metrics.size(), 11U);
}

TEST(FeedbackBuilder, ALatePacketIsReportedHoweverLateItIs) {
  FeedbackBuilder feedback = builder();
  for (std::uint16_t i = 0; i < 200; ++i) {
    if (i != 10) arrive(feedback, i, kStart);
  }
  while (feedback.poll(kStart)) {
  }
  arrive(feedback, 10, kStart + 100ms);
  const auto report = feedback.poll(kStart + 100ms);
  ASSERT_TRUE(report);
  const std::size_t index = 10U - report->streams.at(0).begin_sequence;
  ASSERT_LT(index, report->streams[0].metrics.size());
  EXPECT_TRUE(report->streams[0].metrics[index].received);
  EXPECT_EQ(report->streams[0].metrics[index].arrival_offset, 0);
}

TEST(FeedbackBuilder, GivesArrivalTimesAndEcn) {
  FeedbackBuilder feedback = builder();
  feedback.handle_packet({.ssrc = kVideo, .sequence = 1, .arrived_at = kStart, .ecn = Ecn::kEct0});
  static_cast<void>(feedback.poll(kStart));
  feedback.handle_packet({.ssrc = kVideo, .sequence = 2, .arrived_at = kStart + 10ms, .ecn = Ecn::kCe});
  const auto report = feedback.poll(kStart + 1010ms);
  ASSERT_TRUE(report);
  const auto& metrics = report->streams.at(0).metrics;
  ASSERT_EQ(metrics.size(), 2U);
  EXPECT_EQ(metrics[0].ecn, Ecn::kEct0);
  EXPECT_EQ(metrics[0].arrival_offset, 1034);  // 1.01 s in 1/1024 s.
  EXPECT_EQ(metrics[1].ecn, Ecn::kCe);
  EXPECT_EQ(metrics[1].arrival_offset, 1024);
  EXPECT_EQ(report->report_timestamp, compact_ntp(to_ntp(kStart + 1010ms)));
  EXPECT_EQ(report->sender_ssrc, 0x9999U);
}

TEST(FeedbackBuilder, AnArrivalTooLongAgoIsClampedTo13Bits) {
  FeedbackBuilder feedback = builder();
  arrive(feedback, 1, kStart);
  static_cast<void>(feedback.poll(kStart));
  arrive(feedback, 2, kStart + 20s);
  const auto report = feedback.poll(kStart + 20s);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->streams.at(0).metrics.at(0).arrival_offset, CongestionFeedback::kOffsetTooLarge);
}

TEST(FeedbackBuilder, ReportsStayWithinTheirSizeAndLoseNothing) {
  FeedbackBuilder feedback = builder();
  for (std::uint16_t i = 0; i < 900; ++i) {
    feedback.handle_packet({.ssrc = kVideo, .sequence = i, .arrived_at = kStart});
    feedback.handle_packet({.ssrc = kAudio, .sequence = i, .arrived_at = kStart});
  }
  std::set<std::pair<std::uint32_t, int>> told;
  int reports = 0;
  while (const auto report = feedback.poll(kStart)) {
    ++reports;
    ASSERT_LT(reports, 10);
    const RtcpPacket packet = *report;
    EXPECT_LE(serialize(std::span(&packet, 1)).size(), 1150U);
    for (const auto& stream : report->streams) {
      for (std::size_t i = 0; i < stream.metrics.size(); ++i) {
        if (stream.metrics[i].received) told.insert({stream.ssrc, stream.begin_sequence + static_cast<int>(i)});
      }
    }
  }
  EXPECT_EQ(told.size(), 1800U);
  EXPECT_EQ(feedback.next_deadline(), kNever);
}

TEST(FeedbackBuilder, SequenceNumbersWrap) {
  FeedbackBuilder feedback = builder();
  for (std::uint16_t i = 0; i < 10; ++i) arrive(feedback, static_cast<std::uint16_t>(65'531 + i), kStart);
  const auto report = feedback.poll(kStart);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->streams.at(0).begin_sequence, 65'531);
  EXPECT_EQ(report->streams[0].metrics.size(), 10U);
}

TEST(FeedbackBuilder, OneWildSequenceNumberIsIgnoredAndTwoAreANewStart) {
  FeedbackBuilder feedback = builder();
  for (std::uint16_t i = 0; i < 10; ++i) arrive(feedback, i, kStart);
  ASSERT_TRUE(feedback.poll(kStart));
  arrive(feedback, 20'000, kStart + 20ms);
  EXPECT_FALSE(feedback.poll(kStart + 20ms));
  EXPECT_EQ(feedback.ignored(), 1U);
  arrive(feedback, 20'001, kStart + 40ms);
  const auto report = feedback.poll(kStart + 100ms);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->streams.at(0).begin_sequence, 20'001);
  EXPECT_EQ(report->streams[0].metrics.size(), 1U);
}

TEST(FeedbackBuilder, RandomPacketsNeverMakeAnOversizedReport) {
  Rng rng(3);
  FeedbackBuilder feedback = builder();
  for (int i = 0; i < 50'000; ++i) {
    const Timestamp now = kStart + i * 100us;
    feedback.handle_packet({.ssrc = static_cast<std::uint32_t>(rng.below(20)),
                            .sequence = static_cast<std::uint16_t>(rng.next() >> (i % 16)),
                            .size = DataSize::bytes(static_cast<std::int64_t>(rng.below(1500))),
                            .arrived_at = now - Duration(rng.below(20'000'000'000)),
                            .ecn = static_cast<Ecn>(rng.below(4))});
    while (const auto report = feedback.poll(now)) {
      const RtcpPacket packet = *report;
      ASSERT_LE(serialize(std::span(&packet, 1)).size(), 1150U);
    }
  }
}

TEST(SentPacketHistory, MatchesAReportWithWhatWasSent) {
  SentPacketHistory history;
  for (int i = 0; i < 3; ++i) send(history, 100 + i, kStart + i * 10ms);
  const auto report =
      history.match(single(100, {{true, Ecn::kEct0, 512}, kMissing, {true, Ecn::kCe, 256}}, kPeerStart), kStart + 1s);
  ASSERT_TRUE(report);
  ASSERT_EQ(report->packets.size(), 3U);
  const auto& packets = report->packets;
  EXPECT_EQ(report->received_at, kStart + 1s);
  EXPECT_EQ(packets[0].sequence, 100);
  EXPECT_EQ(packets[0].stream, StreamKind::kVideo);
  EXPECT_EQ(packets[0].size, DataSize::bytes(1000));
  EXPECT_EQ(packets[0].sent_at, kStart);
  EXPECT_EQ(packets[0].ecn, Ecn::kEct0);
  EXPECT_FALSE(packets[1].arrived_at);
  ASSERT_TRUE(packets[0].arrived_at && packets[2].arrived_at);
  EXPECT_EQ(*packets[2].arrived_at - *packets[0].arrived_at, 250ms);
  // Sent 20 ms after the start, held for 256/1024 s.
  EXPECT_EQ(report->round_trip_time, 1s - 20ms - 250ms);
  EXPECT_EQ(history.counters().acknowledged, 2U);
  EXPECT_EQ(history.counters().acknowledged_size, DataSize::bytes(2000));
  EXPECT_EQ(history.counters().in_flight_size, DataSize::bytes(1000));
}

TEST(SentPacketHistory, PacketsOfAllStreamsComeInSendingOrder) {
  SentPacketHistory history;
  send(history, 5, kStart, kAudio);
  send(history, 900, kStart + 1ms, kVideo);
  send(history, 6, kStart + 2ms, kAudio);
  CongestionFeedback feedback = single(900, {kReceived}, kPeerStart);
  feedback.streams.push_back({.ssrc = kAudio, .begin_sequence = 5, .metrics = {kReceived, kReceived}});
  const auto report = history.match(feedback, kStart + 1s);
  ASSERT_TRUE(report);
  ASSERT_EQ(report->packets.size(), 3U);
  EXPECT_EQ(report->packets[0].sequence, 5);
  EXPECT_EQ(report->packets[1].sequence, 900);
  EXPECT_EQ(report->packets[2].sequence, 6);
}

TEST(SentPacketHistory, ARepeatedReportTellsNothing) {
  SentPacketHistory history;
  send(history, 1, kStart);
  send(history, 2, kStart);
  const CongestionFeedback feedback = single(1, {kMissing, kReceived}, kPeerStart);
  EXPECT_TRUE(history.match(feedback, kStart + 1s));
  EXPECT_FALSE(history.match(feedback, kStart + 2s));
  EXPECT_EQ(history.counters().acknowledged, 1U);
}

TEST(SentPacketHistory, AnOlderReportThatComesLateGivesNoRoundTripTime) {
  SentPacketHistory history;
  for (int i = 0; i < 4; ++i) send(history, i, kStart + i * 10ms);
  ASSERT_TRUE(history.match(single(2, {kReceived, kReceived}, kPeerStart + 100ms), kStart + 100ms));
  const auto late = history.match(single(0, {kReceived, kReceived}, kPeerStart), kStart + 900ms);
  ASSERT_TRUE(late);
  EXPECT_EQ(late->packets.size(), 2U);
  EXPECT_FALSE(late->round_trip_time);
}

TEST(SentPacketHistory, MissingIsNotLostUntilLaterPacketsArrive) {
  SentPacketHistory history;
  for (int i = 0; i < 5; ++i) send(history, i, kStart);
  static_cast<void>(history.match(single(0, {kReceived, kMissing, kReceived, kReceived}, kPeerStart), kStart + 1s));
  EXPECT_EQ(history.counters().lost, 0U);
  static_cast<void>(history.match(single(1, {kMissing, kReceived, kReceived, kReceived}, kPeerStart), kStart + 2s));
  EXPECT_EQ(history.counters().lost, 1U);
  EXPECT_EQ(history.counters().in_flight_size, DataSize());
  static_cast<void>(history.match(single(1, {kReceived}, kPeerStart), kStart + 3s));
  EXPECT_EQ(history.counters().lost, 0U) << "it arrived after all";
  EXPECT_EQ(history.counters().acknowledged, 5U);
  EXPECT_EQ(history.counters().in_flight_size, DataSize());
}

TEST(SentPacketHistory, ALossIsToldOnce) {
  SentPacketHistory history;
  for (int i = 0; i < 5; ++i) send(history, i, kStart);
  const auto lost_in = [](const std::optional<FeedbackReport>& report) {
    return report ? std::ranges::count_if(report->packets, &PacketFeedback::lost) : 0;
  };
  EXPECT_EQ(lost_in(history.match(single(0, {kReceived, kMissing, kReceived}, kPeerStart), kStart + 1s)), 0);
  // This report does not even speak of packet 1 any more.
  EXPECT_EQ(lost_in(history.match(single(3, {kReceived, kReceived}, kPeerStart), kStart + 2s)), 1);
  EXPECT_EQ(lost_in(history.match(single(1, {kMissing, kReceived, kReceived}, kPeerStart), kStart + 3s)), 0);
}

TEST(SentPacketHistory, ALostTailIsNotInFlightOnceOtherPacketsHaveArrived) {
  SentPacketHistory history;
  send(history, 0, kStart, kAudio);
  for (int i = 0; i < 20; ++i) send(history, i, kStart);  // A window of video, of which nothing arrives.
  send(history, 1, kStart + 300ms, kAudio);
  const CongestionFeedback of_audio{
      .sender_ssrc = 1,
      .streams = {{.ssrc = kAudio, .begin_sequence = 0, .metrics = {kReceived, kReceived}}},
      .report_timestamp = compact_ntp(to_ntp(kPeerStart))};
  ASSERT_TRUE(history.match(of_audio, kStart + 400ms));
  EXPECT_EQ(history.counters().in_flight_size, DataSize());
}

TEST(SentPacketHistory, WhatThePeersReportsHaveGonePastIsNotInFlight) {
  SentPacketHistory history;
  for (int i = 0; i < 3; ++i) send(history, i, kStart);
  ASSERT_TRUE(history.match(single(2, {kReceived}, kPeerStart), kStart + 1s));
  EXPECT_EQ(history.counters().in_flight_size, DataSize());
  EXPECT_EQ(history.counters().forgotten, 2U);
  ASSERT_TRUE(history.match(single(0, {kReceived, kReceived}, kPeerStart), kStart + 2s)) << "a report that was late";
  EXPECT_EQ(history.counters().forgotten, 0U);
  EXPECT_EQ(history.counters().acknowledged, 3U);
}

TEST(SentPacketHistory, UnwrapsSequenceNumbersAndThePeersClock) {
  SentPacketHistory history;
  for (std::int64_t i = 131'070; i < 131'075; ++i) send(history, i, kStart);
  // The clock of the report wraps each 65536 s.
  const Timestamp before_wrap = Timestamp(65'535'900ms);
  const auto first = history.match(single(65'534, {kReceived, kReceived}, before_wrap), kStart + 1s);
  const auto second = history.match(single(0, {kReceived, kReceived, kReceived}, before_wrap + 200ms), kStart + 2s);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->packets.at(0).sequence, 131'070);
  EXPECT_EQ(second->packets.at(2).sequence, 131'074);
  const Duration between = *second->packets.at(0).arrived_at - *first->packets.at(0).arrived_at;
  EXPECT_NEAR(to_milliseconds(between), 200, 0.1);
}

TEST(SentPacketHistory, UnknownArrivalTimesAcknowledgeOnly) {
  SentPacketHistory history;
  send(history, 1, kStart);
  send(history, 2, kStart);
  const auto report = history.match(single(1,
                                           {{true, Ecn::kNotEct, CongestionFeedback::kOffsetUnknown},
                                            {true, Ecn::kNotEct, CongestionFeedback::kOffsetTooLarge}},
                                           kPeerStart),
                                    kStart + 1s);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->packets.empty());
  EXPECT_FALSE(report->round_trip_time);
  EXPECT_EQ(history.counters().acknowledged, 2U);
}

TEST(SentPacketHistory, AnImpossibleHoldingTimeGivesNoRoundTripTime) {
  SentPacketHistory history;
  send(history, 1, kStart);
  const auto report = history.match(single(1, {{true, Ecn::kNotEct, 1024}}, kPeerStart), kStart + 100ms);
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->round_trip_time);
}

TEST(SentPacketHistory, WhatWasNeverSentIsSkipped) {
  SentPacketHistory history;
  EXPECT_FALSE(history.match(single(0, {kReceived, kReceived}, kPeerStart), kStart));
  send(history, 10, kStart);
  EXPECT_FALSE(history.match(single(11, std::vector(100, kReceived), kPeerStart), kStart));
  EXPECT_EQ(history.counters().acknowledged, 0U);
  EXPECT_EQ(history.counters().unknown, 102U);
}

TEST(SentPacketHistory, OnlyTheFirstBlockOfAStreamInAReportCounts) {
  SentPacketHistory history;
  for (int i = 0; i < 3; ++i) send(history, i, kStart);
  CongestionFeedback feedback = single(0, {kReceived, kMissing, kReceived}, kPeerStart);
  feedback.streams.resize(1000, feedback.streams.front());
  const auto report = history.match(feedback, kStart + 50ms);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->packets.size(), 3U);
  EXPECT_EQ(history.counters().unknown, 999U * 3);
  EXPECT_TRUE(history.match(single(0, {kReceived, kReceived, kReceived}, kPeerStart + 1s), kStart + 1s))
      << "the next report counts again";
}

TEST(SentPacketHistory, MemoryIsBoundedByCountAndAge) {
  SentPacketHistory history({.max_packets = 100});
  for (int i = 0; i < 1000; ++i) send(history, i, kStart);
  EXPECT_EQ(history.counters().forgotten, 900U);
  EXPECT_EQ(history.counters().in_flight_size, DataSize::bytes(100'000));
  EXPECT_FALSE(history.match(single(0, {kReceived}, kPeerStart), kStart));
  send(history, 1000, kStart + 11s);
  EXPECT_EQ(history.counters().forgotten, 1000U);
}

TEST(SentPacketHistory, GarbageNeverBreaksTheAccounts) {
  Rng rng(5);
  SentPacketHistory history;
  for (int i = 0; i < 5000; ++i) {
    const Timestamp now = kStart + i * 10ms;
    send(history, 65'000 + i, now, rng.chance(0.5) ? kVideo : kAudio);
    CongestionFeedback feedback{
        .sender_ssrc = 1, .streams = {}, .report_timestamp = static_cast<std::uint32_t>(rng.next())};
    for (std::uint64_t s = rng.below(4); s > 0; --s) {
      CongestionFeedback::Stream stream{.ssrc = rng.chance(0.7) ? kVideo : kAudio,
                                        .begin_sequence = static_cast<std::uint16_t>(65'000 + i - 20 + rng.below(40)),
                                        .metrics = {}};
      for (std::uint64_t m = rng.below(30); m > 0; --m) {
        stream.metrics.push_back({.received = rng.chance(0.5),
                                  .ecn = static_cast<Ecn>(rng.below(4)),
                                  .arrival_offset = static_cast<std::uint16_t>(rng.below(8192))});
      }
      feedback.streams.push_back(stream);
    }
    const auto report = history.match(feedback, now);
    if (!report) continue;
    EXPECT_TRUE(std::ranges::is_sorted(report->packets, {}, &PacketFeedback::sent_at));
    const DeliveryCounters& counters = history.counters();
    ASSERT_LE(counters.acknowledged + counters.lost + counters.forgotten, counters.sent);
    ASSERT_EQ(counters.in_flight_size.bytes() % 1000, 0);
    ASSERT_GE(counters.in_flight_size, DataSize());
  }
}

// A sender and a receiver over a path that loses and reorders packets, and loses a third of the reports.
TEST(Feedback, PacketsAreToldOfTwiceSinceReportsGetLost) {
  Rng rng(7);
  SentPacketHistory history;
  FeedbackBuilder feedback = builder();
  std::multimap<Timestamp, std::uint16_t> under_way;
  std::set<std::int64_t> arrived;
  std::map<std::int64_t, Duration> acknowledged;
  constexpr Duration kDifference = kPeerStart - kStart;
  for (int i = 0; i < 20'000; ++i) {
    const Timestamp now = kStart + i * 1ms;
    if (i % 4 == 0 && i < 19'000) {
      const std::int64_t sequence = 65'000 + i / 4;
      send(history, sequence, now);
      if (!rng.chance(0.05)) {
        under_way.emplace(now + 30ms + (rng.chance(0.05) ? 10ms : 0ms), static_cast<std::uint16_t>(sequence));
        arrived.insert(sequence);
      }
    }
    for (; !under_way.empty() && under_way.begin()->first <= now; under_way.erase(under_way.begin())) {
      arrive(feedback, under_way.begin()->second, under_way.begin()->first + kDifference);
    }
    const auto sent = feedback.poll(now + kDifference);
    if (!sent || rng.chance(0.33)) continue;
    const auto report = history.match(*sent, now);
    if (!report) continue;
    EXPECT_NEAR(to_milliseconds(report->round_trip_time.value_or(30ms)), 30, 11);
    for (const PacketFeedback& packet : report->packets) {
      if (!packet.arrived_at) continue;
      EXPECT_TRUE(acknowledged.emplace(packet.sequence, *packet.arrived_at - packet.sent_at).second) << "told twice";
    }
  }
  // The reports after the very last packets may all be lost.
  arrived.erase(arrived.lower_bound(65'000 + 18'800 / 4), arrived.end());
  const auto untold = std::ranges::count_if(arrived, [&](std::int64_t s) { return !acknowledged.contains(s); });
  EXPECT_NEAR(static_cast<double>(untold) / static_cast<double>(arrived.size()), 0.33 * 0.33, 0.02);
  EXPECT_NEAR(static_cast<double>(history.counters().lost), static_cast<double>(history.counters().sent) * 0.05, 50);
  EXPECT_LE(history.counters().in_flight_size, DataSize::bytes(50'000)) << "what the very last reports told of";
  // One-way delays are the true ones, but for a constant: within the resolution of the report.
  const auto delay = [](const auto& entry) { return entry.second; };
  const auto [least, most] = std::ranges::minmax_element(acknowledged, {}, delay);
  EXPECT_NEAR(to_milliseconds(most->second - least->second), 10, 1.1);
}

}  // namespace
}  // namespace counterpoint
