// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/adaptation/fixed/fixed_mode.h"
#include "core/adaptation/jacobs1998/tcp_cwnd.h"
#include "core/adaptation/latecki2004/two_stream_estimator.h"
#include "core/adaptation/mode/mode.h"
#include "core/adaptation/nee1997/frame_rate_ladder.h"
#include "core/adaptation/nee1997/loss_and_latency.h"
#include "core/adaptation/nee1997/recent_success.h"
#include "core/adaptation/papadimitriou2007/ssvp.h"
#include "core/adaptation/scaling/target_rate_scaler.h"
#include "core/adaptation/two_dimensional/available_rate_estimator.h"
#include "core/adaptation/wakamiya2001/tfrcp.h"

namespace counterpoint {
namespace {

const std::array kModes = {
    Mode{"2d", "follows one-way delays; the default", &kAvailableRate, &kTargetRate, &kWindowGate},
    Mode{"2d-classic", "smaller frames or fewer, by loss and latency (Nee 1997)", &kLossAndLatency, &kRecentSuccess,
         &kPacerGate},
    Mode{"1d", "more or fewer frames of one size, by loss and latency (Nee 1997)", &kLossAndLatency, &kFrameRateLadder,
         &kPacerGate},
    Mode{"tcp-cwnd", "shares the path as TCP does; a buffer in the sender", &kTcpCwnd, &kTargetRate, &kByteBudgetGate},
    Mode{"mpeg-tfrcp", "what TCP would get by its equation, for an interval of some seconds", &kTfrcp, &kTargetRate,
         &kByteBudgetGate},
    Mode{"ssvp", "spaces packets as TCP would on the whole, but more smoothly", &kSsvp, &kTargetRate, &kPacketGapGate},
    Mode{"owd-trend", "follows trends of the sound's one-way delay (Latecki 2004)", &kTwoStream, &kTargetRate,
         &kByteBudgetGate},
    Mode{"fixed", "the point that the user chose, whatever the path does", &kNoEstimate, &kFixedPoint, &kPacerGate},
};

}  // namespace

std::span<const Mode> modes() { return kModes; }

std::vector<Parameter> parameters_of(const Mode& mode) {
  std::vector<Parameter> all(mode.estimator->parameters.begin(), mode.estimator->parameters.end());
  all.insert(all.end(), mode.scaler->parameters.begin(), mode.scaler->parameters.end());
  return all;
}

const Mode* find_mode(std::string_view name) {
  const auto* const found = std::ranges::find(kModes, name, &Mode::name);
  return found == kModes.end() ? nullptr : found;
}

}  // namespace counterpoint
