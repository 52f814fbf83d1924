// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "core/adaptation/mode/path_estimate.h"
#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Holds packets of video back, beside the pacing rate. The default holds nothing back.
struct DepartureGate {
  bool closed = false;           ///< None may leave.
  std::optional<DataSize> room;  ///< Bytes that may still leave now.
  Duration min_gap{};
};

/// Decides from an estimate when packets of video may leave.
struct GateKind {
  std::string_view name;
  std::string_view summary;
  DepartureGate (*at)(const PathEstimate& estimate, DataSize in_flight);
};

extern const GateKind kPacerGate;       ///< The pacing rate alone.
extern const GateKind kWindowGate;      ///< PathEstimate::window.
extern const GateKind kPacketGapGate;   ///< PathEstimate::packet_gap.
extern const GateKind kByteBudgetGate;  ///< PathEstimate::budget.

}  // namespace counterpoint
