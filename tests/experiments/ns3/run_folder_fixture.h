// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "app/lab/levels/level.h"

namespace counterpoint {

/// Small experiments, and folders for their runs, which stay when the test fails.
class RunFolderFixture : public testing::Test {
 protected:
  using Run = Result<void> (*)(const RunRequest& request);

  RunFolderFixture() { std::filesystem::remove_all(root_); }
  ~RunFolderFixture() override {
    if (!HasFailure()) {
      std::filesystem::remove_all(root_);
    } else {
      std::printf("the runs of the test that failed: %s\n", root_.c_str());
    }
  }

  static PathConfig path(const std::string& text) {
    const Result<PathConfig> read = parse_path_config(text);
    EXPECT_TRUE(read) << read.error().message;
    return read ? *read : PathConfig{};
  }
  /// One link, `forward` one way and its delay alone the other.
  static Experiment dumbbell(const std::string& forward, Duration duration) {
    LabLink link{.name = "bottleneck", .forward = path(forward), .backward = {}};
    link.backward.delay = link.forward.delay;
    return {.name = "test", .title = "A test", .source = "", .duration = duration, .links = {link}};
  }
  /// A flow over all links, from start to end.
  template <typename Load>
  static LabFlow& add(Experiment& experiment, const std::string& name, const Load& load) {
    LabFlow flow{.name = name, .stop = experiment.duration, .load = load};
    for (std::size_t i = 0; i < experiment.links.size(); ++i) flow.links.push_back(i);
    return experiment.flows.emplace_back(std::move(flow));
  }

  RunRequest request(const Experiment& experiment, std::uint64_t seed = 1) {
    return {.header = {.experiment = experiment, .mode = "fixed", .level = "ns3", .seed = seed, .program = "test"},
            .folder = {root_ / std::to_string(++runs_)}};
  }
  RunFolder carry_out_in_folder(Run run, const Experiment& experiment, std::uint64_t seed = 1) {
    const RunRequest asked = request(experiment, seed);
    const Result<void> ran = run(asked);
    EXPECT_TRUE(ran) << ran.error().message;
    return asked.folder;
  }
  RunRecord carry_out(Run run, const Experiment& experiment) {
    Result<RunRecord> record = read_run(carry_out_in_folder(run, experiment));
    EXPECT_TRUE(record) << record.error().message;
    return record ? std::move(*record) : RunRecord{};
  }
  /// Names and contents of what is in a run's folder.
  static std::map<std::string, std::string> files(const RunFolder& folder) {
    std::map<std::string, std::string> found;
    for (const auto& file : std::filesystem::directory_iterator(folder.path)) {
      std::ostringstream text;
      text << std::ifstream(file.path(), std::ios::binary).rdbuf();
      found[file.path().filename()] = text.str();
    }
    return found;
  }

 private:
  static std::string test_name() {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    return std::string(test.test_suite_name()) + "-" + test.name();
  }

  std::filesystem::path root_ = std::filesystem::path(testing::TempDir()) / ("counterpoint-" + test_name());
  int runs_ = 0;
};

}  // namespace counterpoint
