// SPDX-License-Identifier: GPL-3.0-or-later
// The input is an experiment. If it can be read, it is written out and read again: nothing has changed.
#include <string_view>

#include "app/lab/experiment/experiment_file.h"
#include "tests/fuzz/fuzz_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace counterpoint;
  // A folder that is not there: whatever an input calls a trace, no file of this machine is read.
  const std::filesystem::path nowhere = "/nowhere/at/all";
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find("trace") != std::string_view::npos) return 0;
  const auto experiments = parse_experiment(text, nowhere);
  if (!experiments) {
    FUZZ_CHECK(!experiments.error().message.empty());
    FUZZ_CHECK(experiments.error().message.text().find('\n') == std::string::npos);
    return 0;
  }
  FUZZ_CHECK(!experiments->empty());
  for (const Experiment& experiment : *experiments) {
    FUZZ_CHECK(!experiment.links.empty() && !experiment.flows.empty());
    for (const LabFlow& flow : experiment.flows) {
      FUZZ_CHECK(!flow.links.empty() && flow.start < flow.stop && flow.stop <= experiment.duration);
    }
    const auto again = parse_experiment(to_json(experiment), nowhere);
    FUZZ_CHECK(again.ok() && again->size() == 1 && again->front() == experiment);
  }
  return 0;
}
