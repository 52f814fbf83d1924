// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/audio_format.h"

namespace counterpoint {

/// The same as AudioInput (media/audio/audio_input.h), with two channels.
class StereoInput {
 public:
  virtual ~StereoInput() = default;
  /// Replaces samples and side of `block` by the next ones.
  virtual void read(AudioBlock& block) = 0;
};

}  // namespace counterpoint
