// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/base/time.h"

namespace counterpoint {

/// Makes audio louder or quieter.
///
/// 1. A change of the gain is blended over one piece of audio, so that nothing clicks.
/// 2. Both channels stay within [-1, 1]: a peak beyond that lowers the gain at once, which then rises again, so that
/// loud
///    speech is turned down rather than distorted.
/// 3. With a gain of 1, audio within [-1, 1] stays as it is.
class LimitedGain {
 public:
  struct Config {
    /// Time in which the gain rises again from nothing, > 0. A shorter one would be heard within single pitch periods
    /// (15 ms at most), a longer one would take away the syllables behind a peak.
    Duration recovery = 200ms;
  };

  explicit LimitedGain(const Config& config);
  LimitedGain() : LimitedGain(Config{}) {}

  /// `gain` is a factor, 0 or more; `side` is as long as `mid`.
  void apply(std::span<float> mid, std::span<float> side, float gain);

 private:
  float recovery_;       ///< The rise of reduction_ from one sample to the next.
  float gain_ = 1;       ///< At the end of the last piece.
  float reduction_ = 1;  ///< The part of the gain that peaks have left.
};

}  // namespace counterpoint
