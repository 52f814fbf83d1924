// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/mode/gate.h"

#include <algorithm>

namespace counterpoint {
namespace {

DepartureGate pacer(const PathEstimate& estimate, DataSize) { return {.closed = estimate.video_pauses}; }

DepartureGate window(const PathEstimate& estimate, DataSize in_flight) {
  DepartureGate gate{.closed = estimate.video_pauses};
  // With nothing in flight, nothing would ever open the gate again.
  if (estimate.window && in_flight > DataSize()) gate.room = std::max(DataSize(), *estimate.window - in_flight);
  return gate;
}

DepartureGate packet_gap(const PathEstimate& estimate, DataSize) {
  return {.closed = estimate.video_pauses, .min_gap = estimate.packet_gap.value_or(Duration::zero())};
}

DepartureGate byte_budget(const PathEstimate& estimate, DataSize) {
  return {.closed = estimate.video_pauses, .room = estimate.budget};
}

}  // namespace

const GateKind kPacerGate = {.name = "pacer", .summary = "spreads frames over time, at the rate", .at = pacer};
const GateKind kWindowGate = {.name = "window", .summary = "so much may be in flight", .at = window};
const GateKind kPacketGapGate = {.name = "packet-gap", .summary = "a least time between packets", .at = packet_gap};
const GateKind kByteBudgetGate = {.name = "byte-budget", .summary = "so much in each interval", .at = byte_budget};

}  // namespace counterpoint
