// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/audio_device_factory.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <utility>

#include "media/audio/audio_file_input.h"
#include "media/audio/beep.h"
#include "media/audio/devices/clocked_device.h"
#include "media/audio/devices/sound_card_device.h"
#include "media/audio/devices/sound_cards.h"
#include "media/audio/generated_input.h"
#include "media/audio/test_voice.h"
#include "media/audio/wav_file_output.h"

namespace counterpoint {
namespace {

constexpr std::string_view kTonePrefix = "tone:";
constexpr double kLowestTone = 20;
constexpr double kHighestTone = 20'000;

bool looks_like_path(const std::string& name) {
  return name.starts_with("/") || name.starts_with("./") || name.starts_with("../") || name.ends_with(".wav");
}

Result<std::unique_ptr<AudioInput>> open_tone(const std::string& name) {
  double frequency = 0;
  const char* end = name.data() + name.size();
  const auto [rest, code] = std::from_chars(name.data() + kTonePrefix.size(), end, frequency);
  if (code != std::errc() || rest != end || !(frequency >= kLowestTone && frequency <= kHighestTone)) {
    return Error{ErrorKind::kInvalidArgument,
                 message("\"%1\" is not a tone; write its frequency in Hz, 20 to 20000, as in \"tone:440\"", name)};
  }
  return std::unique_ptr<AudioInput>(std::make_unique<ToneInput>(frequency));
}

/// The input that is not hardware; null when `name` means a microphone.
Result<std::unique_ptr<AudioInput>> open_input(const std::string& name) {
  std::error_code ignored;
  if (name.empty() || name == "default") return std::unique_ptr<AudioInput>();
  if (name == "none" || name == "silence") return std::unique_ptr<AudioInput>(std::make_unique<SilenceInput>());
  if (name == "voice") return std::unique_ptr<AudioInput>(std::make_unique<TestVoice>());
  if (name == "marks") return std::unique_ptr<AudioInput>(std::make_unique<BeepInput>());
  if (name.starts_with(kTonePrefix)) return open_tone(name);
  if (looks_like_path(name) || std::filesystem::exists(name, ignored)) return AudioFileInput::open(name);
  return std::unique_ptr<AudioInput>();
}

/// The output that is not hardware; null when `name` means a loudspeaker.
Result<std::unique_ptr<AudioOutput>> open_output(const std::string& name) {
  if (name == "none" || name == "silence") return std::unique_ptr<AudioOutput>(std::make_unique<NullOutput>());
  if (name.ends_with(".wav")) {
    auto file = WavFileOutput::create(name);
    if (!file) return file.error();
    return std::unique_ptr<AudioOutput>(std::move(file).value());
  }
  if (looks_like_path(name)) {
    return Error{ErrorKind::kInvalidArgument,
                 message("\"%1\" is no place for sound; give it a name that ends in .wav", name)};
  }
  return std::unique_ptr<AudioOutput>();
}

}  // namespace

Result<std::unique_ptr<AudioDevice>> open_audio_device(const AudioDeviceConfig& config,
                                                       std::function<Timestamp()> clock) {
  auto input = open_input(config.microphone);
  if (!input) return input.error();
  auto output = open_output(config.speaker);
  if (!output) return output.error();
  if (*input && *output) {
    return std::unique_ptr<AudioDevice>(
        std::make_unique<ClockedDevice>(std::move(input).value(), std::move(output).value()));
  }
  auto device = SoundCardDevice::open({.microphone = config.microphone,
                                       .speaker = config.speaker,
                                       .input = std::move(input).value(),
                                       .output = std::move(output).value()},
                                      std::move(clock));
  if (!device) return device.error();
  return std::unique_ptr<AudioDevice>(std::move(device).value());
}

std::vector<DeviceInfo> list_devices() {
  std::vector<DeviceInfo> devices = list_video_devices();
  const auto found = find_sound_cards();
  for (const SoundCard& card : found ? found->cards : std::vector<SoundCard>()) {
    const bool capture = card.direction == AudioDirection::kCapture;
    devices.push_back({.kind = capture ? DeviceKind::kMicrophone : DeviceKind::kLoudspeaker,
                       .name = card.name,
                       .description = std::string(found->system == SoundSystem::kAlsa ? "ALSA" : "PulseAudio") +
                                      (capture ? " microphone" : " loudspeaker"),
                       .is_default = card.is_default});
  }
  const auto add = [&](DeviceKind kind, const char* name, const Message& description) {
    devices.push_back({.kind = kind, .name = name, .description = description});
  };
  add(DeviceKind::kAudioGenerator, "voice", message("generated babbling voice"));
  add(DeviceKind::kAudioGenerator, "tone:440", "sine of that many Hz");
  add(DeviceKind::kAudioGenerator, "marks", "a beep a second, in step with the flash of the test card");
  add(DeviceKind::kAudioGenerator, "silence", "no sound");
  return devices;
}

bool has_sound_card() {
  const auto found = find_sound_cards();
  if (!found) return true;
  const auto has_default = [&](AudioDirection direction) {
    return std::ranges::any_of(found->cards,
                               [&](const SoundCard& card) { return card.direction == direction && card.is_default; });
  };
  return has_default(AudioDirection::kCapture) && has_default(AudioDirection::kPlayback);
}

}  // namespace counterpoint
