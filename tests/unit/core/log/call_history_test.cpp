// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/log/call_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/rng.h"
#include "core/log/session_log_reader.h"

namespace counterpoint {
namespace {

PlanePosition position(int kilobits, double packets) {
  return {.bit_rate = DataRate::kilobits_per_second(kilobits), .packet_rate = PacketRate::per_second(packets)};
}

/// After `n` fifths of a second of a steady call: 50 datagrams of 972 bytes and 20 frames a second, one in ten lost.
LogSample steady(std::uint64_t n) {
  return {.packets_sent = 10 * n,
          .packets_received = 5 * n,
          .bytes_sent = 9720 * n,
          .bytes_received = 4860 * n,
          .frames_encoded = 4 * n,
          .frames_rendered = 2 * n,
          .packets_reported = 10 * n,
          .packets_reported_lost = n,
          .media_packets_received = 5 * n,
          .packets_lost = 0,
          .picture_buffer_delay = 0.1 * static_cast<double>(n),
          .picture_buffer_count = 2 * n,
          .audio_buffer_delay = 0.06,
          .queueing_delay = 0.012,
          .round_trip_time = 0.04,
          .chosen = position(352, 40),
          .frame_rate = FrameRate::per_second(20),
          .received = position(340, 39),
          .rate_limit = DataRate::kilobits_per_second(470)};
}

TEST(CallHistory, RatesAreMeansOverAboutTheLastSecondWithAllHeaders) {
  CallHistory history;
  history.add({0s, LogHeader{.settings = {{"mode", "2d"}}}});
  for (std::uint64_t n = 1; n <= 25; ++n) history.add({n * 200ms, steady(n)});
  ASSERT_EQ(history.samples().size(), 25U);
  for (const CallSample& sample : {history.samples()[9], history.samples()[24]}) {
    EXPECT_FLOAT_EQ(sample[Series::kSendRate], 400);  // 50 datagrams of 1000 bytes.
    EXPECT_FLOAT_EQ(sample[Series::kReceiveRate], 200);
    EXPECT_FLOAT_EQ(sample[Series::kRateLimit], 470);
    EXPECT_FLOAT_EQ(sample[Series::kSendPackets], 50);
    EXPECT_FLOAT_EQ(sample[Series::kSendFrames], 20);
    EXPECT_FLOAT_EQ(sample[Series::kReceiveFrames], 10);
    EXPECT_FLOAT_EQ(sample[Series::kQueueingDelay], 12);
    EXPECT_FLOAT_EQ(sample[Series::kRoundTrip], 40);
    EXPECT_FLOAT_EQ(sample[Series::kSendLoss], 10);
    EXPECT_FLOAT_EQ(sample[Series::kReceiveLoss], 0);
    EXPECT_FLOAT_EQ(sample[Series::kAudioBuffer], 60);
    EXPECT_FLOAT_EQ(sample[Series::kPictureBuffer], 50);
    EXPECT_TRUE(std::isnan(sample[Series::kPacketLimit])) << "nobody knows it";
    EXPECT_EQ(sample.chosen, position(352, 40));
    EXPECT_EQ(sample.received, position(340, 39));
  }
  EXPECT_EQ(history.end(), 5s);
}

TEST(CallHistory, AChangeIsSeenWholeAfterASecond) {
  CallHistory history;
  for (std::uint64_t n = 1; n <= 20; ++n) history.add({n * 200ms, steady(n)});
  for (std::uint64_t n = 21; n <= 30; ++n) {
    LogSample sample = steady(20);  // Nothing flows any more.
    history.add({n * 200ms, sample});
  }
  EXPECT_FLOAT_EQ(history.samples()[19][Series::kSendRate], 400);
  EXPECT_GT(history.samples()[22][Series::kSendRate], 0);
  EXPECT_FLOAT_EQ(history.samples()[25][Series::kSendRate], 0);
}

TEST(CallHistory, LogsOfOlderProgramsHaveSamplesFromTheirStatistics) {
  CallHistory history;
  for (int second = 1; second <= 3; ++second) {
    LogStats stats;
    stats.stats.transport.packets_sent = static_cast<std::uint64_t>(50 * second);
    stats.stats.transport.bytes_sent = static_cast<std::uint64_t>(48'600 * second);
    history.add({second * 1s, stats});
  }
  ASSERT_EQ(history.samples().size(), 3U);
  EXPECT_FLOAT_EQ(history.samples()[2][Series::kSendRate], 400);
  EXPECT_GT(history.samples()[2].chosen.bit_rate, DataRate());
  EXPECT_TRUE(std::isnan(history.samples()[2][Series::kQueueingDelay])) << "such logs do not know it";

  history.add({3200ms, steady(1)});
  history.add({4s, LogStats{}});
  EXPECT_EQ(history.samples().size(), 4U) << "where there are samples statistics add none";
}

TEST(CallHistory, FindsWhatHeldAtAMoment) {
  CallHistory history;
  history.add({0s, LogHeader{.settings = {{"mode", "2d"}}}});
  history.add({1s, LogState{"connected", ""}});
  history.add({1s, LogMode{"2d", {position(100, 50), position(300, 60)}}});
  for (std::uint64_t n = 5; n <= 50; ++n) history.add({n * 200ms, steady(n)});
  history.add({11s, LogDecision{{}, {}, "audio delay rising", "S_PCT 0.7"}});
  history.add({12s, LogMode{"1d", {position(200, 50)}}});
  history.add({13s, LogEvent{"freeze", "the picture stood still"}});
  history.add({14s, LogEnd{"hung up"}});
  EXPECT_EQ(history.samples()[history.index_at(5100ms)].at, 5s);
  EXPECT_EQ(history.index_at(0s), 0U);
  EXPECT_EQ(history.samples()[history.index_at(1h)].at, 10s);
  EXPECT_EQ(history.decision_at(10s), nullptr);
  ASSERT_NE(history.decision_at(11s), nullptr);
  EXPECT_EQ(history.decision_at(1h)->cause, "audio delay rising");
  EXPECT_EQ(history.mode_at(500ms)->name, "2d");
  EXPECT_EQ(history.mode_at(11s)->choices->points.size(), 2U);
  EXPECT_EQ(history.mode_at(12s)->name, "1d");
  EXPECT_THAT(history.marks(), testing::ElementsAre(testing::Field(&CallHistory::Mark::name, "connected"),
                                                    testing::Field(&CallHistory::Mark::name, "freeze")));
  EXPECT_TRUE(history.complete());
}

TEST(CallHistory, MemoryIsBoundedAndTheWholeTimeIsKept) {
  CallHistory history;
  constexpr std::uint64_t kMany = 3 * CallHistory::kMaxSamples;
  for (std::uint64_t n = 1; n <= kMany; ++n) {
    history.add({n * 200ms, steady(n)});
    if (n % 10 == 0) history.add({n * 200ms, LogDecision{{}, {}, "cause", ""}});
  }
  EXPECT_LT(history.samples().size(), CallHistory::kMaxSamples);
  EXPECT_GT(history.samples().size(), CallHistory::kMaxSamples / 4);
  EXPECT_LE(history.decisions().size(), CallHistory::kMaxMarks);
  EXPECT_EQ(history.samples().front().at, 200ms);
  EXPECT_LT(to_seconds(history.end() - history.samples().back().at), 2);
  EXPECT_NEAR(history.samples().back()[Series::kSendRate], 400, 0.01);
}

TEST(CallHistory, WhatABrokenLogClaimsIsHeldWithinReason) {
  CallHistory history;
  LogSample absurd = steady(1);
  absurd.chosen = {DataRate::bits_per_second(-5), PacketRate::per_second(1e300)};
  absurd.rate_limit = DataRate::unlimited();
  history.add({5s, absurd});
  history.add({1s, LogSample{}});  // Time and totals fall.
  EXPECT_EQ(history.samples()[0].chosen.bit_rate, DataRate());
  EXPECT_LE(history.samples()[0].chosen.packet_rate.per_second(), 1e7);
  EXPECT_TRUE(std::isnan(history.samples()[0][Series::kRateLimit])) << "no limit is none";
  EXPECT_EQ(history.samples()[1].at, 5s);
  history.add({6s, LogDecision{{.frame_size = DataSize::bytes(std::numeric_limits<std::int64_t>::max())},
                               {.frame_rate = FrameRate::per_second(0)},
                               "",
                               ""}});
  EXPECT_EQ(history.decisions()[0].from, PlanePosition{});
}

TEST(SessionLogReader, TellsTheFirstBrokenLineAndReadsOn) {
  std::string text = to_json_line({0s, LogHeader{}}) + "\n" + to_json_line({1s, LogState{"connected", ""}}) + "\n";
  text += "{\"time\":1.5,\"type\":\"later\"}\n{\"time\":2,\"ty\n";
  text += to_json_line({3s, LogEnd{"hung up"}}) + "\n";
  std::size_t records = 0;
  SessionLogReader reader([&records](LogRecord&&) { ++records; });
  for (const char c : text) ASSERT_TRUE(reader.feed(std::string_view(&c, 1)));
  ASSERT_TRUE(reader.finish());
  EXPECT_EQ(records, 3U);
  EXPECT_EQ(reader.skipped_lines(), 2U);
  ASSERT_TRUE(reader.problem());
  EXPECT_THAT(reader.problem()->text(), testing::StartsWith("line 4 is broken: not valid JSON at column "));
}

TEST(SessionLogReader, ALastLineThatWasCutOffIsNoProblem) {
  const std::string text = to_json_line({0s, LogHeader{}}) + "\n" + to_json_line({1s, steady(1)});
  for (std::size_t cut = 0; cut < 40; ++cut) {
    std::size_t records = 0;
    SessionLogReader reader([&records](LogRecord&&) { ++records; });
    ASSERT_TRUE(reader.feed(std::string_view(text).substr(0, text.size() - cut)));
    ASSERT_TRUE(reader.finish());
    EXPECT_EQ(records, cut == 0 ? 2U : 1U);
    EXPECT_FALSE(reader.problem());
  }
}

TEST(SessionLogReader, RefusesWhatIsNoLogWithTheNumberOfTheLine) {
  for (const std::string text :
       {"\n", "hello\n", "{}\n", "[1]\n", "{\"time\":0,\"type\":\"header\",\"version\":99}\n"}) {
    SessionLogReader reader([](LogRecord&&) { ADD_FAILURE() << "nothing is to be read"; });
    const Result<void> read = reader.feed(text);
    ASSERT_FALSE(read) << text;
    EXPECT_THAT(read.error().message.text(), testing::HasSubstr("line 1")) << text;
  }
  SessionLogReader reader([](LogRecord&&) {});
  EXPECT_FALSE(reader.finish()) << "an empty log";
}

TEST(SessionLogReader, AnEndlessLineTakesNoEndlessMemory) {
  std::size_t records = 0;
  SessionLogReader reader([&records](LogRecord&&) { ++records; });
  ASSERT_TRUE(reader.feed(to_json_line({0s, LogHeader{}}) + "\n"));
  const std::string junk(100'000, 'x');
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(reader.feed(junk));
  ASSERT_TRUE(reader.feed("\n" + to_json_line({1s, LogEnd{}}) + "\n"));
  ASSERT_TRUE(reader.finish());
  EXPECT_EQ(records, 2U);
  EXPECT_THAT(reader.problem().value_or("").text(), testing::HasSubstr("line 2 is broken: longer than"));
}

TEST(SessionLogReader, MutatedLogsGiveAHistoryInOrder) {
  std::string whole = to_json_line({0s, LogHeader{.settings = {{"mode", "2d"}}}}) + "\n";
  for (std::uint64_t n = 1; n <= 20; ++n) {
    whole += to_json_line({n * 200ms, steady(n)}) + "\n";
    if (n % 5 == 0) whole += to_json_line({n * 200ms, LogStats{}}) + "\n";
    if (n == 7) whole += to_json_line({n * 200ms, LogDecision{{}, {}, "cause", ""}}) + "\n";
  }
  Rng rng(5);
  std::size_t readable = 0;
  for (int round = 0; round < 300; ++round) {
    std::string text = whole;
    for (int i = 0; i < 10; ++i) text[rng.below(text.size())] = static_cast<char>(rng.below(256));
    CallHistory history;
    SessionLogReader reader([&history](LogRecord&& record) { history.add(record); });
    if (!reader.feed(text) || !reader.finish()) continue;
    ++readable;
    EXPECT_TRUE(std::ranges::is_sorted(history.samples(), {}, &CallSample::at));
  }
  EXPECT_GT(readable, 100U);
}

}  // namespace
}  // namespace counterpoint
