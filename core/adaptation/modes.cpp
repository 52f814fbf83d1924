// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/adaptation/mode/mode.h"

namespace counterpoint {

// The table of modes, in the order in which people see them: one line for the constant in the mode's own file.
#define MODES(MODE)                \
  MODE(kTwoDimensionalMode)        \
  MODE(kTwoDimensionalClassicMode) \
  MODE(kOneDimensionalMode)        \
  MODE(kTcpCwndMode)               \
  MODE(kMpegTfrcpMode)             \
  MODE(kSsvpMode)                  \
  MODE(kOwdTrendMode)              \
  MODE(kScreamMode)                \
  MODE(kNadaMode)                  \
  MODE(kGccMode)                   \
  MODE(kTfrcMode)                  \
  MODE(kFixedMode)

#define DECLARE(mode) extern const Mode mode;
#define ENTRY(mode) mode,
MODES(DECLARE)

std::span<const Mode> modes() {
  static const std::array table = {MODES(ENTRY)};
  return table;
}

std::vector<Parameter> parameters_of(const Mode& mode) {
  std::vector<Parameter> all(mode.estimator->parameters.begin(), mode.estimator->parameters.end());
  all.insert(all.end(), mode.scaler->parameters.begin(), mode.scaler->parameters.end());
  return all;
}

const Mode* find_mode(std::string_view name) {
  const auto found = std::ranges::find(modes(), name, &Mode::name);
  return found == modes().end() ? nullptr : &*found;
}

}  // namespace counterpoint
