// SPDX-License-Identifier: GPL-3.0-or-later
// The level's errors when its program is missing, as it is beside this test; tests/experiments has the rest.
#include "app/lab/levels/ns3/ns3_level.h"

#include <gmock/gmock.h>

namespace counterpoint {
namespace {

using testing::HasSubstr;

RunRequest request() {
  RunRequest request{.header = {.level = "ns3", .program = "test"}, .folder = {testing::TempDir() + "ns3-level-test"}};
  request.header.experiment.duration = 1s;
  request.header.experiment.links = {{.name = "link", .forward = {}, .backward = {}}};
  return request;
}

TEST(Ns3LevelTest, SaysWhatIsMissingAndLeavesNoFolder) {
  for (const Result<void>& result : {check_ns3_level(request().header), run_ns3_level(request())}) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::kUnavailable);
    EXPECT_EQ(result.error().message,
              "the program counterpoint-lab-ns3 is not beside this one: build it (it needs libns3-dev)");
  }
  EXPECT_FALSE(std::filesystem::exists(request().folder.path));
}

TEST(Ns3LevelTest, SaysFirstWhatWouldNeverWork) {
  RunHeader header = request().header;
  header.experiment.links[0].backward.jitter = 5ms;
  const Result<void> result = check_ns3_level(header);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_THAT(result.error().message.text(), HasSubstr("link link, backward: ns-3's models have no jitter"));
}

TEST(Ns3LevelTest, HasNoneOfTheQueuesAndClocksOfVirtualTime) {
  for (const auto& [path, what] : {std::pair("rate=1M,aqm=codel", "aqm"), std::pair("policer=1M/20kB", "policer"),
                                   std::pair("opportunities=1+1", "opportunities")}) {
    RunHeader header = request().header;
    header.experiment.links[0].forward = parse_path_config(path).value();
    const Result<void> result = check_ns3_models(header);
    ASSERT_FALSE(result) << path;
    EXPECT_THAT(result.error().message.text(), HasSubstr(std::string("no ") + what));
  }
  RunHeader header = request().header;
  header.experiment.links[0].forward.rate = DataRate::kilobits_per_second(1000);
  header.experiment.flows.push_back(
      {.name = "call", .links = {0}, .stop = header.experiment.duration, .load = MediaLoad{.receiver_skew = 50}});
  header.mode = "fixed";
  EXPECT_FALSE(check_ns3_models(header));
}

TEST(Ns3LevelTest, HasNoTcpThatCarriesOurVideo) {
  RunHeader header = request().header;
  header.experiment.links[0].forward.rate = DataRate::kilobits_per_second(1000);
  header.experiment.flows.push_back(
      {.name = "call", .links = {0}, .stop = header.experiment.duration, .load = MediaLoad{.video_over_tcp = true}});
  header.mode = "fixed";
  const Result<void> result = check_ns3_models(header);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_THAT(result.error().message.text(), HasSubstr("flow call"));
  header.mode = "tcp";
  EXPECT_TRUE(check_ns3_models(header)) << "a bulk transfer is in its place";
}

TEST(Ns3LevelTest, TakesWhatItHasModelsOf) {
  for (const char* text : {"", "rate=1M", "rate=1M,queue=5p,loss=1%", "rate=1M,at=5s:rate=2M,at=6s:loss=2%",
                           "delay=10ms,at=1s:delay=20ms", "at=0s:rate=1M"}) {
    const Result<PathConfig> path = parse_path_config(text);
    ASSERT_TRUE(path) << path.error().message;
    RunHeader header = request().header;
    header.experiment.duration = 10s;
    header.experiment.links[0].forward = *path;
    EXPECT_TRUE(check_ns3_models(header)) << text;
  }
}

}  // namespace
}  // namespace counterpoint
