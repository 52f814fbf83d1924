// SPDX-License-Identifier: GPL-3.0-or-later
// Modes `gcc` and `tfrc` on a path whose capacity changes (RFC 8867, 5.1), beside TCP (5.6), and with random loss.
#include <gmock/gmock.h>

#include <string>

#include "app/lab/experiment/experiment_file.h"
#include "app/lab/levels.h"
#include "app/lab/levels/level.h"
#include "app/lab/metrics/metrics.h"
#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

using testing::AllOf;
using testing::Ge;
using testing::Le;

/// One run of an experiment's case, with one seed.
class ComparisonRun {
 public:
  ComparisonRun(const std::string& experiment, const std::string& mode, std::uint64_t seed) {
    const auto cases = find_experiments(experiment);
    if (!cases || cases->size() != 1) {
      ADD_FAILURE() << "no case " << experiment;
      return;
    }
    const TestFolder own;
    const RunFolder folder{own.path() / "run"};
    const auto ran = find_level("sim")->run(
        {.header = {.experiment = cases->front(), .mode = mode, .level = "sim", .seed = seed, .program = "test"},
         .folder = folder});
    EXPECT_TRUE(ran) << ran.error().message;
    auto record = read_run(folder);
    if (record) record_ = std::move(*record);
  }

  [[nodiscard]] double metric(const char* name, Duration from, Duration to) const {
    const auto value = find_metric(name)->compute(record_, 0, {.from = from, .to = to});
    EXPECT_TRUE(value) << name;
    return value.value_or(-1);
  }

 private:
  RunRecord record_;
};

class GccAndTfrc : public testing::TestWithParam<std::uint64_t> {};

TEST_P(GccAndTfrc, GccStartsByProbesKeepsTheQueueShortAndComesBackSlowly) {
  const ComparisonRun run("rfc8867-5.1/delay-50ms", "gcc", GetParam());
  EXPECT_THAT(run.metric("usable_utilisation", 0s, 100s), AllOf(Ge(80), Le(93)));
  EXPECT_GE(run.metric("throughput", 1s, 3s), 800) << "three and six times 300 kbit/s were probed";
  EXPECT_LE(run.metric("queueing_delay_p95", 5s, 40s), 50);
  EXPECT_LE(run.metric("throughput", 81s, 83s), 850) << "8 % a second, and not a new start";
  EXPECT_GE(run.metric("throughput", 50s, 60s), 1250);
  EXPECT_LE(run.metric("loss", 0s, 100s), 1.5);
}

TEST_P(GccAndTfrc, GccIsStarvedByTcpAndTfrcIsNot) {
  EXPECT_LE(ComparisonRun("rfc8867-5.6/queue-300ms", "gcc", GetParam()).metric("tcp_ratio", 30s, 119s), 0.3);
  EXPECT_THAT(ComparisonRun("rfc8867-5.6/queue-300ms", "tfrc", GetParam()).metric("tcp_ratio", 30s, 119s),
              AllOf(Ge(0.4), Le(2)));
}

TEST_P(GccAndTfrc, RandomLossOfTwoPercentIsTheQueuesForTfrcAlone) {
  EXPECT_GE(ComparisonRun("capacity-loss", "gcc", GetParam()).metric("usable_utilisation", 5s, 100s), 70);
  EXPECT_LE(ComparisonRun("capacity-loss", "tfrc", GetParam()).metric("usable_utilisation", 5s, 100s), 40);
}

INSTANTIATE_TEST_SUITE_P(Seeds, GccAndTfrc, testing::Values(1, 2));

}  // namespace
}  // namespace counterpoint
