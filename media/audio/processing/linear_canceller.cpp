// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/processing/linear_canceller.h"

#include <speex/speex_echo.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace counterpoint {
namespace {

using Integers = std::array<std::int16_t, kAudioBlockSamples>;
constexpr float kScale = 32768;

Integers to_integers(const LinearCanceller::Samples& samples) {
  Integers result{};
  std::ranges::transform(samples, result.begin(), [](float sample) {
    return static_cast<std::int16_t>(std::lrint(std::clamp(sample * kScale, -kScale, kScale - 1)));
  });
  return result;
}

}  // namespace

struct LinearCanceller::State {
  explicit State(Duration tail)
      : echo(speex_echo_state_init(static_cast<int>(kAudioBlockSamples),
                                   static_cast<int>(tail * kAudioSampleRate / Duration(1s)))) {
    int rate = kAudioSampleRate;
    speex_echo_ctl(echo, SPEEX_ECHO_SET_SAMPLING_RATE, &rate);
  }
  ~State() { speex_echo_state_destroy(echo); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  SpeexEchoState* echo;
};

LinearCanceller::LinearCanceller(Duration tail) : state_(std::make_unique<State>(tail)) {}

LinearCanceller::~LinearCanceller() = default;

LinearCanceller::Samples LinearCanceller::cancel(const Samples& captured, const Samples& played) {
  const Integers microphone = to_integers(captured);
  const Integers speaker = to_integers(played);
  Integers left{};
  speex_echo_cancellation(state_->echo, microphone.data(), speaker.data(), left.data());
  Samples result{};
  std::ranges::transform(left, result.begin(), [](std::int16_t sample) { return static_cast<float>(sample) / kScale; });
  return result;
}

void LinearCanceller::reset() { speex_echo_state_reset(state_->echo); }

}  // namespace counterpoint
