// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/experiment/path_distribution.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "app/lab/experiment/experiment_file.h"
#include "app/lab/levels.h"
#include "app/lab/metrics/metrics_timeline.h"

namespace counterpoint {
namespace {

constexpr std::uint64_t kDraws = 300;

class PathDistributions : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] static const PathDistribution& distribution() { return *find_distribution(GetParam()); }
};

double mbit(DataRate rate) { return rate.kilobits_per_second() / 1000; }

TEST_P(PathDistributions, DrawsStayWithinTheirRanges) {
  for (std::uint64_t number = 0; number < kDraws; ++number) {
    const Experiment experiment = drawn_experiment(distribution(), number);
    SCOPED_TRACE(experiment.full_name() + ": " + experiment.title);
    const PathConfig& path = experiment.links.at(0).forward;
    EXPECT_GE(mbit(path.rate), 0.1);
    EXPECT_LE(mbit(path.rate), 20);
    EXPECT_GE(path.delay + experiment.links[0].backward.delay, 4998us);
    EXPECT_LE(path.delay + experiment.links[0].backward.delay, 600ms);
    EXPECT_LE(path.jitter, path.delay);
    EXPECT_LE(path.loss, 0.05);
    const DataSize queue = std::get<DataSize>(path.queue);
    EXPECT_GE(queue, DataSize::bytes(6000));
    EXPECT_LE(queue, std::max(DataSize::bytes(6000), path.rate * Duration(1501ms)));
    EXPECT_TRUE(std::ranges::is_sorted(path.steps, {}, &PathStep::at));
    EXPECT_TRUE(std::ranges::all_of(path.steps, [](const PathStep& step) {
      return step.rate && (*step.rate == DataRate{} || mbit(*step.rate) >= 0.06);
    }));
    const auto checked = find_level("sim")->check({.experiment = experiment, .mode = "2d", .level = "sim"});
    EXPECT_TRUE(checked) << checked.error().message;
  }
}

TEST_P(PathDistributions, ADrawIsTheSameEachTimeAndUnlikeAnother) {
  std::set<std::string> titles;
  for (std::uint64_t number = 0; number < kDraws; ++number) {
    const Experiment experiment = drawn_experiment(distribution(), number);
    EXPECT_EQ(drawn_experiment(distribution(), number), experiment);
    titles.insert(experiment.title);
  }
  EXPECT_EQ(titles.size(), kDraws);
}

TEST_P(PathDistributions, ADrawIsAnExperimentLikeAnyOther) {
  for (std::uint64_t number = 0; number < 8; ++number) {
    const Experiment experiment = drawn_experiment(distribution(), number);
    const auto read = parse_experiment(to_json(experiment), {});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->front(), experiment);
    const auto found = find_experiments(experiment.full_name());
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->front(), experiment);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PathDistributions, testing::Values("random", "random-wireless", "random-shared"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(PathDistribution, SpreadsOverItsKinds) {
  int constant = 0;
  int alone = 0;
  int clean = 0;
  int managed = 0;
  int policed = 0;
  int slow = 0;
  for (std::uint64_t number = 0; number < kDraws; ++number) {
    const Experiment experiment = drawn_experiment(*find_distribution("random"), number);
    const PathConfig& path = experiment.links[0].forward;
    constant += path.steps.empty() ? 1 : 0;
    alone += experiment.flows.size() == 1 ? 1 : 0;
    clean += path.loss == 0 ? 1 : 0;
    managed += path.aqm != Aqm::kDropTail ? 1 : 0;
    policed += path.policer ? 1 : 0;
    slow += mbit(path.rate) < 1.414 ? 1 : 0;  // The logarithmic middle of 0.1 to 20.
  }
  EXPECT_NEAR(constant, 0.45 * kDraws, 30);
  EXPECT_NEAR(alone, 0.55 * kDraws, 30);
  EXPECT_NEAR(clean, 0.75 * kDraws, 30);
  EXPECT_NEAR(managed, 0.25 * kDraws, 25);
  EXPECT_NEAR(policed, 0.1 * kDraws, 15);
  EXPECT_NEAR(slow, 0.5 * kDraws, 30);
}

TEST(PathDistribution, SpecialOnesHaveWhatTheyAreNamedFor) {
  for (std::uint64_t number = 0; number < 50; ++number) {
    EXPECT_GE(drawn_experiment(*find_distribution("random-wireless"), number).links[0].forward.steps.size(), 100U);
    EXPECT_GE(drawn_experiment(*find_distribution("random-shared"), number).flows.size(), 2U);
  }
}

TEST(PathDistribution, WirelessLansKeepTheirMean) {
  constexpr LabSpan kSpan{.from = 0s, .to = 45s};
  int seen = 0;
  for (std::uint64_t number = 0; number < kDraws; ++number) {
    const Experiment experiment = drawn_experiment(*find_distribution("random-wireless"), number);
    if (experiment.title.find("wireless LAN") == std::string::npos) continue;
    ++seen;
    PathConfig path = experiment.links[0].forward;
    path.policer.reset();
    const double mean = capacity_of(path, kSpan.to).integral(kSpan) / 45e6;
    EXPECT_NEAR(mean / mbit(path.rate), 1, 0.1) << experiment.full_name();
  }
  EXPECT_GT(seen, 100);
}

TEST(PathDistribution, WrongNumbersAreRefused) {
  for (const char* name : {"random/", "random/x", "random/-1", "random/1.5", "random/01", "random/99999999999",
                           "random/18446744073709551617", "random"}) {
    const auto found = find_drawn_experiment(name);
    ASSERT_FALSE(found) << name;
    EXPECT_THAT(found.error().message.text(), testing::HasSubstr("random/N")) << name;
  }
  EXPECT_FALSE(*find_drawn_experiment("rfc8867-5.1"));
  EXPECT_FALSE(*find_drawn_experiment("randomly/1"));
}

}  // namespace
}  // namespace counterpoint
