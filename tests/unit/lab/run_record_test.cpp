// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/record/run_record.h"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "core/log/session_log.h"
#include "tests/support/full_disk.h"
#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class RunRecordTest : public testing::Test {
 protected:
  RunRecordTest() {
    header_.experiment.name = "made-up";
    header_.experiment.title = "Made up";
    header_.experiment.duration = 10s;
    header_.experiment.links = {
        {.name = "link", .forward = {.rate = DataRate::kilobits_per_second(500)}, .backward = {}}};
    header_.experiment.flows = {
        {.name = "media", .links = {0}, .stop = 10s, .load = MediaLoad{}},
        {.name = "tcp", .links = {0}, .backward = true, .start = 1s, .stop = 9s, .load = TcpLoad{}},
    };
    header_.mode = "fixed";
    header_.level = "sim";
    header_.seed = 0xFFFF'FFFF'FFFF'FFFF;
    header_.program = "counterpoint 0.1.0";
  }

  static void write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  static std::string log_text(const std::string& start) {
    SessionStats stats;
    stats.video_out.frames_encoded = 30;
    return to_json_line({Duration(), LogHeader{.settings = {{kLabStartSetting, start}}}}) + "\n" +
           to_json_line({1s, LogStats{stats}}) + "\n" + to_json_line({1s, LogEnd{"over"}}) + "\n";
  }
  void write_logs() {
    write(folder_.sender_log(header_.experiment.flows[0]), log_text("2.002"));
    write(folder_.receiver_log(header_.experiment.flows[0]), log_text("3"));
  }
  Error error() {
    const auto run = read_run(folder_);
    EXPECT_FALSE(run);
    return run ? Error{} : run.error();
  }

  TestFolder root_;
  RunFolder folder_{root_.path() / "a-run"};
  RunHeader header_;
  std::vector<PacketOutcome> packets_ = {
      {.at = 1ns, .flow = 0, .wire_size = DataSize::bytes(1228), .queued = 0ns, .fate = PathRecord::Fate::kCarried},
      {.at = 12'345'678'901ns,
       .flow = 1,
       .backward = true,
       .wire_size = DataSize::bytes(52),
       .queued = 300ms,
       .fate = PathRecord::Fate::kDropped},
      {.at = 86400s, .flow = 0, .wire_size = DataSize::bytes(1500), .queued = 1us, .fate = PathRecord::Fate::kLost},
  };
};

TEST_F(RunRecordTest, ARunIsReadBackAsItWas) {
  ASSERT_TRUE(begin_run(folder_, header_));
  const auto written = write_packets(folder_, packets_);
  ASSERT_TRUE(written) << written.error().message;
  write_logs();
  const auto run = read_run(folder_);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->header, header_);
  EXPECT_EQ(run->packets, packets_);
  ASSERT_EQ(run->senders.size(), 2U);
  ASSERT_EQ(run->senders[0].seconds.size(), 1U);
  EXPECT_EQ(run->senders[0].start, 2002ms);
  EXPECT_EQ(run->senders[0].seconds[0].at, 3002ms);
  EXPECT_EQ(run->senders[0].seconds[0].stats.video_out.frames_encoded, 30U);
  EXPECT_EQ(run->receivers[0].seconds[0].at, 4s);
  EXPECT_TRUE(run->senders[1].seconds.empty());
}

TEST_F(RunRecordTest, KnowsTheFramesOfTheRealEncoder) {
  header_.real_encoder = true;
  header_.camera = "/a film.mkv";
  ASSERT_TRUE(begin_run(folder_, header_));
  const auto header = read_run_header(folder_);
  ASSERT_TRUE(header) << header.error().message;
  EXPECT_EQ(*header, header_);
}

TEST_F(RunRecordTest, PacketsThatCannotBeWrittenLeaveNothingThatLooksFinished) {
  ASSERT_TRUE(begin_run(folder_, header_));
  const auto written = [this] {
    const FullDisk full(40);
    return write_packets(folder_, packets_);
  }();
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(written.error().message.text(), AllOf(HasSubstr("packets.csv"), HasSubstr("File too large")));
  EXPECT_FALSE(std::filesystem::exists(folder_.packets()));
}

