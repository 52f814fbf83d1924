// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "media/audio/devices/sound_stream.h"

namespace counterpoint {

/// A server that speaks PulseAudio's protocol (PulseAudio, PipeWire), or the kernel where there is none.
enum class SoundSystem { kPulseAudio, kAlsa };

/// One direction of a sound card.
struct SoundCard {
  AudioDirection direction = AudioDirection::kCapture;
  std::string id;    ///< The sound system's own name.
  std::string name;  ///< People read it: "Built-in Audio Analog Stereo".
  bool is_default = false;
};

struct SoundCards {
  SoundSystem system = SoundSystem::kPulseAudio;
  std::vector<SoundCard> cards;
};

/// The sound cards there are; none is no error. kUnavailable: the sound system does not answer, which is known after a
/// second.
[[nodiscard]] Result<SoundCards> find_sound_cards();

/// A stream of the card `name`: "default" (or empty), which follows what the desktop chooses, a card's name or id, or
/// a part of one in any case. kUnavailable: there is none (the message lists those there are), or as
/// find_sound_cards(). `latency` is what the sound system is asked to buffer. `found` is set to the card's name.
[[nodiscard]] Result<std::unique_ptr<SoundStream>> open_sound_stream(const std::string& name, AudioDirection direction,
                                                                     Duration latency, SoundStream::Handler handler,
                                                                     std::string& found);

}  // namespace counterpoint
