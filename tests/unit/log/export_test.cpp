// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/log/log_export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "app/log/log_file.h"
#include "tests/support/test_folder.h"
#include "tests/support/timing.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kFormats[] = {"export.jsonl", "export.csv", "export.html"};

class LogExportTest : public testing::Test {
 protected:
  [[nodiscard]] static std::string read(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }

  /// A call of that many seconds with somebody who can be told by many fields.
  void write_log(int seconds) const {
    std::ofstream file(log_, std::ios::binary);
    const auto write = [&file](Duration time, const auto& body) { file << to_json_line({time, body}) << '\n'; };
    write(0s, LogHeader{.application = "counterpoint 0.1.0",
                        .started = "2026-11-21T08:13:37Z",
                        .settings = {{"peer", "192.0.2.7:47000"},
                                     {"mode", "2d"},
                                     {"camera", "/home/ada/film <1>.mkv"},
                                     {"microphone", "Adas headset"}}});
    write(100ms, LogState{"connected", ""});
    write(200ms, LogMode{"2d", {{DataRate::kilobits_per_second(300), PacketRate::per_second(60)}}});
    LogSample sample;
    for (int i = 1; i <= 5 * seconds; ++i) {
      sample.packets_sent += 10;
      sample.bytes_sent += 9720;
      sample.frames_encoded += 4;
      sample.queueing_delay = 0.001 * (i % 20);
      sample.chosen = {DataRate::kilobits_per_second(300 + i % 100), PacketRate::per_second(60)};
      write(i * 200ms, sample);
      if (i % 5 == 0) write(i * 200ms, LogStats{});
      if (i % 35 == 0) write(i * 200ms, LogDecision{{}, {}, "audio delay rising, \"fast\"", "S_PCT 0.71"});
    }
    write(seconds * 1s, LogEvent{"clip", "playing /home/ada/film.mpg"});
    write(seconds * 1s, LogSample(sample));
    write(seconds * 1s, LogEnd{"the peer vanished: 192.0.2.7"});
  }
  /// Names of the files in the folder.
  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) names.push_back(entry.path().filename());
    return names;
  }

  const TestFolder test_folder_;
  const std::filesystem::path folder_ = test_folder_.path();
  const std::filesystem::path log_ = folder_ / "call.jsonl";
};

TEST_F(LogExportTest, EachFormatHoldsTheCall) {
  write_log(30);
  for (const char* name : kFormats) ASSERT_TRUE(export_log(log_, folder_ / name, false)) << name;
  EXPECT_EQ(read(folder_ / "export.jsonl"), read(log_));
  const std::string csv = read(folder_ / "export.csv");
  EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 151) << "a head, and a line a sample";
  EXPECT_THAT(csv, testing::StartsWith("time_s,send_kbit_per_s,"));
  EXPECT_THAT(csv, HasSubstr("\n10.000,400.000,"));
  EXPECT_THAT(csv, HasSubstr("\"audio delay rising, \"\"fast\"\"\""));
  const std::string page = read(folder_ / "export.html");
  for (const char* part : {"<!DOCTYPE html>", "Call with 192.0.2.7:47000", "Bit-rate and packet-rate plane", "<svg",
                           "audio delay rising", "Rate", "Loss", "p95", "chosen, kbit/s", "Events",
                           "playing /home/ada/film.mpg", "Adas headset", "00:06.900", "</html>"}) {
    EXPECT_THAT(page, HasSubstr(part));
  }
  for (const char* foreign : {"http:", "https:", "src=", "<script", "@import", "url("}) {
    EXPECT_THAT(page, Not(HasSubstr(foreign))) << "the page needs nothing but itself";
  }
}

TEST_F(LogExportTest, APageLoadsAndRunsNothing) {
  write_log(10);
  ASSERT_TRUE(export_log(log_, folder_ / "export.html", false));
  EXPECT_THAT(read(folder_ / "export.html"), HasSubstr("Content-Security-Policy\" content=\"default-src 'none'; "));
}

