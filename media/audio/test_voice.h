// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "core/base/rng.h"
#include "media/audio/audio_input.h"

namespace counterpoint {

/// A voice that babbles: syllables, phrases and pauses with the rhythm, pitch and spectrum of speech, made by a formant
/// synthesiser (glottal pulses through a cascade of resonators, D. Klatt, JASA 67(3), 1980). The same seed always says
/// the same.
class TestVoice final : public AudioInput {
 public:
  explicit TestVoice(std::uint64_t seed = 1);
  void read(std::span<float> block) override;
  [[nodiscard]] Message description() const override { return message("test voice"); }

 private:
  static constexpr std::size_t kFormants = 4;
  /// Two poles with unit gain at 0 Hz: y = a x + b y1 + c y2.
  struct Resonator {
    double a = 1, b = 0, c = 0, y1 = 0, y2 = 0;
    void tune(double frequency, double bandwidth);
    double filter(double x);
  };
  void next_syllable();
  void control();
  double glottal_pulse();
  float next_sample();

  Rng rng_;
  std::array<Resonator, kFormants> resonators_;
  std::array<double, kFormants> formants_{};  ///< Hz, gliding towards the vowel's.
  std::size_t vowel_ = 0;
  int syllables_left_ = 0;     ///< In this phrase.
  std::int64_t position_ = 0;  ///< Samples into this syllable or pause.
  std::int64_t length_ = 0;    ///< Samples in this syllable or pause.
  std::int64_t onset_ = 0;     ///< Samples of consonant before the vowel.
  bool pause_ = false;
  bool hiss_ = false;        ///< True for a fricative; false for a stop (silence).
  double base_pitch_ = 120;  ///< Hz at this place in the phrase.
  double phase_ = 0;         ///< Phase of the glottal cycle, 0 to 1.
  double voicing_ = 0;       ///< Loudness of the glottal source, gliding.
  double last_noise_ = 0;
};

}  // namespace counterpoint
