// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments that come with the program, in virtual time: what they expect of the modes that there are comes true.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/experiment/experiment_file.h"
#include "app/lab/experiment/lab_modes.h"
#include "app/lab/levels.h"
#include "app/lab/levels/level.h"
#include "app/lab/metrics/metrics.h"
#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

/// Left out, so that all others take less than a minute: in mode fixed 40 and 50 calls take 10 to 30 s each. Their
/// smaller cases are run here, and these by `lab run`. The cases of wakamiya-interval differ in a parameter that
/// controls have not: one of them is enough.
constexpr std::string_view kTooLong[] = {"ssvp-complex/media-40",    "ssvp-complex/media-50",
                                         "wakamiya-interval/1-rtt",  "wakamiya-interval/1-gop",
                                         "wakamiya-interval/16-rtt", "wakamiya-interval/64-rtt"};

std::vector<Experiment> all() {
  std::vector<Experiment> experiments;
  for (const BuiltInExperiment& one : built_in_experiments()) {
    const auto cases = parse_experiment(one.json, {});
    if (!cases) continue;  // ExperimentFile.EveryBuiltInExperimentIsInOrder fails then.
    experiments.insert(experiments.end(), cases->begin(), cases->end());
  }
  return experiments;
}

/// Results of modes that adapt are compared with their papers, not bounded here.
std::vector<LabMode> controls() {
  std::vector<LabMode> controls;
  std::ranges::copy_if(lab_modes(), std::back_inserter(controls), &LabMode::control);
  return controls;
}

struct ExperimentInMode {
  Experiment experiment;
  std::string mode;
};

std::vector<ExperimentInMode> runs() {
  std::vector<ExperimentInMode> runs;
  for (const Experiment& experiment : all()) {
    if (std::ranges::find(kTooLong, experiment.full_name()) != std::end(kTooLong)) continue;
    for (const LabMode& mode : controls()) runs.push_back({experiment, std::string(mode.name)});
  }
  return runs;
}

std::string name_of(const testing::TestParamInfo<ExperimentInMode>& info) {
  std::string name = info.param.experiment.full_name() + "_" + info.param.mode;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

class Experiments : public testing::TestWithParam<ExperimentInMode> {};

TEST_P(Experiments, DoAsTheyExpect) {
  const auto& [experiment, mode] = GetParam();
  const TestFolder own;
  const RunFolder folder{own.path() / "run"};
  const RunRequest request{.header = {.experiment = experiment, .mode = mode, .level = "sim", .program = "test"},
                           .folder = folder};
  const auto checked = check_expectations(experiment);
  ASSERT_TRUE(checked) << checked.error().message;
  const auto ran = find_level("sim")->run(request);
  ASSERT_TRUE(ran) << ran.error().message;
  const auto run = read_run(folder);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_GT(run->packets.size(), 500U);
  const std::vector<Verdict> verdicts = judge(*run);
  EXPECT_FALSE(verdicts.empty()) << experiment.full_name() << " expects nothing of mode " << mode;
  for (const Verdict& verdict : verdicts) {
    EXPECT_TRUE(verdict.passed) << verdict.expectation.metric << " " << verdict.expectation.flow << " is "
                                << (verdict.value ? std::to_string(*verdict.value) : "nothing")
                                << "; to repeat it: counterpoint-cli lab run " << experiment.full_name() << " --mode "
                                << mode;
  }
}

INSTANTIATE_TEST_SUITE_P(Lab, Experiments, testing::ValuesIn(runs()), name_of);

TEST(BuiltInExperiments, AllOfRfc8867AndSomeOfRfc8869AreAmongThem) {
  for (const char* number : {"5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "6.1", "6.2", "6.3"}) {
    EXPECT_TRUE(find_experiments(std::string("rfc8867-") + number)) << number;
  }
  for (const char* number : {"3.1", "4.1"}) EXPECT_TRUE(find_experiments(std::string("rfc8869-") + number)) << number;
}

TEST(BuiltInExperiments, AllButThoseNamedAreRun) {
  EXPECT_GT(runs().size(), 60U);
  EXPECT_EQ(runs().size(), (all().size() - std::size(kTooLong)) * controls().size());
}

TEST(BuiltInExperiments, ThoseTooLongExpectSomethingOfEachControlToo) {
  for (const Experiment& experiment : all()) {
    for (const LabMode& mode : controls()) {
      const auto holds = [&](const Expectation& one) {
        return one.modes.empty() || std::ranges::find(one.modes, mode.name) != one.modes.end();
      };
      EXPECT_TRUE(std::ranges::any_of(experiment.expectations, holds)) << experiment.full_name() << ", " << mode.name;
    }
  }
}

}  // namespace
}  // namespace counterpoint