TEST_F(LogExportTest, ALogIsReadRecordByRecord) {
  write_log(10);
  std::ofstream(log_, std::ios::app) << "{\"time\": 3}\n" << to_json_line({10s, LogEvent{"clip", "after it"}}) << '\n';
  std::vector<LogRecord> records;
  const auto reading = read_log_file(log_, [&](LogRecord&& record) { records.push_back(std::move(record)); });
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->skipped_lines, 1U);
  EXPECT_THAT(reading->problem.value().text(), HasSubstr("call.jsonl: line "));
  EXPECT_EQ(records.back(), (LogRecord{10s, LogEvent{"clip", "after it"}}));
  EXPECT_THAT(read_log_file(folder_ / "none.jsonl", [](LogRecord&&) {}).error().message.text(),
              HasSubstr("none.jsonl: No such file"));
}

TEST_F(LogExportTest, LeavesOutAllNamesAndAddressesOnDemand) {
  write_log(30);
  for (const char* name : kFormats) {
    ASSERT_TRUE(export_log(log_, folder_ / name, true)) << name;
    const std::string text = read(folder_ / name);
    EXPECT_THAT(text, HasSubstr("audio delay rising")) << name;
    for (const char* secret : {"192.0.2.7", "ada", "Ada", "headset", "film", "/home"}) {
      EXPECT_THAT(text, Not(HasSubstr(secret))) << name;
    }
  }
  EXPECT_TRUE(parse_session_log(read(folder_ / "export.jsonl")));
}

TEST_F(LogExportTest, WhatCannotBeWrittenIsToldAndLeavesNothing) {
  write_log(10);
  for (const char* name : kFormats) {
    const auto missing = export_log(log_, folder_ / "missing" / name, false);
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().message.text(), HasSubstr("missing"));
  }
  EXPECT_FALSE(export_log(log_, "/dev/full", false)) << "a device is no place";
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  EXPECT_FALSE(export_log(log_, log_, true)) << "not over the log itself";
  EXPECT_FALSE(export_log(log_, folder_ / "export.doc", false));
  EXPECT_FALSE(export_log(folder_ / "none.jsonl", folder_ / "export.csv", false));
  EXPECT_FALSE(export_log(folder_, folder_ / "export.csv", false));
  std::ofstream(folder_ / "junk.jsonl") << "junk\n";
  const auto junk = export_log(folder_ / "junk.jsonl", folder_ / "export.jsonl", false);
  ASSERT_FALSE(junk);
  EXPECT_THAT(junk.error().message.text(), HasSubstr("junk.jsonl: line 1"));
  EXPECT_THAT(files(), testing::UnorderedElementsAre("call.jsonl", "junk.jsonl"));
}

TEST_F(LogExportTest, TwoHoursAreOpenedSoonAndStepByStep) {
  write_log(7200);
  auto file = LogFile::open(log_);
  ASSERT_TRUE(file);
  const auto begin = std::chrono::steady_clock::now();
  int steps = 0;
  double progress = 0;
  for (bool all = false; !all; ++steps) {
    const auto more = (*file)->step();
    ASSERT_TRUE(more) << more.error().message;
    all = *more;
    EXPECT_GE((*file)->progress(), progress);
    progress = (*file)->progress();
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("a log of two hours, %.1f Mbyte, is read in %.2f s, in %d steps\n",
              static_cast<double>(std::filesystem::file_size(log_)) / 1e6, took.count(), steps);
  EXPECT_GT(steps, 20) << "the window goes on meanwhile";
  EXPECT_EQ(progress, 1);
  EXPECT_EQ((*file)->history().samples().size(), 36'001U);
  EXPECT_LT(took.count(), time_limit(20));
  const auto page_begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(export_log(log_, folder_ / "export.html", false));
  const std::chrono::duration<double> page = std::chrono::steady_clock::now() - page_begin;
  std::printf("its page takes %.2f s and has %.2f Mbyte\n", page.count(),
              static_cast<double>(std::filesystem::file_size(folder_ / "export.html")) / 1e6);
}

}  // namespace
}  // namespace counterpoint
