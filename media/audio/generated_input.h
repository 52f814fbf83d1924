// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "media/audio/audio_input.h"

namespace counterpoint {

/// No audio at all.
class SilenceInput final : public AudioInput {
 public:
  void read(std::span<float> block) override;
  [[nodiscard]] Message description() const override { return message("silence"); }
};

/// A sine that never breaks.
class ToneInput final : public AudioInput {
 public:
  /// `frequency` in Hz, 20 to 20000; `amplitude` 0 to 1.
  explicit ToneInput(double frequency, double amplitude = 0.25);
  void read(std::span<float> block) override;
  [[nodiscard]] Message description() const override;

 private:
  double frequency_;
  double amplitude_;
  double phase_ = 0;  ///< In cycles, 0 to 1.
};

}  // namespace counterpoint
