// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>

#include "core/model/audio_format.h"

namespace counterpoint {

/// Takes out of a microphone's audio what a linear filter can make of the loudspeaker's: speexdsp's adaptive filter.
class LinearCanceller {
 public:
  using Samples = std::array<float, kAudioBlockSamples>;

  /// `tail`, 10 ms to 500 ms: how long the room is followed.
  explicit LinearCanceller(Duration tail);
  ~LinearCanceller();
  LinearCanceller(const LinearCanceller&) = delete;
  LinearCanceller& operator=(const LinearCanceller&) = delete;

  /// `played` is what was heard at the time of `captured`, or up to the tail before. It adds no delay.
  [[nodiscard]] Samples cancel(const Samples& captured, const Samples& played);
  /// Forgets the room.
  void reset();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace counterpoint
