// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/experiment/experiment_cases.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace counterpoint {
namespace {

OrderedJson example(const char* cases) {
  OrderedJson file = OrderedJson::parse(R"({"name": "x", "links": [{"rate": "1M"}], "parameters": {}})");
  if (*cases != 0) file["cases"] = OrderedJson::parse(cases);
  return file;
}

std::string error_of(const char* cases) {
  const auto split = split_cases(example(cases));
  return split ? "no error" : split.error().message.text();
}

TEST(ExperimentCases, AFileWithoutCasesIsOneWithoutAName) {
  const auto split = split_cases(example(""));
  ASSERT_TRUE(split);
  ASSERT_EQ(split->size(), 1U);
  EXPECT_EQ(split->front().name, "");
  EXPECT_EQ(split->front().json, example(""));
}

TEST(ExperimentCases, EachHasItsOwnValuesAndNoneOfTheOthers) {
  const auto split = split_cases(example(R"([
    {"name": "plain"},
    {"name": "changed", "set": {"/links/0/rate": "2M", "/duration": "5s", "/links/-": {"rate": "3M"}}}])"));
  ASSERT_TRUE(split) << split.error().message;
  ASSERT_EQ(split->size(), 2U);
  EXPECT_EQ((*split)[0].name, "plain");
  EXPECT_EQ((*split)[0].json, example(""));
  OrderedJson changed = example("");
  changed["links"] = OrderedJson::parse(R"([{"rate": "2M"}, {"rate": "3M"}])");
  changed["duration"] = "5s";
  EXPECT_EQ((*split)[1].name, "changed");
  EXPECT_EQ((*split)[1].json, changed);
}

TEST(ExperimentCases, TellWhereTheMistakeIs) {
  EXPECT_THAT(error_of("[]"), testing::HasSubstr("/cases is empty"));
  EXPECT_THAT(error_of(R"([{"name": "a"}, {"name": "a"}])"), testing::HasSubstr("/cases/1/name \"a\" is there twice"));
  EXPECT_THAT(error_of(R"([{"name": "a", "set": 3}])"), testing::HasSubstr("expected an object"));
  EXPECT_THAT(error_of(R"([{"name": "a", "set": {"links": 3}}])"), testing::HasSubstr("is no JSON pointer"));
  EXPECT_THAT(error_of(R"([{"name": "a", "set": {"/links/1/rate": 3}}])"), testing::HasSubstr("points at nothing"));
  EXPECT_THAT(error_of(R"([{"set": {}}])"), testing::HasSubstr("/cases/0/name is missing"));
}

}  // namespace
}  // namespace counterpoint
