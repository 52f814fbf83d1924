// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/path/path_option.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

using ::testing::HasSubstr;

class PathOption : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder_ / "steps.csv") << "0,1000000\n2,500000\n";
    std::ofstream(folder_ / "packets") << "3\n3\n10\n";
    std::ofstream(folder_ / "broken.csv") << "0,1000000\n2;500000\n";
  }

  [[nodiscard]] std::string error(std::string_view text) const {
    const auto config = read_path_option(text, folder_, 10s);
    EXPECT_FALSE(config) << text;
    if (config) return "";
    EXPECT_EQ(config.error().kind, ErrorKind::kInvalidArgument);
    EXPECT_EQ(config.error().message.text().find('\n'), std::string::npos);
    return config.error().message.text();
  }

  TestFolder made_;
  const std::filesystem::path& folder_ = made_.path();
};

TEST_F(PathOption, WithoutATraceIsAPath) {
  const auto config = read_path_option("rate=1M,delay=50ms,at=4s:rate=2M", folder_, 10s);
  ASSERT_TRUE(config);
  EXPECT_EQ(*config, *parse_path_config("rate=1M,delay=50ms,at=4s:rate=2M"));
  EXPECT_EQ(*read_path_option("", folder_, 10s), PathConfig{});
}

TEST_F(PathOption, TraceIsTheRateOverAndOver) {
  const auto config = read_path_option("delay=50ms, trace=steps.csv ,at=3s:delay=20ms,queue=10p", folder_, 10s);
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(*config, *parse_path_config("rate=1M,delay=50ms,queue=10p,at=2s:rate=500k,at=3s:delay=20ms,at=4s:rate=1M,"
                                        "at=6s:rate=500k,at=8s:rate=1M"));
  EXPECT_EQ(*parse_path_config(to_string(*config)), *config);
}

TEST_F(PathOption, LongestTraceReadsBack) {
  std::ofstream file(folder_ / "long.txt");
  for (int i = 1; i <= 6000; ++i) file << i * 100 + i % 7 << "\n";
  file.close();
  const auto config = read_path_option("trace=long.txt", folder_, std::chrono::hours(1));
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_TRUE(config->steps.empty());
  EXPECT_EQ(config->opportunities.at.size(), 6000U);
  EXPECT_EQ(*parse_path_config(to_string(*config)), *config);
}

TEST_F(PathOption, AnAbsoluteNameCountsFromNowhere) {
  EXPECT_TRUE(read_path_option("trace=" + (folder_ / "steps.csv").string(), "/nowhere", 10s));
}

TEST_F(PathOption, SaysWhatIsWrong) {
  EXPECT_THAT(error("trace=missing.csv"), HasSubstr("missing.csv"));
  EXPECT_THAT(error("trace=."), HasSubstr("not a file"));
  EXPECT_THAT(error("trace=/dev/zero"), HasSubstr("not a file"));
  EXPECT_THAT(error("trace="), HasSubstr("name of a file"));
  EXPECT_THAT(error("trace=broken.csv"), HasSubstr("line 2"));
  EXPECT_THAT(error("trace=steps.csv,trace=steps.csv"), HasSubstr("twice"));
  EXPECT_THAT(error("trace=steps.csv,rate=1M"), HasSubstr("rate"));
  EXPECT_THAT(error("trace=steps.csv,at=3s:rate=1M"), HasSubstr("rate"));
  EXPECT_THAT(error("trace=steps.csv,opportunities=1"), HasSubstr("opportunities"));
  EXPECT_THAT(error("trace=packets,packet_rate=50"), HasSubstr("packet_rate"));
  EXPECT_THAT(error("trace=packets,at=1s:packet_rate=50"), HasSubstr("packet_rate"));
  EXPECT_THAT(error("trace=steps.csv,speed=1M"), HasSubstr("speed"));
  EXPECT_THAT(error("speed=1M"), HasSubstr("speed"));
}

}  // namespace
}  // namespace counterpoint
