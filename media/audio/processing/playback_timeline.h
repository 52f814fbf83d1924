// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/model/audio_format.h"

namespace counterpoint {

/// Keeps what the loudspeaker played, to be read by the clock of the microphone.
///
/// The time stamps tell which played sample was heard when a captured one was taken. Two sound cards have two clocks,
/// so place and drift are followed by a Kalman filter of two states, and the samples are interpolated.
class PlaybackTimeline {
 public:
  using Samples = std::array<float, kAudioBlockSamples>;
  /// The audio that was heard while a block was captured.
  struct Reading {
    Samples samples{};
    bool known = false;  ///< Something was played at all.
  };

  PlaybackTimeline();
  void push(const AudioBlock& played);
  /// A device was exchanged: the clocks of the next blocks are others.
  void restart() { following_ = false; }
  /// Gives what was heard `shift` before the captured block that began at `captured_at`, which is later than the one
  /// before.
  [[nodiscard]] Reading read(Timestamp captured_at, Duration shift);
  /// Gives how much is known already of what will be heard after the last reading; negative if that reached too far.
  [[nodiscard]] Duration known_ahead() const;
  /// Rate of the loudspeaker's clock by the microphone's, less 1.
  [[nodiscard]] double drift() const { return drift_; }

 private:
  static constexpr std::size_t kCapacity = 1 << 17;  ///< Samples: 2.7 s.

  void follow(double measured);
  [[nodiscard]] float sample_at(double place) const;

  std::vector<float> samples_ = std::vector<float>(kCapacity);
  std::int64_t written_ = 0;  ///< Samples so far; sample n stands at n modulo kCapacity.
  Timestamp newest_{};        ///< The first sample of the last block is heard then.
  std::vector<float> kernel_;

  // The Kalman filter; places are in samples, drift is samples for a sample.
  bool following_ = false;
  double place_ = 0;
  double drift_ = 0;
  std::array<double, 3> covariance_{};  ///< The variance of place, the covariance, the variance of drift.
  double noise_ = 0;                    ///< Variance of the measured places.
  double read_to_ = 0;                  ///< The place at which the last reading ended.
};

}  // namespace counterpoint
