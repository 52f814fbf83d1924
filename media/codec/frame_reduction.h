// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/operating_point.h"

namespace counterpoint {

/// Reduction of the coded resolution below that of the operating point: some content does not fit into the rate even at
/// the coarsest quantiser, and only the encoder sees that.
///
/// 1. Ask it for the size of each frame, and tell it what became of it. It steps down when frames exceed the rate at a
///    coarse quantiser for seconds, and up again after some seconds at a fine one. A rate that falls for a moment, for
///    a queue to drain, is no reason: then frames are coarse, and too large ones make others be left out.
/// 2. A key frame does not count: the encoder bounds it, by step_down() where it would take too long to send.
/// 3. It goes no further down than min_picture_area(), and begins anew with another size.
class FrameReduction {
 public:
  struct Config {
    /// 20 ms to 1 s of the rate by which the frames of about a second have to exceed it. Default: a tenth is what a
    /// second may be off by.
    Duration excess = 100ms;
    /// 1 to 10 s of such frames before a step down, which costs a key frame in VP8. Default: longer than a drain.
    Duration patience = 3s;
    /// 1 to 60 s at a fine quantiser before a step up, which costs a key frame in VP8. Doubled each time that a step up
    /// is taken back, up to a minute.
    Duration trial = 5s;
    /// 100 ms to 2 s at the sustained rate, which a key frame may take to send. Default: this is seen as a short stop,
    /// and a smaller picture would be seen for longer.
    Duration max_key_frame = 500ms;
    /// The same of text. Default: text that became smaller cannot be read for the whole of a trial.
    Duration max_key_frame_of_text = 1s;
    /// Quantiser (libvpx's 0 to 63) from which on nothing more can be saved.
    int coarse_quantizer = 60;
    /// Up to here a step up leaves it below the coarse one: 2.3 times the samples cost some 15 steps.
    int fine_quantizer = 45;
  };
  FrameReduction() : FrameReduction(Config{}) {}
  explicit FrameReduction(const Config& config) : config_(config), trial_(config.trial) {}

  /// The size for the next frame, at `point`, which would have `size`.
  [[nodiscard]] Resolution reduce(Resolution size, const OperatingPoint& point);
  /// False when nothing smaller is left.
  bool step_down();
  /// Tells whether the next frames are of text.
  void set_text(bool text) { text_ = text; }
  /// A key frame that came to `made`, coarse as it is, may be sent.
  [[nodiscard]] bool accepts_key_frame(DataSize made) const {
    return made / sustained_ <= (text_ ? config_.max_key_frame_of_text : config_.max_key_frame);
  }
  /// `made` is what a frame at `point` came to, `quantizer` what it was coded with (0 to 63).
  void handle_frame(DataSize made, bool key_frame, int quantizer, const OperatingPoint& point);

 private:
  static constexpr Duration kMaxTrial = 60s;

  [[nodiscard]] Resolution reduced(int step) const;

  Config config_;
  bool text_ = false;
  Resolution size_;     ///< The size that is reduced.
  DataRate sustained_;  ///< Mean rate of the points.
  int step_ = 0;
  Duration excess_{};              ///< The excess of about the last second, in time at the rate.
  Duration coarse_for_{};          ///< Frames at a coarse quantiser with an excess, less the others.
  Duration fine_for_{};            ///< Frames at a fine quantiser, in a row.
  Duration since_up_ = kMaxTrial;  ///< Time since the last step up.
  Duration trial_;
};

}  // namespace counterpoint
