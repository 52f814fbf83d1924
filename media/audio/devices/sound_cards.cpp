// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/sound_cards.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "media/audio/devices/alsa_cards.h"
#include "media/audio/devices/alsa_stream.h"
#include "media/audio/devices/pulse_cards.h"
#include "media/audio/devices/pulse_stream.h"

namespace counterpoint {
namespace {

std::string in_lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

Error no_such_card(const std::string& name, const std::vector<SoundCard>& cards, AudioDirection direction) {
  const bool capture = direction == AudioDirection::kCapture;
  std::string there_are;
  for (const SoundCard& card : cards) {
    if (card.direction == direction) there_are += (there_are.empty() ? "\"" : ", \"") + card.name + "\"";
  }
  const bool any = !there_are.empty();
  Message problem;
  if (capture && any) {
    problem = message("There is no microphone \"%1\"; choose \"voice\", \"none\" or a sound file, or one of %2", name,
                      there_are);
  } else if (capture) {
    problem = message("There is no microphone on this computer; choose \"voice\", \"none\" or a sound file instead");
  } else if (any) {
    problem = message("There is no loudspeaker \"%1\"; choose \"none\" or a .wav file, or one of %2", name, there_are);
  } else {
    problem = message("There is no loudspeaker on this computer; choose \"none\" or a .wav file instead");
  }
  return {ErrorKind::kUnavailable, std::move(problem)};
}

bool is_default_name(const std::string& name) { return name.empty() || name == "default"; }

const SoundCard* find_card(const std::vector<SoundCard>& cards, const std::string& name, AudioDirection direction) {
  const std::string part = in_lower_case(name);
  const auto first = [&](auto matches) -> const SoundCard* {
    const auto found = std::ranges::find_if(
        cards, [&](const SoundCard& card) { return card.direction == direction && matches(card); });
    return found == cards.end() ? nullptr : &*found;
  };
  if (is_default_name(name)) return first([](const SoundCard& card) { return card.is_default; });
  if (const SoundCard* card = first([&](const SoundCard& c) { return c.id == name || c.name == name; })) return card;
  return first([&](const SoundCard& card) {
    return in_lower_case(card.name).find(part) != std::string::npos ||
           in_lower_case(card.id).find(part) != std::string::npos;
  });
}

}  // namespace

Result<SoundCards> find_sound_cards() {
  auto served = list_pulse_cards();
  if (!served) return served.error();
  if (*served) return SoundCards{SoundSystem::kPulseAudio, std::move(**served)};
  auto cards = list_alsa_cards();
  if (!cards) return cards.error();
  return SoundCards{SoundSystem::kAlsa, std::move(*cards)};
}

Result<std::unique_ptr<SoundStream>> open_sound_stream(const std::string& name, AudioDirection direction,
                                                       Duration latency, SoundStream::Handler handler,
                                                       std::string& found) {
  const auto all = find_sound_cards();
  if (!all) return all.error();
  const SoundCard* card = find_card(all->cards, name, direction);
  if (card == nullptr) return no_such_card(name, all->cards, direction);
  found = card->name;
  if (all->system == SoundSystem::kPulseAudio) {
    // A stream that asks for no device is moved when the desktop chooses another one.
    const std::string id = is_default_name(name) ? std::string() : card->id;
    return std::unique_ptr<SoundStream>(std::make_unique<PulseStream>(id, direction, latency, std::move(handler)));
  }
  const std::string id = is_default_name(name) ? "default" : card->id;
  return std::unique_ptr<SoundStream>(std::make_unique<AlsaStream>(id, direction, latency, std::move(handler)));
}

}  // namespace counterpoint
