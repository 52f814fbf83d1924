// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "app/lab/record/run_record.h"

namespace counterpoint {

/// Makes runs by hand: one link "bottleneck" at first, and packets as they are given.
class RunBuilder {
 public:
  explicit RunBuilder(Duration duration, const std::string& forward = "rate=1M,delay=50ms") {
    Experiment& experiment = run_.header.experiment;
    experiment.name = "by-hand";
    experiment.duration = duration;
    run_.header.mode = "fixed";
    run_.header.level = "sim";
    add_link(forward);
  }

  RunBuilder& add_link(const std::string& forward) {
    run_.header.experiment.links.push_back(
        {.name = "link", .forward = *parse_path_config(forward), .backward = *parse_path_config("delay=50ms")});
    return *this;
  }
  /// Over the first link, from start to end.
  LabFlow& add_flow(const std::string& name, decltype(LabFlow::load) load) {
    LabFlow flow{.name = name, .links = {0}, .stop = run_.header.experiment.duration, .load = std::move(load)};
    run_.header.experiment.flows.push_back(std::move(flow));
    run_.senders.emplace_back();
    run_.receivers.emplace_back();
    run_.pictures.emplace_back();
    run_.looks.emplace_back();
    return run_.header.experiment.flows.back();
  }
  /// `per_second` packets of 1250 bytes (10 kbit) in each second of `span`, the first at its beginning.
  RunBuilder& send(std::uint32_t flow, const LabSpan& span, std::int64_t per_second, Duration queued = 0ms,
                   PathRecord::Fate fate = PathRecord::Fate::kCarried) {
    for (std::int64_t i = 0; span.from + Duration(1s) * i / per_second < span.to; ++i) {
      run_.packets.push_back({.at = span.from + Duration(1s) * i / per_second,
                              .flow = flow,
                              .backward = run_.header.experiment.flows[flow].backward,
                              .wire_size = DataSize::bytes(1250),
                              .queued = queued,
                              .fate = fate});
    }
    return *this;
  }
  RunBuilder& expect(Expectation expectation) {
    if (expectation.span.to == Duration::zero()) expectation.span.to = run_.header.experiment.duration;
    run_.header.experiment.expectations.push_back(std::move(expectation));
    return *this;
  }

  [[nodiscard]] RunRecord& run() {
    std::stable_sort(run_.packets.begin(), run_.packets.end(),
                     [](const PacketOutcome& a, const PacketOutcome& b) { return a.at < b.at; });
    return run_;
  }

 private:
  RunRecord run_;
};

}  // namespace counterpoint
