// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/devices/audio_switch.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/devices/default_devices.h"
#include "core/settings/settings.h"
#include "media/audio/devices/sound_card_device.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

constexpr const char* kNothing = "none";

bool is_lost(const AudioDevice& device) {
  const auto* card = dynamic_cast<const SoundCardDevice*>(&device);
  return card != nullptr && card->lost();
}

bool is_sounding(const AudioDevice& device) {
  const auto* card = dynamic_cast<const SoundCardDevice*>(&device);
  return card == nullptr || card->sounding();
}

/// The device that "automatic" is now. It is decided once: what is generated must not take the place of a microphone
/// that is lost.
std::string found_name(bool captures, const std::string& name) {
  if (name != kAutomaticDevice) return name;
  return captures ? default_microphone() : default_speaker();
}

/// The one that is meant of "microphone: X, loudspeaker: Y".
Message half_of(const Message& description, bool captures) {
  const std::vector<Message>& devices = description.arguments();
  return devices.size() == 2 ? devices[captures ? 0 : 1] : description;
}

}  // namespace

Result<std::unique_ptr<AudioSwitch>> AudioSwitch::open(const AudioDeviceConfig& config, bool may_wait,
                                                       TakeNotice notice) {
  std::unique_ptr<AudioSwitch> result(new AudioSwitch(std::move(notice)));
  result->microphone_.wanted = config.microphone;
  result->speaker_.wanted = config.speaker;
  for (DeviceSlot* slot : {&result->microphone_, &result->speaker_}) {
    if (!may_wait) slot->wanted = found_name(slot->captures, slot->wanted);
    slot->opened = may_wait ? kNothing : slot->wanted;
    auto device = open_slot(slot->captures, slot->opened);
    if (!device) return device.error();
    slot->device = std::move(*device);
  }
  result->chosen_ = may_wait;
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

Result<std::unique_ptr<AudioDevice>> AudioSwitch::open_slot(bool captures, const std::string& name) {
  return open_audio_device(
      {.microphone = captures ? name : std::string(kNothing), .speaker = captures ? std::string(kNothing) : name},
      session_now);
}

void AudioSwitch::choose(DeviceSlot& slot, const std::string& name) {
  {
    const std::lock_guard lock(mutex_);
    if (slot.wanted == name) return;
    slot.wanted = name;
    slot.next_try = kNever;
    slot.told = false;
    chosen_ = true;
  }
  changed_.notify_all();
}

Result<void> AudioSwitch::start(AudioCallback& callback, Timestamp now) {
  const std::lock_guard lock(mutex_);
  callback_ = &callback;
  for (DeviceSlot* slot : {&speaker_, &microphone_}) {
    slot->callback.attach(&callback);
    if (Result<void> started = slot->device->start(slot->callback, now); !started) {
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

Message AudioSwitch::description() const {
  const std::lock_guard lock(mutex_);
  return message("microphone: %1, loudspeaker: %2", half_of(microphone_.device->description(), true),
                 half_of(speaker_.device->description(), false));
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

void AudioSwitch::supervise(DeviceSlot& slot) {
  std::unique_lock lock(mutex_);
  if (close_) return;
  const std::string wanted = slot.wanted;
  std::optional<Notice> notice;
  if (slot.opened == wanted && !is_lost(*slot.device)) {
    // A device that was lost is back once it sounds.
    if (!slot.told || (callback_ != nullptr && !is_sounding(*slot.device))) return;
    slot.told = false;
    const Message name = half_of(slot.device->description(), slot.captures);
    const Message what = slot.captures ? message("microphone: %1", name) : message("loudspeaker: %1", name);
    notice = {message("sound is back: %1", what), Notice::Kind::kNews};
  } else if (slot.opened == wanted) {
    (void)put_in(slot, std::move(*open_slot(slot.captures, kNothing)), kNothing);
    // At once: the desktop may have another one to give.
    slot.next_try = session_now();
    if (!std::exchange(slot.told, true)) {
      notice = {slot.captures ? message("the microphone was lost; silence stands in until it is back")
                              : message("the loudspeaker was lost; silence stands in until it is back")};
    }
  }
  const bool due = slot.opened != wanted && (slot.next_try == kNever || session_now() >= slot.next_try);
  lock.unlock();
  if (notice) notice_(*notice);
  if (due) reopen(slot, wanted);
}

void AudioSwitch::reopen(DeviceSlot& slot, const std::string& wanted) {
  std::unique_lock lock(mutex_);
  // Some sound cards can be open only once.
  if (slot.opened != kNothing) (void)put_in(slot, std::move(*open_slot(slot.captures, kNothing)), kNothing);
  lock.unlock();
  const std::string name = found_name(slot.captures, wanted);
  auto device = open_slot(slot.captures, name);
  lock.lock();
  if (slot.wanted != wanted) return;  // Something else is wanted meanwhile; run() comes back to it.
  slot.wanted = name;
  Result<void> opened = device ? put_in(slot, std::move(*device), name) : device.error();
  slot.next_try = opened ? kNever : session_now() + kRetryInterval;
  const bool tell = !opened && !std::exchange(slot.told, true);
  lock.unlock();
  if (tell) notice_({message("%1; silence stands in until it is there", opened.error().message)});
}

/// Starts it, if the switch is started. Silence stands in for what does not start.
Result<void> AudioSwitch::put_in(DeviceSlot& slot, std::unique_ptr<AudioDevice> device, const std::string& name) {
  slot.device->stop();
  slot.device = std::move(device);
  slot.opened = name;
  if (callback_ == nullptr) return {};
  Result<void> started = slot.device->start(slot.callback, session_now());
  if (started) return started;
  slot.device = std::move(*open_slot(slot.captures, kNothing));
  slot.opened = kNothing;
  (void)slot.device->start(slot.callback, session_now());
  return started;
}

}  // namespace counterpoint
