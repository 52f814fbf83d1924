// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/experiment_load.h"
#include "app/lab/experiment/lab_modes.h"

#include <gmock/gmock.h>

#include "app/lab/experiment/experiment_file.h"
#include "app/lab/levels/kernel/kernel_level.h"
#include "app/lab/levels/level.h"
#include "app/lab/levels/ns3/ns3_level.h"
#include "app/lab/levels/sim/sim_level.h"

namespace counterpoint {
namespace {

using testing::AllOf;
using testing::HasSubstr;

RunHeader header(const std::string& forward, const std::string& backward, const std::string& flows,
                 const std::string& mode = "fixed") {
  const auto experiments = parse_experiment(
      R"({"name": "test", "title": "A test", "duration": "60s", "links": [{"name": "link", "forward": ")" + forward +
          R"(", "backward": ")" + backward + R"("}], "flows": [)" + flows + "]}",
      {});
  EXPECT_TRUE(experiments) << experiments.error().message;
  return {.experiment = experiments ? experiments->front() : Experiment{}, .mode = mode};
}

std::string error_of(const RunHeader& header) {
  const Result<void> checked = check_load(header);
  if (checked) return "fine";
  EXPECT_EQ(checked.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_EQ(checked.error().message.text().find('\n'), std::string::npos);
  return checked.error().message.text();
}

constexpr const char* kTcp = R"({"name": "bulk", "kind": "tcp"})";
constexpr const char* kFlood = R"({"name": "flood", "kind": "udp", "rate": "1000G", "packet_size": "64B"})";

TEST(ExperimentLoad, TcpThatTakesNoTimeIsRefused) {
  const auto no_time = AllOf(HasSubstr("flow bulk"), HasSubstr("in no time"));
  EXPECT_THAT(error_of(header("delay=0", "", kTcp)), no_time);
  EXPECT_THAT(error_of(header("rate=1M,at=5s:rate=unlimited", "", kTcp)), no_time) << "from 5 s on";
  EXPECT_THAT(error_of(header("delay=0", "", R"({"name": "bulk", "kind": "media"})", "tcp")), no_time);
  EXPECT_EQ(error_of(header("delay=0", "", R"({"name": "call", "kind": "media"})")), "fine");
  EXPECT_EQ(error_of(header("rate=1M", "", kTcp)), "fine");
  EXPECT_EQ(error_of(header("at=0s:rate=1M", "", kTcp)), "fine") << "never without a rate";
  EXPECT_EQ(error_of(header("rate=1M,at=60s:rate=unlimited", "", kTcp)), "fine") << "over by then";
  EXPECT_EQ(error_of(header("packet_rate=1000", "", kTcp)), "fine");
  EXPECT_EQ(error_of(header("rate=0", "", kTcp)), "fine") << "an outage";
  EXPECT_EQ(error_of(header("", "", R"({"name": "bulk", "kind": "tcp", "access_delay": "50ms"})")), "fine");
}

TEST(ExperimentLoad, MorePacketsThanAreKeptAreRefused) {
  const auto too_many = [](const char* flow) { return AllOf(HasSubstr(flow), HasSubstr("million packets")); };
  EXPECT_THAT(error_of(header("rate=1M", "", kFlood)), too_many("flow flood"));
  EXPECT_THAT(error_of(header("delay=1us", "delay=1us", kTcp)), too_many("flow bulk")) << "a window each 2 us";
  EXPECT_THAT(error_of(header("rate=100G", "delay=1us", kTcp)), too_many("flow bulk"));
  // In 60 s, 833 333 packets/s are 50 million: 667 Mbit/s.
  const auto udp = [](const char* rest) {
    return R"({"name": "udp", "kind": "udp", "packet_size": "100B", "rate": )" + std::string(rest) + "}";
  };
  EXPECT_EQ(error_of(header("rate=1M", "", udp("\"660M\""))), "fine");
  EXPECT_THAT(error_of(header("rate=1M", "", udp("\"670M\""))), too_many("flow udp"));
  EXPECT_EQ(error_of(header("rate=1M", "", udp("\"670M\", \"stop\": \"50s\""))), "fine");
  EXPECT_EQ(error_of(header("rate=1M", "", udp("\"1G\", \"on\": \"1s\", \"off\": \"1s\""))), "fine");
  EXPECT_THAT(error_of(header("rate=1M", "", udp("\"10M\", \"count\": 100"))), too_many("flow udp-1"));
}

TEST(ExperimentLoad, FlowsOfTcpShareTheirLink) {
  // 60 s of 1 Gbit/s are 5 million packets, be they of one flow or of a hundred.
  EXPECT_EQ(error_of(header("rate=1G,delay=10ms", "", R"({"name": "t", "kind": "tcp", "count": 100})")), "fine");
}

TEST(ExperimentLoad, EachLevelRefuses) {
  for (auto* const check : {check_sim_level, check_ns3_level, check_kernel_level}) {
    for (const RunHeader& refused : {header("", "", kTcp), header("rate=1M", "", kFlood)}) {
      const Result<void> checked = check(refused);
      ASSERT_FALSE(checked);
      EXPECT_EQ(checked.error().message, error_of(refused));
    }
  }
}

TEST(ExperimentLoad, BuiltInExperimentsAreFine) {
  for (const BuiltInExperiment& one : built_in_experiments()) {
    const auto experiments = parse_experiment(one.json, {});
    ASSERT_TRUE(experiments) << experiments.error().message;
    for (const Experiment& experiment : *experiments) {
      for (const LabMode& mode : lab_modes()) {
        EXPECT_EQ(error_of({.experiment = experiment, .mode = std::string(mode.name)}), "fine") << one.name;
      }
    }
  }
}

}  // namespace
}  // namespace counterpoint