TEST_F(RunRecordTest, PacketsComeBackInOrderOfTime) {
  ASSERT_TRUE(begin_run(folder_, header_));
  ASSERT_TRUE(write_packets(folder_, {packets_[1], packets_[2], packets_[0]}));
  write_logs();
  const auto run = read_run(folder_);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->packets, packets_);
}

TEST_F(RunRecordTest, InModeTcpAMediaFlowLeavesNoLogs) {
  header_.mode = "tcp";
  ASSERT_TRUE(begin_run(folder_, header_));
  ASSERT_TRUE(write_packets(folder_, packets_));
  EXPECT_TRUE(read_run(folder_));
}

TEST_F(RunRecordTest, SaysWhichFileIsMissing) {
  EXPECT_EQ(error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(error().message.text(), AllOf(HasSubstr("run.json"), HasSubstr("No such file")));
  ASSERT_TRUE(begin_run(folder_, header_));
  EXPECT_THAT(error().message.text(), AllOf(HasSubstr("packets.csv"), HasSubstr("No such file")));
  ASSERT_TRUE(write_packets(folder_, packets_));
  EXPECT_THAT(error().message.text(), AllOf(HasSubstr("media.sender.jsonl"), HasSubstr("No such file")));
}

TEST_F(RunRecordTest, SaysWhichLineOfPacketsIsBroken) {
  ASSERT_TRUE(begin_run(folder_, header_));
  write_logs();
  const std::string head = "time_s,flow,direction,bytes,queued_s,fate\n";
  const std::string good = "1.000000000,media,forward,100,0.000000000,carried\n";
  write(folder_.packets(), head + good);
  EXPECT_TRUE(read_run(folder_));
  for (const char* bad :
       {"1.0,media,forward,100,0.000000000,carried", "1.000000000,nobody,forward,100,0.000000000,carried",
        "1.000000000,media,up,100,0.000000000,carried", "1.000000000,media,forward,-1,0.000000000,carried",
        "1.000000000,media,forward,100,x,carried", "1.000000000,media,forward,100,0.000000000,gone",
        "1.000000000,media,forward,100,0.000000000,carried,", "1.000000000,media", "", "-1.000000000"}) {
    write(folder_.packets(), head + good + bad + "\n");
    EXPECT_EQ(error().kind, ErrorKind::kMalformed) << bad;
    EXPECT_THAT(error().message.text(), HasSubstr("packets.csv:3:")) << bad;
  }
  write(folder_.packets(), "");
  EXPECT_THAT(error().message.text(), HasSubstr("packets.csv:1:"));
}

TEST_F(RunRecordTest, SaysWhatIsWrongWithAHeaderOrALog) {
  ASSERT_TRUE(begin_run(folder_, header_));
  ASSERT_TRUE(write_packets(folder_, packets_));
  write_logs();
  for (const char* start : {"", "x", "-1", "1e300", "nan"}) {
    write(folder_.receiver_log(header_.experiment.flows[0]), log_text(start));
    EXPECT_EQ(error().kind, ErrorKind::kMalformed) << start;
    EXPECT_THAT(error().message.text(), AllOf(HasSubstr("media.receiver.jsonl"), HasSubstr("lab_start_s"))) << start;
  }
  write(folder_.receiver_log(header_.experiment.flows[0]), "");
  EXPECT_THAT(error().message.text(), HasSubstr("media.receiver.jsonl"));
  for (const char* broken : {"", "{}", "[]", "{\"program\": 5}", "null"}) {
    write(folder_.header(), broken);
    EXPECT_EQ(error().kind, ErrorKind::kMalformed) << broken;
    EXPECT_THAT(error().message.text(), HasSubstr("run.json")) << broken;
  }
}

TEST_F(RunRecordTest, AFolderThatCannotBeMadeIsSaidSo) {
  std::filesystem::create_directories(folder_.path.parent_path());
  write(folder_.path, "a file");
  const auto begun = begin_run(folder_, header_);
  ASSERT_FALSE(begun);
  EXPECT_EQ(begun.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(begun.error().message.text(), HasSubstr("a-run"));
}

}  // namespace
}  // namespace counterpoint
