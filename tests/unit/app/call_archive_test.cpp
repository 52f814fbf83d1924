// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/session/call_archive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/call/call_log.h"
#include "media/codec/vpx_encoder.h"
#include "tests/support/moving_frame.h"

namespace counterpoint {
namespace {

class CallArchiveTest : public testing::Test {
 protected:
  CallArchiveTest() {
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("call_archive_test-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::create_directories(folder_);
  }
  ~CallArchiveTest() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] static std::string read(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  static LogRecord event(Duration time, const std::string& name) { return {time, LogEvent{name, "detail"}}; }

  std::filesystem::path folder_;
};

TEST_F(CallArchiveTest, WritesALogThatIsReadBack) {
  const auto path = folder_ / "log.jsonl";
  auto archive = CallArchive::open(path);
  ASSERT_TRUE(archive);
  (*archive)->log({Duration::zero(), LogHeader{.application = "test"}});
  (*archive)->log(event(1s, "one"));
  (*archive)->write_pending();
  // On disk at once: a crash from now on loses nothing of it.
  EXPECT_EQ(parse_session_log(read(path))->records.size(), 2U);
  (*archive)->log(event(2s, "two"));
  (*archive)->close();
  while ((*archive)->write_next()) {
  }
  const auto log = parse_session_log(read(path));
  ASSERT_TRUE(log);
  EXPECT_EQ(log->skipped_lines, 0U);
  ASSERT_EQ(log->records.size(), 3U);
  EXPECT_EQ(log->records[2], event(2s, "two"));
  EXPECT_FALSE((*archive)->take_problem());
}

TEST_F(CallArchiveTest, ALogThatBecomesTooLargeStillHasItsEnd) {
  const auto path = folder_ / "log.jsonl";
  constexpr std::uintmax_t kMaxBytes = 2000;
  auto archive = CallArchive::open(path, kMaxBytes);
  ASSERT_TRUE(archive);
  (*archive)->log({Duration::zero(), LogHeader{.application = "test"}});
  for (int i = 0; i < 100; ++i) (*archive)->log(event(i * 1s, "one"));
  (*archive)->log({100s, LogEnd{.cause = "hung up"}});
  (*archive)->write_pending();
  EXPECT_LT(std::filesystem::file_size(path), kMaxBytes + 100);
  const auto log = parse_session_log(read(path));
  ASSERT_TRUE(log);
  EXPECT_GT(log->records.size(), 10U);
  EXPECT_TRUE(std::holds_alternative<LogEnd>(log->records.back().body));
  EXPECT_NE((*archive)->take_problem().value().text().find("too large"), std::string::npos);
  EXPECT_FALSE((*archive)->take_problem()) << "it is told once";
}

TEST_F(CallArchiveTest, TimesInTheLogNeverGoBack) {
  const auto path = folder_ / "log.jsonl";
  auto archive = CallArchive::open(path);
  ASSERT_TRUE(archive);
  (*archive)->log({Duration::zero(), LogHeader{.application = "test"}});
  for (const Duration time : {1s, 3s, 2s, 4s}) (*archive)->log(event(time, "one"));
  (*archive)->write_pending();
  const auto log = parse_session_log(read(path));
  ASSERT_TRUE(log && log->records.size() == 5U);
  EXPECT_EQ(log->records[3].time, 3s);
  EXPECT_EQ(log->records[4].time, 4s);
}

TEST_F(CallArchiveTest, SaysWhichFileCannotBeOpenedAndWhatToDo) {
  const auto path = folder_ / "missing" / "log.jsonl";
  const auto archive = CallArchive::open(path);
  ASSERT_FALSE(archive);
  EXPECT_EQ(archive.error().kind, ErrorKind::kUnavailable);
  EXPECT_NE(archive.error().message.text().find(path.string()), std::string::npos);
  EXPECT_NE(archive.error().message.text().find("--log"), std::string::npos);
}

TEST_F(CallArchiveTest, ReportsADiskThatFailsOnce) {
  auto archive = CallArchive::open("/dev/full");
  ASSERT_TRUE(archive);
  for (int i = 0; i < 3; ++i) (*archive)->log(event(i * 1s, "lost"));
  (*archive)->write_pending();
  const auto problem = (*archive)->take_problem();
  ASSERT_TRUE(problem);
  EXPECT_NE(problem->text().find("/dev/full"), std::string::npos);
  (*archive)->log(event(9s, "lost"));
  (*archive)->write_pending();
  EXPECT_FALSE((*archive)->take_problem());
}

TEST_F(CallArchiveTest, BoundsWhatWaitsForASlowDisk) {
  const auto path = folder_ / "log.jsonl";
  auto archive = CallArchive::open(path);
  ASSERT_TRUE(archive);
  for (int i = 0; i < 20'000; ++i) (*archive)->log(event(i * 1ms, "event"));
  (*archive)->write_pending();
  const std::string text = read(path);
  EXPECT_LT(std::ranges::count(text, '\n'), 10'000);
  EXPECT_NE(text.find("\"time\":19.999"), std::string::npos) << "the newest is kept";
}

TEST_F(CallArchiveTest, LogsOnThoughTheRecordingCannotBeMade) {
  const auto path = folder_ / "log.jsonl";
  auto archive = CallArchive::open(path);
  ASSERT_TRUE(archive);
  EXPECT_FALSE((*archive)->start_recording(folder_ / "missing" / "call.mkv", VideoCodec::kVp8, false));
  (*archive)->record_audio(Bytes{1, 2, 3}, 1s);
  (*archive)->log(event(1s, "one"));
  (*archive)->write_pending();
  EXPECT_FALSE((*archive)->take_problem());
  EXPECT_NE(read(path).find("one"), std::string::npos);
}

TEST_F(CallArchiveTest, GoesOnInANewFileWhenTheCodecChanges) {
  auto archive = CallArchive::open(folder_ / "log.jsonl");
  ASSERT_TRUE(archive);
  ASSERT_TRUE((*archive)->start_recording(folder_ / "call.mkv", VideoCodec::kVp8, false));
  const VideoFrame picture{.buffer = MovingFrame({.width = 64, .height = 64}).at(0)};
  for (const VideoCodec codec : {VideoCodec::kVp8, VideoCodec::kVp9, VideoCodec::kVp8}) {
    auto encoder = make_vpx_encoder({.codec = codec});
    ASSERT_TRUE(encoder);
    const auto frame = (*encoder)->encode(picture, {}, true);
    ASSERT_TRUE(frame);
    (*archive)->record_video(*frame, 1s);
  }
  (*archive)->close();
  while ((*archive)->write_next()) {
  }
  EXPECT_FALSE((*archive)->take_problem());
  for (const char* name : {"call.mkv", "call-part2.mkv", "call-part3.mkv"}) {
    EXPECT_GT(std::filesystem::file_size(folder_ / name), 100U) << name;
  }
}

TEST(CallLog, ItsEndNamesNoAddressWhereNoneAreWanted) {
  const std::string detail = "cannot reach 192.0.2.7:47000";
  EXPECT_EQ(call_log_end({}, Call::End::kUnreachable, detail).cause, "unreachable: " + detail);
  CallOptions options;
  options.log_addresses = false;
  EXPECT_EQ(call_log_end(options, Call::End::kUnreachable, detail).cause, "unreachable");
  EXPECT_EQ(call_log_end(options, Call::End::kDeclined, kBusy).cause, "declined: busy") << "which names nobody";
}

}  // namespace
}  // namespace counterpoint
