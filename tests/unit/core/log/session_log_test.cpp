// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/log/session_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

using ::testing::HasSubstr;

LogStats some_stats() {
  LogStats stats;
  stats.stats.video_in.frames_decoded = 29;
  stats.stats.video_in.total_decode_time = 0.123456;
  stats.stats.audio_remote.packets_lost = -3;
  stats.stats.transport.bytes_sent = 5'000'000'000;
  stats.stats.operating_point = OperatingPoint::from_rate(DataRate::kilobits_per_second(400),
                                                          FrameRate::per_second(12.5), {.width = 320, .height = 180});
  return stats;
}

LogSample some_sample() {
  return {.packets_sent = 700,
          .packets_lost = -2,
          .audio_buffer_delay = 0.06,
          .chosen = {DataRate::kilobits_per_second(352), PacketRate::per_second(43.25)},
          .frame_rate = FrameRate::per_second(20),
          .received = PlanePosition{DataRate::bits_per_second(340'100), PacketRate::per_second(41)},
          .rate_limit = DataRate::kilobits_per_second(470)};
}

std::vector<LogRecord> one_of_each() {
  const OperatingPoint low{.frame_size = DataSize::bytes(1500), .aggregation_delay = 50ms};
  return {{0s, LogHeader{.application = "counterpoint 0.1.0", .settings = {{"camera", "test-card"}}}},
          {1ms, LogState{"connected", ""}},
          {1500us, LogDecision{{}, low, "audio delay rising", "slope 3 ms/s"}},
          {2s, LogEvent{"freeze", "312 ms"}},
          {3s, some_stats()},
          {4s, LogMode{"2d", {{DataRate::kilobits_per_second(300), PacketRate::per_second(40.5)}, {}}}},
          {5s, some_sample()},
          {5200ms, LogSample{}},
          {61s, LogEnd{.cause = "hung up", .modes = "2d, 1d"}}};
}

std::string text_of(const std::vector<LogRecord>& records) {
  std::string text;
  for (const LogRecord& record : records) text += to_json_line(record) + '\n';
  return text;
}

TEST(SessionLog, AnAggregationDelayThatCannotBeIsBounded) {
  for (const char* delay : {"1e300", "-1e300"}) {
    const auto record =
        parse_log_line(R"({"time":0,"type":"decision","to":{"aggregationDelay":)" + std::string(delay) + "}}");
    ASSERT_TRUE(record) << record.error().message;
    const Duration read = std::get<LogDecision>(record->body).to.aggregation_delay;
    EXPECT_GE(read, Duration::zero());
    EXPECT_LE(read, 1s);
  }
}

TEST(SessionLog, EveryTypeComesBackAsItWasWritten) {
  const Result<SessionLog> log = parse_session_log(text_of(one_of_each()));
  ASSERT_TRUE(log.ok()) << log.error().message;
  EXPECT_EQ(log->records, one_of_each());
  EXPECT_EQ(log->skipped_lines, 0U);
}

TEST(SessionLog, UsesTheNamesOfTheWebStatistics) {
  const std::string line = to_json_line({1s, some_stats()});
  for (const char* name : {"packetsSent", "framesDecoded", "totalDecodeTime", "jitterBufferDelay", "roundTripTime",
                           "freezeCount", "concealedSamples", "targetBitrate"}) {
    EXPECT_THAT(line, HasSubstr('"' + std::string(name) + '"'));
  }
}

TEST(SessionLog, ALogWhoseWriterWasKilledLosesOnlyItsLastLine) {
  std::string text = text_of(one_of_each());
  text.resize(text.size() - 10);
  const Result<SessionLog> log = parse_session_log(text);
  ASSERT_TRUE(log.ok());
  EXPECT_EQ(log->records.size(), one_of_each().size() - 1);
  EXPECT_EQ(log->skipped_lines, 1U);
}

TEST(SessionLog, TypesOfALaterProgramAreSkipped) {
  const std::string text = text_of(one_of_each()) + R"({"time":62,"type":"hologram"})" + '\n';
  EXPECT_EQ(parse_session_log(text)->skipped_lines, 1U);
}

TEST(SessionLog, WhatIsNoLogIsRefusedWithAReason) {
  EXPECT_THAT(parse_session_log("").error().message.text(), HasSubstr("empty"));
  EXPECT_THAT(parse_session_log("hello\n").error().message.text(), HasSubstr("line 1"));
  EXPECT_THAT(parse_session_log(R"({"time":0,"type":"end","cause":"x"})").error().message.text(), HasSubstr("header"));
  EXPECT_THAT(parse_session_log(R"({"time":0,"type":"header","version":99})").error().message.text(), HasSubstr("99"));
}

TEST(SessionLog, FieldsOfTheWrongTypeAreErrorsNotCrashes) {
  for (const char* line :
       {R"({"time":"x","type":"end"})", R"({"time":-1,"type":"end"})", R"({"time":1e300,"type":"end"})",
        R"({"time":0,"type":"stats","transport":7})", R"({"time":0,"type":"stats","transport":{"packetsSent":1e300}})",
        R"({"time":0,"type":"decision","from":{"frameSize":2.5}})", R"([])", R"({"time":0})", "{"}) {
    EXPECT_FALSE(parse_log_line(line).ok()) << line;
  }
}

TEST(SessionLog, NumbersKeepTheirValueOrAreErrors) {
  const auto packets = [](const std::string& number) {
    return parse_log_line(R"({"time":0,"type":"stats","transport":{"packetsSent":)" + number + "}}");
  };
  const auto most = packets("18446744073709551615");
  ASSERT_TRUE(most.ok()) << most.error().message;
  EXPECT_EQ(std::get<LogStats>(most->body).stats.transport.packets_sent, std::numeric_limits<std::uint64_t>::max());
  EXPECT_THAT(packets("-1").error().message.text(), HasSubstr("packetsSent"));
  EXPECT_FALSE(packets("18446744073709551616").ok());
  const auto width = parse_log_line(R"({"time":0,"type":"decision","to":{"frameWidth":4294967296}})");
  ASSERT_FALSE(width.ok()) << "it does not fit";
  EXPECT_THAT(width.error().message.text(), HasSubstr("frameWidth"));
}

TEST(SessionLog, AMistakeIsToldWithItsColumn) {
  EXPECT_THAT(parse_log_line(R"({"time":0,"type":"end",})").error().message.text(),
              HasSubstr("not valid JSON at column 24"));
  const std::string deep(3000, '[');
  EXPECT_FALSE(parse_log_line(R"({"time":0,"type":"end","x":)" + deep + std::string(3000, ']') + "}").ok());
}

TEST(SessionLog, AHeaderHasAThousandSettingsAtMost) {
  const auto header_of = [](std::size_t settings) {
    LogHeader header;
    for (std::size_t i = 0; i < settings; ++i) header.settings[std::to_string(i)] = "value";
    return to_json_line({.time = {}, .body = header});
  };
  EXPECT_TRUE(parse_log_line(header_of(kMaxLogSettings)));
  const auto refused = parse_log_line(header_of(kMaxLogSettings + 1));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message.text(), HasSubstr("settings has more than 1000 fields"));
}

TEST(SessionLog, WhatIsMissingOrOfAnotherTypeIsNamedInPlainWords) {
  const auto told = [](const char* line) { return parse_log_line(line).error().message.text(); };
  EXPECT_EQ(told(R"({"type":"end"})"), "time is missing");
  EXPECT_EQ(told(R"({"time":"soon","type":"end"})"), "time is not a number");
  EXPECT_EQ(told(R"({"time":0})"), "type is missing");
  EXPECT_EQ(told(R"({"time":0,"type":7})"), "type is not a text");
  for (const char* points : {"7", "[7]", "[[]]", "[[1]]", "[[1,2,3]]", "[{}]"}) {
    const std::string line = std::string(R"({"time":0,"type":"mode","points":)") + points + "}";
    const auto read = parse_log_line(line);
    ASSERT_FALSE(read.ok()) << points;
    EXPECT_THAT(read.error().message.text(), HasSubstr("points is not an array")) << points;
  }
}

TEST(SessionLog, TextThatIsNotUtf8IsKeptReadable) {
  const std::string line = to_json_line({0s, LogEvent{"warning", "caf\xe9.mkv"}});
  ASSERT_TRUE(parse_log_line(line).ok());
}

TEST(SessionLog, RandomDamageNeverCrashes) {
  const std::string good = text_of(one_of_each());
  Rng rng(7);
  std::size_t refused = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string text = good;
    for (int i = 0; i < 8; ++i) text[rng.below(text.size())] = static_cast<char>(rng.next());
    const Result<SessionLog> log = parse_session_log(text);
    if (!log || log->skipped_lines > 0) ++refused;
  }
  EXPECT_GT(refused, 1000U);
}

}  // namespace
}  // namespace counterpoint
