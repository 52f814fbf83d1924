// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/model/audio_format.h"

namespace counterpoint {

/// Takes audio block by block, clocked by whoever pushes. write() may touch files: never call it in an audio callback.
class AudioOutput {
 public:
  virtual ~AudioOutput() = default;
  virtual void write(const AudioBlock& block) = 0;
  /// A text for people: "received.wav".
  [[nodiscard]] virtual Message description() const = 0;
};

/// Hears nothing.
class NullOutput final : public AudioOutput {
 public:
  void write(const AudioBlock&) override {}
  [[nodiscard]] Message description() const override { return message("none"); }
};

}  // namespace counterpoint
