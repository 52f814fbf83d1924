// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/devices/audio_switch.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/devices/default_devices.h"
#include "core/settings/settings.h"
#include "media/audio/audio_output.h"
#include "media/audio/devices/clocked_device.h"
#include "media/audio/devices/sound_card_device.h"
#include "media/audio/generated_input.h"

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

void AudioSwitch::SlotCallback::close() {
  open_ = false;
  // The callback does not wait for anything.
  while (inside_) std::this_thread::yield();
}

AudioSwitch::AudioSwitch(TakeNotice notice, OpenDevice open_device)
    : notice_(std::move(notice)), open_device_(std::move(open_device)) {}

Result<std::unique_ptr<AudioSwitch>> AudioSwitch::open(const AudioDeviceConfig& config, bool may_wait,
                                                       TakeNotice notice, OpenDevice open_device) {
  std::unique_ptr<AudioSwitch> result(new AudioSwitch(std::move(notice), std::move(open_device)));
  result->microphone_.wanted = config.microphone;
  result->speaker_.wanted = config.speaker;
  for (DeviceSlot* slot : {&result->microphone_, &result->speaker_}) {
    slot->stand_in.device =
        std::make_unique<ClockedDevice>(std::make_unique<SilenceInput>(), std::make_unique<NullOutput>());
    slot->opened = kNothing;
    if (may_wait) continue;
    slot->wanted = found_name(slot->captures, slot->wanted);
    auto device = result->open_half(slot->captures, slot->wanted);
    if (!device) return device.error();
    slot->used.device = std::move(*device);
    slot->opened = slot->wanted;
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

Result<std::unique_ptr<AudioDevice>> AudioSwitch::open_session_device(const AudioDeviceConfig& config) {
  return open_audio_device(config, session_now);
}

Result<std::unique_ptr<AudioDevice>> AudioSwitch::open_half(bool captures, const std::string& name) const {
  return open_device_(
      {.microphone = captures ? name : std::string(kNothing), .speaker = captures ? std::string(kNothing) : name});
}

void AudioSwitch::choose(DeviceSlot& slot, const std::string& name) {
  {
    const std::lock_guard lock(mutex_);
    if (slot.wanted == name) return;
    slot.wanted = name;
    slot.next_try = kNever;
    slot.pause = kRetryInterval;
    slot.told = false;
    chosen_ = true;
  }
  changed_.notify_all();
}

Result<void> AudioSwitch::start(AudioCallback& callback, Timestamp now) {
  const std::lock_guard lock(mutex_);
  callback_ = &callback;
  for (DeviceSlot* slot : {&speaker_, &microphone_}) {
    start_stand_in(*slot, now);
    if (Result<void> started = start_used(*slot, now); !started) {
      halt();
      return started;
    }
  }
  chosen_ = true;  // It is watched from now on.
  changed_.notify_all();
  return {};
}

void AudioSwitch::stop() {
  const std::lock_guard lock(mutex_);
  halt();
}

void AudioSwitch::halt() {
  for (DeviceSlot* slot : {&microphone_, &speaker_}) {
    if (slot->used.device) slot->used.device->stop();
    slot->stand_in.device->stop();
    slot->heard = false;
  }
  callback_ = nullptr;
}

void AudioSwitch::poll(Timestamp now) {
  const std::lock_guard lock(mutex_);
  for (DeviceSlot* slot : {&microphone_, &speaker_}) {
    slot->stand_in.device->poll(now);
    if (slot->used.device) slot->used.device->poll(now);
  }
}

Timestamp AudioSwitch::next_deadline() const {
  const std::lock_guard lock(mutex_);
  Timestamp deadline = kNever;
  for (const DeviceSlot* slot : {&microphone_, &speaker_}) {
    deadline = std::min(deadline, slot->stand_in.device->next_deadline());
    if (slot->used.device) deadline = std::min(deadline, slot->used.device->next_deadline());
  }
  return deadline;
}

Message AudioSwitch::description() const {
  const std::lock_guard lock(mutex_);
  return message("microphone: %1, loudspeaker: %2", name_of(microphone_), name_of(speaker_));
}

Message AudioSwitch::name_of(const DeviceSlot& slot) {
  const AudioDevice& device = slot.used.device ? *slot.used.device : *slot.stand_in.device;
  return half_of(device.description(), slot.captures);
}

void AudioSwitch::run() {
  std::unique_lock lock(mutex_);
  while (!close_) {
    const Duration interval = tries(microphone_) || tries(speaker_) ? kTrialInterval : kWatchInterval;
    changed_.wait_for(lock, std::chrono::nanoseconds(interval), [this] { return close_ || chosen_; });
    chosen_ = false;
    lock.unlock();
    supervise(microphone_);
    supervise(speaker_);
    lock.lock();
  }
}

void AudioSwitch::supervise(DeviceSlot& slot) {
  Attached lost;
  std::unique_lock lock(mutex_);
  if (close_) return;
  const std::string wanted = slot.wanted;
  std::optional<Notice> notice;
  if (slot.used.device && is_lost(*slot.used.device)) {
    plan_next_try(slot);
    lost = take_out(slot);
    if (!std::exchange(slot.told, true)) {
      notice = {slot.captures ? message("the microphone was lost; silence stands in until it is back")
                              : message("the loudspeaker was lost; silence stands in until it is back")};
    }
  } else if (tries(slot) && is_sounding(*slot.used.device)) {
    let_hear(slot);
  }
  if (slot.told && slot.opened == wanted && !tries(slot)) {
    slot.told = false;
    const Message name = name_of(slot);
    const Message what = slot.captures ? message("microphone: %1", name) : message("loudspeaker: %1", name);
    notice = {message("sound is back: %1", what), Notice::Kind::kNews};
  }
  const bool due = slot.opened != wanted && (slot.next_try == kNever || session_now() >= slot.next_try);
  lock.unlock();
  stop_and_forget(std::move(lost));
  if (notice) notice_(*notice);
  if (due) reopen(slot, wanted);
}

/// After the loss of the device: at once if it has worked, since the desktop may have another one to give. One that
/// ends with its first block, again and again, is tried ever more rarely.
void AudioSwitch::plan_next_try(DeviceSlot& slot) {
  const Duration sounded = slot.heard ? slot.used.callback->sounded() : Duration{};
  if (sounded >= kWorkingSound) {
    slot.pause = kRetryInterval;
    slot.next_try = session_now();
    return;
  }
  slot.next_try = session_now() + slot.pause;
  slot.pause = std::min(2 * slot.pause, kLongestRetryInterval);
}

void AudioSwitch::reopen(DeviceSlot& slot, const std::string& wanted) {
  // Some sound cards can be open only once.
  std::unique_lock lock(mutex_);
  Attached before = take_out(slot);
  lock.unlock();
  stop_and_forget(std::move(before));
  const std::string name = found_name(slot.captures, wanted);
  auto device = open_half(slot.captures, name);
  lock.lock();
  if (slot.wanted != wanted) return;  // Something else is wanted meanwhile; run() comes back to it.
  slot.wanted = name;
  Result<void> opened;
  if (device) {
    slot.used.device = std::move(*device);
    slot.opened = name;
    opened = start_used(slot, session_now());
  } else {
    opened = device.error();
  }
  slot.next_try = opened ? kNever : session_now() + kRetryInterval;
  const bool tell = !opened && !std::exchange(slot.told, true);
  lock.unlock();
  if (tell) notice_({message("%1; silence stands in until it is there", opened.error().message)});
}

/// True while a device that was started has not been heard yet.
bool AudioSwitch::tries(const DeviceSlot& slot) const {
  return callback_ != nullptr && slot.used.device && !slot.heard;
}

void AudioSwitch::start_stand_in(DeviceSlot& slot, Timestamp now) {
  slot.stand_in.callback = std::make_unique<SlotCallback>(slot.captures, *callback_);
  slot.stand_in.callback->open();
  (void)slot.stand_in.device->start(*slot.stand_in.callback, now);  // A clocked device always starts.
}

/// Starts it, if the switch is started; the stand-in is at work until it sounds. One that does not start is removed.
Result<void> AudioSwitch::start_used(DeviceSlot& slot, Timestamp now) {
  if (callback_ == nullptr || !slot.used.device) return {};
  slot.used.callback = std::make_unique<SlotCallback>(slot.captures, *callback_);
  Result<void> started = slot.used.device->start(*slot.used.callback, now);
  if (!started) {
    slot.used = {};
    slot.opened = kNothing;
  } else if (is_sounding(*slot.used.device)) {
    let_hear(slot);
  }
  return started;
}

void AudioSwitch::let_hear(DeviceSlot& slot) {
  slot.stand_in.device->stop();
  slot.used.callback->open();
  slot.heard = true;
}

/// The device calls back no more; the stand-in does. Stopping it may take a second: that is left to the caller, without
/// the mutex.
AudioSwitch::Attached AudioSwitch::take_out(DeviceSlot& slot) {
  if (slot.used.callback) slot.used.callback->close();
  if (std::exchange(slot.heard, false)) start_stand_in(slot, session_now());
  slot.opened = kNothing;
  return std::exchange(slot.used, {});
}

void AudioSwitch::stop_and_forget(Attached attached) {
  if (attached.device) attached.device->stop();
}

}  // namespace counterpoint
