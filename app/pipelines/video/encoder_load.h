// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include "core/base/time.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// The work that is done for each frame: all that the call asks for, or less where the computer is too slow for it.
struct EncoderEffort {
  bool fast = false;          ///< The encoder searches less.
  std::size_t size_step = 0;  ///< Pictures are at most this part of the largest size: see kPictureSixteenths.
  bool operator==(const EncoderEffort&) const = default;
};

/// Chooses the effort by the time that coding takes, as a part of the time that there is for a frame.
///
/// 1. Nothing else counts. In virtual time coding takes none, so that all effort is made. A camera that gives fewer
///    frames than are asked for leaves more time for each.
/// 2. It takes a step down after `patience` above `high`: first the faster search, then smaller pictures, though none
///    below kSmallPicture.
/// 3. It takes a step up after a trial in which the step before would have stayed below `low`, with pictures as large
/// as
///    the camera and that step allow, though the path may leave smaller ones now. The trial doubles each time that a
///    step up is taken back within kMaxTrial.
class EncoderLoad {
 public:
  struct Config {
    /// Part of the time, above `low` and below 1. Default: from 0.85 on a busier moment costs frames (QualityConfig).
    double high = 0.75;
    /// Part of the time, above 0. Default: pictures that are half as hard again to code are no reason to go back.
    double low = 0.5;
    /// 1 to 10 s. Default: longer than a key frame, or another program's start, is felt.
    Duration patience = 2s;
    /// 1 s to kMaxTrial. Default: a new size costs a key frame in VP8, and is seen.
    Duration trial = 10s;
  };
  /// A frame that was coded.
  struct Frame {
    Timestamp at{};  ///< The time at which it was ready; increasing.
    Duration took{};
    Duration interval{};                ///< The time that there was for it, > 0.
    Resolution captured;                ///< The size that the camera gave.
    Resolution coded;                   ///< The size that it was coded with.
    Resolution largest;                 ///< The largest size of the call.
    std::optional<double> fast_search;  ///< VideoEncoder::fast_search_time() of its encoder.
  };

  EncoderLoad() : EncoderLoad(Config{}) {}
  explicit EncoderLoad(const Config& config) : config_(config), trial_(config.trial) {}

  /// True when effort() changes.
  [[nodiscard]] bool handle_frame(const Frame& frame);
  [[nodiscard]] const EncoderEffort& effort() const { return effort_; }
  /// Part of the time that coding took of late, 0 and more; after a step the one that is expected.
  [[nodiscard]] double load() const { return load_; }

 private:
  [[nodiscard]] bool step_down(const Frame& frame);
  void step_up(const Frame& frame);
  /// The load one step up, in times of the present one: 1 and more.
  [[nodiscard]] double cost_of_step_up(const Frame& frame) const;

  static constexpr Duration kMaxTrial = 2min;

  Config config_;
  EncoderEffort effort_;
  double load_ = 0;
  Duration high_for_{};
  Duration low_for_{};
  Duration trial_;
  std::optional<Timestamp> coded_at_;  ///< The last frame.
  std::optional<Duration> since_up_;   ///< Nothing once a step down has followed.
};

}  // namespace counterpoint
