// SPDX-License-Identifier: GPL-3.0-or-later
#include <string_view>

#include "net/emulation/capacity_trace.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

void check(std::string_view text) {
  const Result<CapacityTrace> trace = parse_capacity_trace(text);
  if (!trace) {
    FUZZ_CHECK(!trace.error().message.empty());
    return;
  }
  FUZZ_CHECK(!trace->steps.empty() && trace->steps.front().at == Duration::zero());
  FUZZ_CHECK(trace->length > trace->steps.back().at);
  const Result<std::vector<PathStep>> steps = repeat_trace(*trace, 10min);
  if (!steps) return;
  FUZZ_CHECK(!steps->empty() && steps->size() <= kMaxPathSteps);
  for (std::size_t i = 1; i < steps->size(); ++i) FUZZ_CHECK((*steps)[i - 1].at < (*steps)[i].at);
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
