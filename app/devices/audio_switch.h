// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "core/control/notice.h"
#include "core/ports/audio_device.h"
#include "media/audio/devices/audio_device_factory.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {

/// A microphone and a loudspeaker that may be exchanged for others, or go away and come back, while they run.
///
/// 1. Each of them is a device of its own. Silence on a clock stands in until the device has given its first block, and
///    again once it is lost, so that the callback goes on every 10 ms. A device that does not open is tried again each
///    kRetryInterval; one that opens and never sounds, ever more rarely.
/// 2. Opening a device may take a second, so choosing leaves it to a thread of this object.
/// 3. `notice` is called in that thread with a sentence for people, whenever a device is lost, sounds again, or does
///    not open.
/// 4. No call waits for a sound system that hangs, but stop(), for a second a device. Only the destructor, and open()
///    when it may not wait for devices, take as long as looking for sound cards: a second, or two for kAutomaticDevice.
class AudioSwitch final : public AudioDevice {
 public:
  using TakeNotice = std::function<void(const Notice&)>;
  using OpenDevice = std::function<Result<std::unique_ptr<AudioDevice>>(const AudioDeviceConfig&)>;

  /// Opens both; errors as `open_device`, which is open_audio_device() with the session's clock. If `may_wait`, none:
  /// silence stands in at first, and the thread opens what is wanted at once, or when it is there.
  [[nodiscard]] static Result<std::unique_ptr<AudioSwitch>> open(const AudioDeviceConfig& config, bool may_wait,
                                                                 TakeNotice notice,
                                                                 OpenDevice open_device = &open_session_device);
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
  /// Passes on one direction of a device, whose other one is nothing, while it is open. A device calls it from one
  /// thread.
  class SlotCallback final : public AudioCallback {
   public:
    SlotCallback(bool captures, AudioCallback& to) : captures_(captures), to_(to) {}
    void open() { open_ = true; }
    void handle_captured(const AudioBlock& captured) noexcept override {
      if (captures_ && enter()) {
        to_.handle_captured(captured);
        note_block();
      }
      inside_ = false;
    }
    void fill_playback(AudioBlock& playback, Timestamp now) noexcept override {
      if (!captures_ && enter()) {
        to_.fill_playback(playback, now);
        note_block();
      }
      inside_ = false;
    }
    /// After this, nothing is passed on: it waits for what is on its way.
    void close();
    /// The time from the first block that was passed on to the last one.
    [[nodiscard]] Duration sounded() const { return last_block_.load() - first_block_.load(); }

   private:
    [[nodiscard]] bool enter() noexcept {
      inside_ = true;
      return open_;
    }
    void note_block() noexcept {
      const Timestamp now = session_now();
      if (first_block_.load() == Timestamp{}) first_block_ = now;
      last_block_ = now;
    }

    const bool captures_;
    AudioCallback& to_;
    // In the one order that all threads see: a device that finds it open is seen inside by close().
    std::atomic<bool> open_ = false;
    std::atomic<bool> inside_ = false;
    std::atomic<Timestamp> first_block_{};
    std::atomic<Timestamp> last_block_{};
  };
  /// A device and, while the switch is started, what it calls back, which outlives its threads.
  struct Attached {
    std::unique_ptr<SlotCallback> callback;
    std::unique_ptr<AudioDevice> device;
  };
  struct DeviceSlot {
    explicit DeviceSlot(bool captures_audio) : captures(captures_audio) {}
    const bool captures;
    std::string wanted;               ///< A name that AudioDeviceConfig takes.
    std::string opened;               ///< The name of `used`; "none" while there is none.
    Attached used;                    ///< The device is null while silence stands in and nothing is tried.
    Attached stand_in;                ///< Silence on a clock; it is started while `used` is not heard.
    bool heard = false;               ///< `used` calls back.
    Timestamp next_try = kNever;      ///< To open what is wanted, while something stands in; kNever: at once.
    Duration pause = kRetryInterval;  ///< Until the next try, if what is open does not sound.
    bool told = false;                ///< The user knows that silence stands in.
  };
  static constexpr Duration kWatchInterval = 250ms;
  /// A device is heard so much later than its first block.
  static constexpr Duration kTrialInterval = 20ms;
  /// With the interval of watching below a second, so that sound is back within one.
  static constexpr Duration kRetryInterval = 500ms;
  /// A device that sounded for so long works: when it is lost, what is wanted is opened at once, and later
  /// pauses are short again.
  static constexpr Duration kWorkingSound = 50ms;
  /// Each try of a device that does not sound costs a connection and a thread; people wait for it no longer than that.
  static constexpr Duration kLongestRetryInterval = 8s;

  AudioSwitch(TakeNotice notice, OpenDevice open_device);
  [[nodiscard]] static Result<std::unique_ptr<AudioDevice>> open_session_device(const AudioDeviceConfig& config);
  [[nodiscard]] Result<std::unique_ptr<AudioDevice>> open_half(bool captures, const std::string& name) const;
  void choose(DeviceSlot& slot, const std::string& name);
  void run();
  void supervise(DeviceSlot& slot);
  void reopen(DeviceSlot& slot, const std::string& wanted);
  static void stop_and_forget(Attached attached);

  // These want the mutex to be held.
  static void plan_next_try(DeviceSlot& slot);
  [[nodiscard]] bool tries(const DeviceSlot& slot) const;
  [[nodiscard]] Result<void> start_used(DeviceSlot& slot, Timestamp now);
  void start_stand_in(DeviceSlot& slot, Timestamp now);
  static void let_hear(DeviceSlot& slot);
  [[nodiscard]] Attached take_out(DeviceSlot& slot);
  void halt();
  [[nodiscard]] static Message name_of(const DeviceSlot& slot);

  TakeNotice notice_;
  OpenDevice open_device_;
  mutable std::mutex mutex_;  ///< Guards all below. Devices' real-time threads never take it.
  DeviceSlot microphone_{true};
  DeviceSlot speaker_{false};
  AudioCallback* callback_ = nullptr;  ///< It is not null while started.
  bool chosen_ = false;                ///< Something new is wanted, or started.
  bool close_ = false;
  std::condition_variable changed_;
  std::thread thread_;  ///< The last one: it uses all of them.
};

}  // namespace counterpoint
