// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/base/message.h"

namespace counterpoint {

/// An endless stream of 48 kHz mono samples in [-1, 1], clocked by the reader: a file in memory or a generator.
///
/// 1. read() is fit for an audio callback: it takes no lock, allocates nothing and touches no file.
/// 2. Input with an end starts again there.
class AudioInput {
 public:
  virtual ~AudioInput() = default;
  /// Fills all of `block` with the next samples.
  virtual void read(std::span<float> block) = 0;
  /// A text for people: "voice.wav".
  [[nodiscard]] virtual Message description() const = 0;
};

}  // namespace counterpoint
