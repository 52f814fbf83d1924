// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/base/message.h"

namespace counterpoint {

/// Takes 48 kHz mono samples, clocked by whoever pushes. write() may touch files: never call it in an audio callback.
class AudioOutput {
 public:
  virtual ~AudioOutput() = default;
  virtual void write(std::span<const float> block) = 0;
  /// A text for people: "received.wav".
  [[nodiscard]] virtual Message description() const = 0;
};

/// Hears nothing.
class NullOutput final : public AudioOutput {
 public:
  void write(std::span<const float>) override {}
  [[nodiscard]] Message description() const override { return message("none"); }
};

}  // namespace counterpoint
