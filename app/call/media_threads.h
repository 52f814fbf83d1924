// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "app/call/media_call.h"
#include "app/pipelines/video/captured_frame.h"
#include "core/base/queue/bounded_queue.h"
#include "core/ports/audio_device.h"

namespace counterpoint {

/// Runs the pipelines of one call in threads of their own: encode, clip, decode and audio. They end with this object.
class MediaThreads {
 public:
  /// `call` and `device` outlive it; the device has been started with the call's bridge.
  MediaThreads(MediaCall& call, AudioDevice& device);
  ~MediaThreads();
  MediaThreads(const MediaThreads&) = delete;
  MediaThreads& operator=(const MediaThreads&) = delete;

  /// Takes the frames of the camera and of the screen.
  [[nodiscard]] std::shared_ptr<Mailbox<CapturedFrame>> camera_mailbox() const { return camera_; }

 private:
  void run_encoder();
  void run_clip();
  void run_decoder();
  void run_audio();

  MediaCall& call_;
  AudioDevice& device_;
  std::shared_ptr<Mailbox<CapturedFrame>> camera_ = std::make_shared<Mailbox<CapturedFrame>>();
  std::atomic<bool> stop_ = false;
  std::thread encoder_;
  std::thread clip_;
  std::thread decoder_;
  std::thread audio_;
};

}  // namespace counterpoint
