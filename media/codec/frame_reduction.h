// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/operating_point.h"

namespace counterpoint {

/// Reduction of the coded resolution below that of the operating point: some content does not fit into the rate even at
/// the coarsest quantiser, and only the encoder sees that.
///
/// 1. Tell it of each frame. It steps down when frames exceed the rate at a coarse quantiser, and up again after some
///    seconds at a fine one.
/// 2. A key frame does not count: the encoder bounds it, by step_down() if need be.
class FrameReduction {
 public:
  struct Config {
    /// 20 ms to 1 s of the rate that may be exceeded before a step down. Default: a tenth of a second is what a second
    /// may be off by.
    Duration patience = 100ms;
    /// 1 to 60 s at a fine quantiser before a step up, which costs a key frame in VP8. Doubled each time that a step up
    /// is taken back, up to a minute.
    Duration trial = 5s;
    /// Quantiser (libvpx's 0 to 63) from which on nothing more can be saved.
    int coarse_quantizer = 60;
    /// Up to here a step up leaves it below the coarse one: 2.3 times the samples cost some 15 steps.
    int fine_quantizer = 45;
  };
  FrameReduction() : FrameReduction(Config{}) {}
  explicit FrameReduction(const Config& config) : config_(config), trial_(config.trial) {}

  /// The size for a frame that would have `size`.
  [[nodiscard]] Resolution reduce(Resolution size) const;
  /// False when nothing smaller is left.
  bool step_down();
  /// `made` is what a frame at `point` came to, `quantizer` what it was coded with (0 to 63).
  void handle_frame(DataSize made, bool key_frame, int quantizer, const OperatingPoint& point);

 private:
  static constexpr Duration kMaxTrial = 60s;

  Config config_;
  int step_ = 0;
  Duration excess_{};              ///< In time at the rate.
  Duration fine_for_{};            ///< Frames at a fine quantiser, in a row.
  Duration since_up_ = kMaxTrial;  ///< Since the last step up.
  Duration trial_;
};

}  // namespace counterpoint
