// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string_view>

#include "net/emulation/capacity_trace.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

void check(const DeliveryTrace& trace) {
  FUZZ_CHECK(trace.length() > Duration::zero() && std::ranges::is_sorted(trace.at));
  DeliverySchedule schedule(trace);
  schedule.begin(Timestamp(1000s));
  Timestamp at(1000s);
  for (int i = 0; i < 100; ++i) {
    const Timestamp left = schedule.serve(DataSize::bytes(i * 40), at);
    FUZZ_CHECK(left >= at);
    at = left + 7ms * (i % 3);
  }
}

void check(std::string_view text) {
  const Result<RecordedCapacity> recorded = parse_capacity_trace(text);
  if (!recorded) {
    FUZZ_CHECK(!recorded.error().message.empty());
    return;
  }
  if (const auto* opportunities = std::get_if<DeliveryTrace>(&*recorded)) return check(*opportunities);
  const auto* const trace = std::get_if<CapacityTrace>(&*recorded);
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
