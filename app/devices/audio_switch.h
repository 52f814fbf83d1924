// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "core/control/notice.h"
#include "core/ports/audio_device.h"
#include "media/audio/devices/audio_device_factory.h"

namespace counterpoint {

/// A microphone and a loudspeaker that may be exchanged for others, or go away and come back, while they run.
///
/// 1. Each of them is a device of its own. One that is lost is replaced by silence on a clock, so that the callback
///    goes on every 10 ms; it is looked for again each kRetryInterval.
/// 2. Opening a device may take a second, so choosing leaves it to a thread of this object.
/// 3. `notice` is called in that thread with a sentence for people, whenever a device is lost, sounds again, or does
/// not
///    open.
/// 4. No call waits for a sound system that hangs. Only the destructor, and open() when it may not wait for devices,
///    take as long as looking for sound cards: a second, or two for kAutomaticDevice.
class AudioSwitch final : public AudioDevice {
 public:
  using TakeNotice = std::function<void(const Notice&)>;

  /// Opens both; errors as open_audio_device(). If `may_wait`, none: silence stands in at first, and the thread opens
  /// what is wanted at once, or when it is there.
  [[nodiscard]] static Result<std::unique_ptr<AudioSwitch>> open(const AudioDeviceConfig& config, bool may_wait,
                                                                 TakeNotice notice);
  ~AudioSwitch() override;

  /// From any thread; names as AudioDeviceConfig has them, or kAutomaticDevice.
  void choose_microphone(const std::string& name) { choose(microphone_, name); }
  void choose_speaker(const std::string& name) { choose(speaker_, name); }

  [[nodiscard]] Result<void> start(AudioCallback& callback, Timestamp now) override;
  void stop() override;
  void poll(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] Message description() const override;

 private:
  /// Passes on one direction of a device, whose other one is nothing.
  class SlotCallback final : public AudioCallback {
   public:
    explicit SlotCallback(bool captures) : captures_(captures) {}
    void attach(AudioCallback* to) { to_ = to; }
    void handle_captured(const AudioBlock& captured) noexcept override {
      if (captures_) to_->handle_captured(captured);
    }
    void fill_playback(AudioBlock& playback, Timestamp now) noexcept override {
      if (!captures_) to_->fill_playback(playback, now);
    }

   private:
    const bool captures_;
    AudioCallback* to_ = nullptr;
  };
  struct DeviceSlot {
    explicit DeviceSlot(bool captures_audio) : captures(captures_audio), callback(captures_audio) {}
    const bool captures;
    SlotCallback callback;
    std::string wanted;                   ///< A name that AudioDeviceConfig takes.
    std::string opened;                   ///< The name of `device`; "none" while silence stands in.
    std::unique_ptr<AudioDevice> device;  ///< It is not null once open.
    Timestamp next_try = kNever;          ///< To open what is wanted, while something stands in.
    bool told = false;                    ///< The user knows that silence stands in.
  };
  static constexpr Duration kWatchInterval = 250ms;
  /// With the interval of watching below a second, so that sound is back within one.
  static constexpr Duration kRetryInterval = 500ms;

  explicit AudioSwitch(TakeNotice notice) : notice_(std::move(notice)) {}
  [[nodiscard]] static Result<std::unique_ptr<AudioDevice>> open_slot(bool captures, const std::string& name);
  void choose(DeviceSlot& slot, const std::string& name);
  void run();
  void supervise(DeviceSlot& slot);
  void reopen(DeviceSlot& slot, const std::string& wanted);
  [[nodiscard]] Result<void> put_in(DeviceSlot& slot, std::unique_ptr<AudioDevice> device, const std::string& name);

  TakeNotice notice_;
  mutable std::mutex mutex_;  ///< Guards all below. Devices' real-time threads never take it.
  DeviceSlot microphone_{true};
  DeviceSlot speaker_{false};
  AudioCallback* callback_ = nullptr;  ///< It is not null while started.
  bool chosen_ = false;                ///< Something new is wanted.
  bool close_ = false;
  std::condition_variable changed_;
  std::thread thread_;  ///< The last one: it uses all of them.
};

}  // namespace counterpoint
