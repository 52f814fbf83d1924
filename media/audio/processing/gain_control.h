// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace counterpoint {

/// Brings voices to one level, by a gain that follows the level of speech alone, and never clips.
class GainControl {
 public:
  struct Config {
    double target_db = -20;   ///< Decibels of full scale: root mean square of speech without its pauses.
    double max_gain_db = 30;  ///< More would lift what is no voice.
    double min_gain_db = -20;
  };

  explicit GainControl(const Config& config) : config_(config) {}

  /// `voice` says whether these samples, 5 to 20 ms, have the voice of somebody here.
  void process(std::span<float> samples, bool voice);

 private:
  Config config_;
  double weight_ = 0;  ///< Seconds of speech in the level, at most kMemory.
  double level_ = 0;   ///< Mean square of speech.
  double gain_ = 1;
};

}  // namespace counterpoint
