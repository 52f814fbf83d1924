// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "app/devices/device_thread.h"
#include "core/control/call_command.h"

namespace counterpoint {

/// Tries out a microphone and a loudspeaker without a call: measures the one, plays a tone on the other, or records
/// three seconds and plays them. It has the device from its start to its end.
class AudioCheck final : private AudioCallback {
 public:
  using Task = AudioCheckTask;
  struct Observer {
    std::function<void(double level)> level;  ///< Peak of the last 100 ms, 0 to 1; from a thread of this object.
    std::function<void(Task)> task;           ///< The same thread calls it when the task changes.
  };

  explicit AudioCheck(AudioDevice& device, Observer observer);

  [[nodiscard]] Result<void> start() { return thread_.start(*this); }
  /// kTestSound: a tone of a second. kRecording: that, and the playback after it. Any thread may call it.
  void begin(Task task);

 private:
  void handle_captured(const AudioBlock& captured) noexcept override;
  void fill_playback(AudioBlock& playback, Timestamp now) noexcept override;
  void report();

  Observer observer_;
  std::atomic<Task> task_ = Task::kMeter;
  std::atomic<float> peak_ = 0;
  /// Counts the samples of the task; whoever ends one task begins the next from 0.
  std::atomic<std::size_t> position_ = 0;
  std::vector<float> recorded_;  ///< Never resized; written by the microphone's thread, then read by the other's.
  Task reported_ = Task::kMeter;
  DeviceThread thread_;  ///< Ends before what it uses.
};

}  // namespace counterpoint
