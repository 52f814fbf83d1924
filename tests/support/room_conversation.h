// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "media/audio/processing/voice_processor.h"
#include "tests/support/simulated_room.h"

namespace counterpoint {

inline constexpr double kConversationSeconds = 28;
inline constexpr double kDoubleTalk = 20;  ///< Seconds; from then on somebody here talks too.

/// The result of a conversation in a room.
struct EchoOutcome {
  double early_db = 0;   ///< The echo is lowered by so much between 1 and 3 s.
  double late_db = 0;    ///< The echo is lowered by so much from 10 s on.
  double near_db = 0;    ///< The near voice in double talk by the same without echo.
  double mended_db = 0;  ///< The echo is lowered by so much between 1.5 and 3 s after the jump.
};

/// Far and near voice in a room; the near one begins late, unless the room's delay jumps.
inline EchoOutcome converse(const SimulatedRoom& room) {
  Signal far = voice_signal(room.seed * 7 + 1, kConversationSeconds);
  bring_to(far, -20);
  const Signal echo = room.echo(far);
  Signal near = voice_signal(room.seed * 7 + 2, kConversationSeconds);
  bring_to(near, level_db(echo) - 6);
  const bool jumps = room.jump_at < kConversationSeconds;
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (jumps || i < static_cast<std::size_t>(kDoubleTalk * kAudioSampleRate)) near[i] = 0;
  }
  const Signal noise = noise_signal(room.seed * 7 + 3, kConversationSeconds, -70);
  Signal alone = noise;
  Signal both = noise;
  for (std::size_t i = 0; i < both.size(); ++i) {
    alone[i] += near[i];
    both[i] += near[i] + echo[i];
  }
  VoiceProcessor processor({.control_gain = false});
  const Signal heard = room.run(processor, far, both);
  VoiceProcessor unspoken({.control_gain = false});
  const Signal wanted = room.run(unspoken, Signal(far.size()), alone);
  const auto lowered = [&](double from, double to) {
    return level_db(part(both, from, to)) - level_db(part(heard, from, to));
  };
  EchoOutcome outcome;
  outcome.early_db = lowered(1, 3);
  outcome.late_db = lowered(10, kDoubleTalk - 0.1);
  // The part of the voice that is still in what is sent, by projection.
  double product = 0;
  double square = 0;
  const std::span<const float> sent = part(heard, kDoubleTalk, kConversationSeconds - 0.1);
  const std::span<const float> voice = part(wanted, kDoubleTalk, kConversationSeconds - 0.1);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    product += static_cast<double>(sent[i]) * voice[i];
    square += static_cast<double>(voice[i]) * voice[i];
  }
  if (!jumps) outcome.near_db = 20 * std::log10(std::max(product / square, 1e-9));
  if (jumps) outcome.mended_db = lowered(room.jump_at + 1.5, room.jump_at + 3);
  return outcome;
}

}  // namespace counterpoint
