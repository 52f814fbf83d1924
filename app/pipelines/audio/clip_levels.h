// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace counterpoint {

/// How loud a clip's own audio is, and for whom.
struct ClipLevels {
  double volume = 1;    ///< 0 to 1, as a slider has it: samples are multiplied by its square, as ears hear steps.
  bool to_peer = true;  ///< The peer hears it.
  bool to_us = false;   ///< Our loudspeaker plays it too; from there it may reach the microphone.
  bool operator==(const ClipLevels&) const = default;
};

}  // namespace counterpoint
