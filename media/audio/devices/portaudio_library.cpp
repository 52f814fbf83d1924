// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/portaudio_library.h"

#include <dlfcn.h>
#include <portaudio.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <optional>
#include <utility>

#include "media/audio/devices/portaudio_device.h"

namespace counterpoint {
namespace {

/// Pa_Initialize() and Pa_Terminate() count their calls, but not safely from two threads.
std::timed_mutex& library_mutex() {
  static std::timed_mutex mutex;
  return mutex;
}

void ignore_jack(const char*) {}
void ignore_alsa(const char*, int, const char*, int, const char*, ...) {}

/// Calls `setter(handler)` if the program has loaded a library that has it; PortAudio decides which ones it loads.
template <typename Handler>
void set_handler(const char* setter, Handler handler) {
  // Casting what dlsym() gives to a function is what POSIX means it for.
  if (void* symbol = ::dlsym(RTLD_DEFAULT, setter)) reinterpret_cast<void (*)(Handler)>(symbol)(handler);
}

void silence_sound_systems() {
  set_handler("jack_set_error_function", &ignore_jack);
  set_handler("jack_set_info_function", &ignore_jack);
  set_handler("snd_lib_error_set_handler", &ignore_alsa);
}

int channels(const PaDeviceInfo& device, AudioDirection direction) {
  return direction == AudioDirection::kCapture ? device.maxInputChannels : device.maxOutputChannels;
}

int default_device(AudioDirection direction) {
  return direction == AudioDirection::kCapture ? Pa_GetDefaultInputDevice() : Pa_GetDefaultOutputDevice();
}

std::string in_lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

template <typename Matches>
std::optional<int> find_if(AudioDirection direction, Matches matches) {
  for (int i = 0; i < Pa_GetDeviceCount(); ++i) {
    const PaDeviceInfo& device = *Pa_GetDeviceInfo(i);
    if (channels(device, direction) > 0 && matches(std::string(device.name))) return i;
  }
  return std::nullopt;
}

Error no_such_device(const std::string& name, AudioDirection direction) {
  const bool capture = direction == AudioDirection::kCapture;
  std::string there_are;
  find_if(direction, [&](const std::string& other) {
    there_are += (there_are.empty() ? "\"" : ", \"") + other + "\"";
    return false;
  });
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

}  // namespace

Result<std::unique_ptr<PortAudioLibrary>> PortAudioLibrary::load() {
  const auto lock = PortAudioLibrary::lock();
  silence_sound_systems();
  const PaError code = Pa_Initialize();
  if (code != paNoError) {
    return Error{ErrorKind::kUnavailable,
                 message("The sound system does not start: %1; choose \"voice\" and \"none\" to go on without",
                         Message(portaudio_error_text(code)))};
  }
  return std::unique_ptr<PortAudioLibrary>(new PortAudioLibrary);
}

PortAudioLibrary::~PortAudioLibrary() {
  const auto lock = PortAudioLibrary::lock();
  Pa_Terminate();
}

std::unique_lock<std::timed_mutex> PortAudioLibrary::lock() {
  constexpr std::chrono::seconds kPatience(1);
  return std::unique_lock(library_mutex(), kPatience);
}

Result<int> PortAudioLibrary::find_device(const std::string& name, AudioDirection direction) const {
  if (name.empty() || name == "default") {
    const int device = default_device(direction);
    if (device == paNoDevice) return no_such_device("default", direction);
    return device;
  }
  if (const auto exact = find_if(direction, [&](const std::string& other) { return other == name; })) return *exact;
  const std::string part = in_lower_case(name);
  const auto found = find_if(
      direction, [&](const std::string& other) { return in_lower_case(other).find(part) != std::string::npos; });
  if (!found) return no_such_device(name, direction);
  return *found;
}

std::string portaudio_error_text(int code) {
  const PaHostErrorInfo* host = Pa_GetLastHostErrorInfo();
  if (code == paUnanticipatedHostError && host != nullptr && host->errorText != nullptr && *host->errorText != '\0') {
    return host->errorText;
  }
  return Pa_GetErrorText(code);
}

std::vector<DeviceInfo> list_sound_cards() {
  const auto library = PortAudioLibrary::load();
  if (!library) return {};
  std::vector<DeviceInfo> found;
  for (const AudioDirection direction : {AudioDirection::kCapture, AudioDirection::kPlayback}) {
    const bool capture = direction == AudioDirection::kCapture;
    for (int i = 0; i < Pa_GetDeviceCount(); ++i) {
      const PaDeviceInfo& device = *Pa_GetDeviceInfo(i);
      if (channels(device, direction) == 0) continue;
      found.push_back({.kind = capture ? DeviceKind::kMicrophone : DeviceKind::kLoudspeaker,
                       .name = device.name,
                       .description = std::string(Pa_GetHostApiInfo(device.hostApi)->name) +
                                      (capture ? " microphone" : " loudspeaker"),
                       .is_default = i == default_device(direction)});
    }
  }
  return found;
}

}  // namespace counterpoint
