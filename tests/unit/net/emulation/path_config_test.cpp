// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/path_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace counterpoint {
namespace {

using testing::HasSubstr;

PathConfig parsed(std::string_view text) {
  Result<PathConfig> config = parse_path_config(text);
  EXPECT_TRUE(config.ok()) << text << ": " << (config.ok() ? "" : config.error().message);
  return config.ok() ? *config : PathConfig{};
}

std::string error_of(std::string_view text) {
  const Result<PathConfig> config = parse_path_config(text);
  EXPECT_FALSE(config.ok()) << text;
  if (config.ok()) return "";
  EXPECT_EQ(config.error().kind, ErrorKind::kInvalidArgument);
  return config.error().message.text();
}

TEST(PathConfig, ReadsEverySetting) {
  const PathConfig config = parsed(
      "rate=1M,delay=50ms,loss=1%,jitter=30ms,queue=300ms,packet_rate=50,reorder=2%,reorder_delay=5ms,duplicate=0.5%,"
      "burst=3,overhead=48B,seed=7,aqm=codel,ecn=1,policer=2M/"
      "20kB,at=40s:rate=2.5M+delay=20ms,at=60s:packet_rate=25+loss=0.1+jitter=1ms");
  PathConfig expected;
  expected.rate = DataRate::bits_per_second(1'000'000);
  expected.delay = 50ms;
  expected.loss = 0.01;
  expected.jitter = 30ms;
  expected.queue = Duration(300ms);
  expected.packet_rate = PacketRate::per_second(50);
  expected.reordering = 0.02;
  expected.reordering_delay = 5ms;
  expected.duplication = 0.005;
  expected.loss_burst = 3;
  expected.overhead = DataSize::bytes(48);
  expected.seed = 7;
  expected.aqm = Aqm::kCodel;
  expected.ecn = true;
  expected.policer = Policer::Config{.rate = DataRate::kilobits_per_second(2000), .burst = DataSize::bytes(20'000)};
  expected.steps = {
      {.at = 40s, .rate = DataRate::bits_per_second(2'500'000), .delay = 20ms},
      {.at = 60s, .packet_rate = PacketRate::per_second(25), .jitter = 1ms, .loss = 0.1},
  };
  EXPECT_EQ(config, expected);
}

TEST(PathConfig, ReadsEachUnit) {
  EXPECT_EQ(parsed("rate=64k").rate, DataRate::kilobits_per_second(64));
  EXPECT_EQ(parsed("rate=1.5G").rate, DataRate::kilobits_per_second(1'500'000));
  EXPECT_EQ(parsed("rate=9600").rate, DataRate::bits_per_second(9600));
  EXPECT_EQ(parsed("rate=0").rate, DataRate());
  EXPECT_TRUE(parsed("rate=unlimited").rate.is_unlimited());
  EXPECT_EQ(parsed("delay=1.5s").delay, 1500ms);
  EXPECT_EQ(parsed("delay=250us").delay, 250us);
  EXPECT_EQ(parsed("delay=0").delay, 0ms);
  EXPECT_EQ(parsed("queue=30kB").queue, QueueLimit(DataSize::bytes(30'000)));
  EXPECT_EQ(parsed("queue=10p").queue, QueueLimit(PacketCount{10}));
  EXPECT_EQ(parsed("queue=unlimited").queue, QueueLimit(UnlimitedQueue{}));
  EXPECT_EQ(parsed("loss=0.25").loss, 0.25);
  EXPECT_EQ(parsed("aqm=drop_tail"), PathConfig{});
  EXPECT_EQ(parsed("aqm=fq_codel").aqm, Aqm::kFqCodel);
  EXPECT_EQ(parsed("aqm=pie,ecn=0").aqm, Aqm::kPie);
  EXPECT_EQ(parsed("aqm=dualpi2").aqm, Aqm::kDualPi2);
  EXPECT_EQ(parsed(" rate = 1M , loss=1% ").rate, DataRate::bits_per_second(1'000'000));
}

TEST(PathConfig, EmptyTextIsThePerfectPath) {
  EXPECT_EQ(parsed(""), PathConfig{});
  EXPECT_EQ(parsed("  "), PathConfig{});
  EXPECT_EQ(to_string(PathConfig{}), "");
}

TEST(PathConfig, PutsStepsInOrder) {
  const PathConfig config = parsed("at=20s:rate=2M,at=10s:rate=1M");
  ASSERT_EQ(config.steps.size(), 2U);
  EXPECT_EQ(config.steps[0].at, 10s);
  EXPECT_EQ(config.steps[1].at, 20s);
}

TEST(PathConfig, NamesTheItemAndWhatIsAllowed) {
  EXPECT_THAT(error_of("delay=50ms,rate=fast"), AllOf(HasSubstr("\"rate=fast\""), HasSubstr("k, M or G")));
  EXPECT_THAT(error_of("speed=1M"), AllOf(HasSubstr("\"speed=1M\""), HasSubstr("packet_rate=")));
  EXPECT_THAT(error_of("delay=50"), AllOf(HasSubstr("\"delay=50\""), HasSubstr("50ms")));
  EXPECT_THAT(error_of("loss=101%"), HasSubstr("\"loss=101%\""));
  EXPECT_THAT(error_of("queue=0p"), HasSubstr("300ms, 30kB or 10p"));
  EXPECT_THAT(error_of("at=40s:queue=1p"), AllOf(HasSubstr("\"queue=1p\""), HasSubstr("cannot change")));
  EXPECT_THAT(error_of("at=40s:rate=x"), HasSubstr("\"rate=x\""));
  EXPECT_THAT(error_of("at=soon:rate=1M"), HasSubstr("at=40s:rate=2M"));
  EXPECT_THAT(error_of("aqm=red"), AllOf(HasSubstr("\"aqm=red\""), HasSubstr("fq_codel")));
  EXPECT_THAT(error_of("ecn=1,rate=1M"), AllOf(HasSubstr("\"ecn=1\""), HasSubstr("aqm=codel")));
  EXPECT_THAT(error_of("aqm=pie,ecn=yes"), HasSubstr("1 for a queue that marks"));
  EXPECT_THAT(error_of("policer=1M"), AllOf(HasSubstr("\"policer=1M\""), HasSubstr("1M/20kB")));
  EXPECT_THAT(error_of("policer=1M/1kB"), HasSubstr("1500 bytes"));
  for (const char* text :
       {"opportunities=1,rate=1M", "packet_rate=50,opportunities=1", "opportunities=1,at=1s:rate=1M"})
    EXPECT_THAT(error_of(text), HasSubstr("beside a rate"));
  EXPECT_THAT(error_of("rate=1M,rate=2M"), HasSubstr("twice"));
  EXPECT_THAT(error_of("at=1s:loss=1%+loss=2%"), HasSubstr("twice"));
}

TEST(PathConfig, RefusesNumbersThatAreNone) {
  for (const char* text : {"rate=-1",
                           "rate=1e6",
                           "rate=inf",
                           "rate=nan",
                           "rate=",
                           "rate",
                           "rate=1.2.3",
                           "rate=.",
                           ",,",
                           "loss=-1%",
                           "delay=61s",
                           "delay=99999999999999999999999s",
                           "seed=-1",
                           "seed=1.5",
                           "burst=0.5",
                           "overhead=2kB",
                           "queue=1.5p",
                           "rate=9999999G",
                           "at=",
                           "at=5s",
                           "at=5s:",
                           "at=5s:rate",
                           "policer=0/20kB",
                           "policer=unlimited/20kB",
                           "opportunities=",
                           "opportunities=0",
                           "opportunities=1+",
                           "opportunities=-1",
                           "opportunities=86400001",
                           "policer=/",
                           "aqm=",
                           "ecn=",
                           "ecn=2,aqm=codel"}) {
    EXPECT_FALSE(parse_path_config(text).ok()) << text;
  }
}

TEST(PathConfig, TextRoundTrips) {
  for (const char* text :
       {"rate=1M", "rate=2.5M,queue=30kB,delay=50ms,loss=1%", "rate=0,queue=10p", "queue=unlimited,delay=1us",
        "rate=123456789,packet_rate=33.3,delay=1.234567891s,jitter=7ns,loss=0.123456789,burst=2.5,seed="
        "18446744073709551615",
        "aqm=codel,ecn=1", "rate=1M,aqm=fq_codel", "delay=20ms,opportunities=0+0+12+1,at=2s:delay=10ms",
        "aqm=pie,policer=1.5M/20kB", "aqm=dualpi2,ecn=1", "reorder=1%,reorder_delay=3ms,duplicate=33.3%,overhead=0B",
        "rate=1M,at=0:rate=2M,at=40s:rate=unlimited+packet_rate=50+delay=20ms+jitter=0+loss=0.07"}) {
    const PathConfig config = parsed(text);
    EXPECT_EQ(parsed(to_string(config)), config) << text << " -> " << to_string(config);
  }
  EXPECT_EQ(to_string(parsed("rate=2500k,loss=0.01,delay=0.05s")), "rate=2.5M,delay=50ms,loss=1%");
}

}  // namespace
}  // namespace counterpoint
