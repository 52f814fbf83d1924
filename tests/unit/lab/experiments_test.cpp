// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments that come with the program, in virtual time: what they expect of the modes that there are comes true.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "app/lab/experiment_file.h"
#include "app/lab/level.h"
#include "app/lab/metrics.h"

namespace counterpoint {
namespace {

/// A run of all of them takes minutes: of the long or crowded ones only the first case is run here, if it is small.
constexpr double kMostFlowSeconds = 700;

double flow_seconds(const Experiment& experiment) {
  double seconds = 0;
  for (const LabFlow& flow : experiment.flows) seconds += to_seconds(flow.stop - flow.start);
  return seconds;
}

std::vector<Experiment> chosen() {
  std::vector<Experiment> experiments;
  for (const BuiltInExperiment& one : built_in_experiments()) {
    const auto cases = parse_experiment(one.json, {});
    if (!cases) continue;  // ExperimentFile.EveryBuiltInExperimentIsInOrder fails then.
    const bool all = one.name.starts_with("rfc8867");
    for (const Experiment& experiment : *cases) {
      if (all || (&experiment == &cases->front() && flow_seconds(experiment) <= kMostFlowSeconds)) {
        experiments.push_back(experiment);
      }
    }
  }
  return experiments;
}

struct Chosen {
  Experiment experiment;
  std::string mode;
};

std::vector<Chosen> runs() {
  std::vector<Chosen> runs;
  for (const Experiment& experiment : chosen()) {
    for (const LabMode& mode : lab_modes()) runs.push_back({experiment, std::string(mode.name)});
  }
  return runs;
}

std::string name_of(const testing::TestParamInfo<Chosen>& info) {
  std::string name = info.param.experiment.full_name() + "_" + info.param.mode;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

class Experiments : public testing::TestWithParam<Chosen> {};

TEST_P(Experiments, DoAsTheyExpect) {
  const auto& [experiment, mode] = GetParam();
  const std::string name = name_of({GetParam(), 0});
  const RunFolder folder{std::filesystem::path(testing::TempDir()) / ("counterpoint-experiment-" + name)};
  std::filesystem::remove_all(folder.path);
  const RunRequest request{.header = {.experiment = experiment, .mode = mode, .level = "sim", .program = "test"},
                           .folder = folder};
  const auto checked = check_expectations(experiment);
  ASSERT_TRUE(checked) << checked.error().message;
  const auto ran = find_level("sim")->run(request);
  ASSERT_TRUE(ran) << ran.error().message;
  const auto run = read_run(folder);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_GT(run->packets.size(), 500U);
  for (const Verdict& verdict : judge(*run)) {
    EXPECT_TRUE(verdict.passed) << verdict.expectation.metric << " " << verdict.expectation.flow << " is "
                                << (verdict.value ? std::to_string(*verdict.value) : "nothing")
                                << "; to repeat it: counterpoint-cli lab run " << experiment.full_name() << " --mode "
                                << mode;
  }
  if (!HasFailure()) std::filesystem::remove_all(folder.path);
}

INSTANTIATE_TEST_SUITE_P(Lab, Experiments, testing::ValuesIn(runs()), name_of);

TEST(BuiltInExperiments, AllOfRfc8867AreAmongThem) {
  for (const char* number : {"5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8"}) {
    EXPECT_TRUE(find_experiments(std::string("rfc8867-") + number)) << number;
  }
  EXPECT_GT(chosen().size(), 15U);
}

}  // namespace
}  // namespace counterpoint
