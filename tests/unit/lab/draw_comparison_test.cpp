// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/draws/draw_comparison.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/lab/draws/draw_report.h"
#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

DrawResult result(std::uint64_t number, const std::string& mode, double quality, double delay, double frozen = 1) {
  return {.distribution = "random",
          .number = number,
          .path = "1 Mbit/s, RTT 50 ms",
          .mode = mode,
          .quality = quality,
          .delay = delay,
          .frozen = frozen};
}

TEST(Dominance, NeedsMoreThanThreePercentInQualityAndDelay) {
  const DrawResult one = result(1, "a", 0.8, 200);
  EXPECT_TRUE(dominates(result(1, "b", 0.83, 190), one));
  EXPECT_FALSE(dominates(result(1, "b", 0.82, 190), one));
  EXPECT_FALSE(dominates(result(1, "b", 0.83, 195), one));
  EXPECT_FALSE(dominates(result(1, "b", 0.83, 190, 2), one)) << "it is frozen for longer";
  EXPECT_TRUE(dominates(result(1, "b", 0.83, 190, 0), one));
  EXPECT_FALSE(dominates(one, one));
}

TEST(Dominance, AnyPictureIsBetterThanNone) {
  const DrawResult dark{.mode = "a", .frozen = 100};
  EXPECT_TRUE(dominates(result(1, "b", 0.1, 5000, 90), dark));
  EXPECT_FALSE(dominates(dark, result(1, "b", 0.1, 5000, 90)));
  EXPECT_FALSE(dominates(dark, dark));
}

TEST(Comparison, RanksModesOnEachDraw) {
  const std::vector<ModeComparison> rows =
      compare_modes({result(1, "a", 0.9, 100), result(1, "b", 0.8, 200), result(1, "c", 0.7, 90),
                     result(2, "a", 0.5, 100), result(2, "b", 0.6, 200), result(2, "c", 0.6, 90)});
  ASSERT_THAT(rows, testing::SizeIs(3));
  EXPECT_EQ(rows[0].mode, "a");
  EXPECT_EQ(rows[0].best, 50);
  EXPECT_EQ(rows[0].best_two, 50) << "two are better on the second draw";
  EXPECT_EQ(rows[1].best, 50) << "equals are best together";
  EXPECT_EQ(rows[1].best_two, 100);
  EXPECT_EQ(rows[0].dominated, 50);
  EXPECT_EQ(rows[1].dominated, 50) << "by a on the first draw; c has its quality on the second";
  EXPECT_EQ(rows[2].dominated, 0);
}

TEST(Comparison, GivesMediansAndWorstDeciles) {
  std::vector<DrawResult> results;
  for (int i = 1; i <= 20; ++i) results.push_back(result(static_cast<std::uint64_t>(i), "a", i / 20.0, 10 * i));
  const ModeComparison row = compare_modes(results).front();
  EXPECT_EQ(row.draws, 20U);
  EXPECT_EQ(row.quality.median, 0.5);
  EXPECT_EQ(row.quality.worst_decile, 0.1);
  EXPECT_EQ(row.delay.median, 100);
  EXPECT_EQ(row.delay.worst_decile, 180);
  EXPECT_FALSE(row.speech.median);
}

TEST(Comparison, FailuresAreCountedAndLeftOut) {
  DrawResult failed{.distribution = "random", .number = 2, .mode = "a", .failure = "why"};
  const std::vector<ModeComparison> rows = compare_modes({result(1, "a", 0.9, 100), failed});
  EXPECT_EQ(rows.front().draws, 1U);
  EXPECT_EQ(rows.front().failed, 1U);
  EXPECT_EQ(rows.front().quality.worst_decile, 0.9);
  EXPECT_EQ(failed_draws_text({failed}),
            "FAILED random/2, mode a: why; again: counterpoint-cli lab run random/2 --mode a\n");
}

TEST(Comparison, ADrawWithTheRealEncoderIsRepeatedWithIt) {
  DrawResult coded = result(3, "2d", 0.9, 100);
  coded.encoder = " --real-encoder --camera film.mkv";
  EXPECT_EQ(repeat_command(coded), "counterpoint-cli lab run random/3 --mode 2d --real-encoder --camera film.mkv");
}

TEST(Comparison, ReportsHaveAllDrawsAndModes) {
  const TestFolder folder;
  DrawResult failed{
      .distribution = "random", .number = 2, .path = "slow", .mode = "b", .failure = "a <tag>, \"quoted\""};
  ASSERT_TRUE(write_draw_report(folder.path(), {result(1, "a", 0.9, 100), result(1, "b", 0.8, 200), failed}));
  const auto text_of = [&](const char* name) {
    std::ostringstream text;
    text << std::ifstream(folder.path() / name).rdbuf();
    return text.str();
  };
  const auto json = nlohmann::json::parse(text_of("results.json"));
  EXPECT_EQ(json["draws"].size(), 3U);
  EXPECT_EQ(json["modes"].size(), 2U);
  EXPECT_EQ(json["modes"][0]["picture_quality"]["median"], 0.9);
  EXPECT_EQ(json["modes"][1]["failed"], 1);
  EXPECT_THAT(text_of("results.csv"), testing::HasSubstr("random/1,\"1 Mbit/s, RTT 50 ms\",a,\"\",0.9,100.0,1.0"));
  const std::string page = text_of("report.html");
  EXPECT_THAT(page, testing::HasSubstr("<svg"));
  EXPECT_THAT(page, testing::HasSubstr("a &lt;tag&gt;, &quot;quoted&quot;"));
  EXPECT_THAT(page, testing::HasSubstr("random/1"));
}

}  // namespace
}  // namespace counterpoint
