// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/devices/audio_switch.h"

#include <algorithm>
#include <utility>

#include "app/devices/default_devices.h"
#include "core/settings/settings.h"
#include "media/audio/devices/portaudio_device.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

constexpr const char* kNothing = "none";

bool is_lost(const AudioDevice& device) {
  const auto* card = dynamic_cast<const PortAudioDevice*>(&device);
  return card != nullptr && card->lost();
}

const char* kind(bool captures) { return captures ? "microphone" : "loudspeaker"; }

/// "microphone: X, loudspeaker: Y", of which one is meant.
std::string part_of(const std::string& description, bool captures) {
  const std::size_t middle = description.find(", loudspeaker: ");
  if (middle == std::string::npos) return description;
  return captures ? description.substr(0, middle) : description.substr(middle + 2);
}

}  // namespace

Result<std::unique_ptr<AudioSwitch>> AudioSwitch::open(const AudioDeviceConfig& config, bool may_wait, Notice notice) {
  std::unique_ptr<AudioSwitch> result(new AudioSwitch(std::move(notice)));
  result->microphone_.wanted = config.microphone;
  result->speaker_.wanted = config.speaker;
  for (Half* half : {&result->microphone_, &result->speaker_}) {
    auto device = open_half(half->captures, half->wanted);
    if (device) {
      half->device = std::move(*device);
      half->opened = half->wanted;
      continue;
    }
    if (!may_wait) return device.error();
    half->device = std::move(*open_half(half->captures, kNothing));
    half->opened = kNothing;
    half->next_try = session_now() + kRetryInterval;
    result->notice_(device.error().message + "; silence stands in until it is there");
  }
  result->thread_ = std::thread([&self = *result] { self.run(); });
  return result;
}

AudioSwitch::~AudioSwitch() {
  {
    const std::lock_guard lock(mutex_);
    close_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

Result<std::unique_ptr<AudioDevice>> AudioSwitch::open_half(bool captures, const std::string& name) {
  std::string found = name;
  if (name == kAutomaticDevice) found = captures ? default_microphone() : default_speaker();
  return open_audio_device(
      {.microphone = captures ? found : std::string(kNothing), .speaker = captures ? std::string(kNothing) : found},
      session_now);
}

void AudioSwitch::choose(Half& half, const std::string& name) {
  {
    const std::lock_guard lock(mutex_);
    if (half.wanted == name) return;
    half.wanted = name;
    half.next_try = kNever;
    chosen_ = true;
  }
  changed_.notify_all();
}

Result<void> AudioSwitch::start(AudioCallback& callback, Timestamp now) {
  const std::lock_guard lock(mutex_);
  callback_ = &callback;
  for (Half* half : {&speaker_, &microphone_}) {
    half->callback.attach(&callback);
    if (Result<void> started = half->device->start(half->callback, now); !started) {
      speaker_.device->stop();
      callback_ = nullptr;
      return started;
    }
  }
  return {};
}

void AudioSwitch::stop() {
  const std::lock_guard lock(mutex_);
  microphone_.device->stop();
  speaker_.device->stop();
  callback_ = nullptr;
}

void AudioSwitch::poll(Timestamp now) {
  const std::lock_guard lock(mutex_);
  microphone_.device->poll(now);
  speaker_.device->poll(now);
}

Timestamp AudioSwitch::next_deadline() const {
  const std::lock_guard lock(mutex_);
  return std::min(microphone_.device->next_deadline(), speaker_.device->next_deadline());
}

std::string AudioSwitch::description() const {
  const std::lock_guard lock(mutex_);
  return part_of(microphone_.device->description(), true) + ", " + part_of(speaker_.device->description(), false);
}

void AudioSwitch::run() {
  std::unique_lock lock(mutex_);
  while (!close_) {
    changed_.wait_for(lock, std::chrono::nanoseconds(kWatchInterval), [this] { return close_ || chosen_; });
    chosen_ = false;
    lock.unlock();
    supervise(microphone_);
    supervise(speaker_);
    lock.lock();
  }
}

void AudioSwitch::supervise(Half& half) {
  std::unique_lock lock(mutex_);
  if (close_) return;
  const std::string wanted = half.wanted;
  if (half.opened == wanted && !is_lost(*half.device)) return;
  if (half.opened == wanted) {
    put_in(half, std::move(*open_half(half.captures, kNothing)), kNothing);
    // At once: the desktop may have another one to give.
    half.next_try = session_now();
    lock.unlock();
    notice_(std::string("the ") + kind(half.captures) + " was lost; silence stands in until it is back");
  } else if (half.next_try == kNever) {
    lock.unlock();
    reopen(half, wanted);
    return;
  } else {
    lock.unlock();
  }
  if (session_now() >= half.next_try) reopen(half, wanted);
}

void AudioSwitch::reopen(Half& half, const std::string& wanted) {
  std::unique_lock lock(mutex_);
  const bool was_lost = half.next_try != kNever;
  // Some sound cards can be open only once.
  if (half.opened != kNothing) put_in(half, std::move(*open_half(half.captures, kNothing)), kNothing);
  lock.unlock();
  auto device = open_half(half.captures, wanted);
  lock.lock();
  if (half.wanted != wanted) return;  // Something else is wanted meanwhile; run() comes back to it.
  if (!device) {
    half.next_try = session_now() + kRetryInterval;
    lock.unlock();
    if (!was_lost) notice_(device.error().message);
    return;
  }
  half.next_try = kNever;
  const std::string what = part_of((*device)->description(), half.captures);
  put_in(half, std::move(*device), wanted);
  lock.unlock();
  if (was_lost) notice_("sound is back: " + what);
}

void AudioSwitch::put_in(Half& half, std::unique_ptr<AudioDevice> device, const std::string& name) {
  half.device->stop();
  std::swap(half.device, device);
  half.opened = name;
  if (callback_ == nullptr) return;
  if (half.device->start(half.callback, session_now()).ok()) return;
  // It opens but does not start: as if it were lost.
  half.device = std::move(*open_half(half.captures, kNothing));
  half.opened = kNothing;
  half.next_try = session_now() + kRetryInterval;
  static_cast<void>(half.device->start(half.callback, session_now()));
}

}  // namespace counterpoint
