// SPDX-License-Identifier: GPL-3.0-or-later
// The audible mark: a short beep that a machine finds again after coding, loss and time scaling.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/time.h"
#include "media/audio/audio_input.h"

namespace counterpoint {

inline constexpr double kBeepFrequency = 2000;  ///< Hz; in the band that every speech codec keeps.
inline constexpr Duration kBeepDuration = 10ms;
inline constexpr Duration kBeepInterval = 1s;  ///< In step with the flash of media/capture/marks.h.

/// The audio source "marks": a beep at time 0 and each kBeepInterval after it, silence between.
class BeepInput final : public AudioInput {
 public:
  void read(std::span<float> block) override;
  [[nodiscard]] Message description() const override { return "marks"; }

 private:
  std::int64_t position_ = 0;  ///< In samples since the start of the last beep.
};

}  // namespace counterpoint
