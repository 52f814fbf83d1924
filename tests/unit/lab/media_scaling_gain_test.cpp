// SPDX-License-Identifier: GPL-3.0-or-later
// The gain of two-dimensional scaling over one-dimensional scaling on the same path (Nee 1997, 5).
#include <gtest/gtest.h>

#include <string>

#include "app/lab/experiment/experiment_file.h"
#include "app/lab/levels.h"
#include "app/lab/levels/level.h"
#include "app/lab/metrics/metrics.h"
#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

/// A mean of both ways of the conference, once it runs.
struct Conference {
  double frames_per_second = 0;
  double loss = 0;
  double audio_loss = 0;
  double queueing_delay = 0;
};

double mean_of(const RunRecord& run, const char* metric) {
  double sum = 0;
  for (const std::size_t flow : {0U, 1U}) {
    const auto value = find_metric(metric)->compute(run, flow, {.from = 30s, .to = run.header.experiment.duration});
    EXPECT_TRUE(value) << metric;
    sum += value.value_or(0);
  }
  return sum / 2;
}

Conference run(const std::string& experiment_case, const std::string& mode) {
  Conference conference;
  const auto cases = find_experiments("nee-1d-2d/" + experiment_case);
  if (!cases || cases->size() != 1) {
    ADD_FAILURE() << "no case " << experiment_case;
    return conference;
  }
  const TestFolder own;
  const RunFolder folder{own.path() / "run"};
  const auto ran = find_level("sim")->run(
      {.header = {.experiment = cases->front(), .mode = mode, .level = "sim", .program = "test"}, .folder = folder});
  EXPECT_TRUE(ran) << ran.error().message;
  const auto record = read_run(folder);
  if (!record) {
    ADD_FAILURE() << record.error().message;
    return conference;
  }
  return {.frames_per_second = mean_of(*record, "frames_per_second"),
          .loss = mean_of(*record, "loss"),
          .audio_loss = mean_of(*record, "audio_loss"),
          .queueing_delay = mean_of(*record, "queueing_delay_p95")};
}

class MediaScalingGain : public testing::TestWithParam<const char*> {};

TEST_P(MediaScalingGain, TwoDimensionsDeliverMoreFramesAtNoMoreLossAndLatency) {
  const Conference one = run(GetParam(), "1d");
  const Conference two = run(GetParam(), "2d-classic");
  EXPECT_GT(one.frames_per_second, 1);
  EXPECT_GE(two.frames_per_second, 1.25 * one.frames_per_second);
  EXPECT_LE(two.loss, one.loss + 0.4);
  EXPECT_LE(two.audio_loss, one.audio_loss + 0.8);
  // When bytes are short its steps are smaller, and so it stays at the queue's edge for longer.
  const bool bytes_are_short = std::string(GetParam()) == "bit-rate";
  EXPECT_LE(two.queueing_delay, one.queueing_delay + (bytes_are_short ? 120 : 20));
}

INSTANTIATE_TEST_SUITE_P(Nee1997, MediaScalingGain,
                         testing::Values("bit-rate", "packet-rate-95", "packet-rate", "packet-rate-110", "mixed"),
                         [](const auto& one) {
                           std::string name = one.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace counterpoint
