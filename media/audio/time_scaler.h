// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/model/stereo.h"

namespace counterpoint {

/// Makes a piece of audio a little shorter or longer without changing its pitch: one pitch period is removed or
/// repeated and the seam cross-faded (synchronised overlap and add).
///
/// 1. The first and last samples stay what they were, so pieces still fit to their neighbours.
/// 2. Loud audio without a pitch to hide the seam in is returned unchanged, unless forced.
/// 3. The mid of stereo decides where the seam is, so that both channels stay together.
/// 4. Each piece stands alone; the cost of a piece of 960 samples is well under a millisecond.
class TimeScaler {
 public:
  struct Config {
    /// 1 to 15 ms, the range of pitch periods looked for. Default: 67 to 400 Hz, the human voice.
    Duration min_period = 2500us;
    Duration max_period = 15ms;
    /// 0 to 1: the normalised correlation of two neighbouring periods that hides a seam.
    double min_correlation = 0.85;
    /// 0 to 1: RMS below which a seam is not heard anyway (-50 dBFS).
    double quiet_rms = 0.003;
  };

  explicit TimeScaler(const Config& config) : config_(config) {}
  TimeScaler() : TimeScaler(Config{}) {}

  /// `audio` with one period of at most `longest` fewer; the same when it is too short for two periods or (not
  /// `forced`) not fit for it.
  [[nodiscard]] AudioPiece shorten(const AudioPiece& audio, bool forced = false,
                                   Duration longest = Duration::max()) const;
  /// `audio` with one period more; the same under the same conditions.
  [[nodiscard]] AudioPiece lengthen(const AudioPiece& audio, bool forced = false) const;

 private:
  struct Seam {
    std::size_t at;      ///< Start of the first of two similar periods.
    std::size_t period;  ///< Its length in samples.
    std::size_t fade;    ///< Length of the cross-fade.
  };
  struct Match {
    std::size_t period;
    double likeness;
  };
  [[nodiscard]] static Seam seam_of(std::size_t period, std::size_t size);
  [[nodiscard]] static Match best_match(std::span<const float> audio, std::size_t shortest, std::size_t longest);
  [[nodiscard]] static std::vector<float> shorten(std::span<const float> channel, const Seam& seam);
  [[nodiscard]] static std::vector<float> lengthen(std::span<const float> channel, const Seam& seam);
  [[nodiscard]] std::optional<Seam> find_seam(std::span<const float> audio, bool forced, Duration longest) const;

  Config config_;
};

}  // namespace counterpoint
