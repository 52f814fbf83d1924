// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace counterpoint {

/// Takes 48 kHz mono samples, clocked by whoever pushes. write() may touch files: never call it in an audio callback.
class AudioOutput {
 public:
  virtual ~AudioOutput() = default;
  virtual void write(std::span<const float> block) = 0;
  /// For people: "received.wav".
  [[nodiscard]] virtual std::string description() const = 0;
};

/// Hears nothing.
class NullOutput final : public AudioOutput {
 public:
  void write(std::span<const float>) override {}
  [[nodiscard]] std::string description() const override { return "none"; }
};

}  // namespace counterpoint
