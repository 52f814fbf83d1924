// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/media_threads.h"

#include <algorithm>

#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

/// The longest sleep of a thread with nothing to do.
constexpr Duration kIdleWait = 1s;

Duration until(Timestamp deadline, Timestamp now) {
  return deadline <= now ? Duration::zero() : std::min(deadline - now, kIdleWait);
}

}  // namespace

MediaThreads::MediaThreads(MediaCall& call, AudioDevice& device)
    : call_(call),
      device_(device),
      encoder_([this] { run_encoder(); }),
      clip_([this] { run_clip(); }),
      decoder_([this] { run_decoder(); }),
      audio_([this] { run_audio(); }) {}

MediaThreads::~MediaThreads() {
  stop_.store(true);
  camera_->close();
  call_.clip().close();
  call_.video_receive().close();
  call_.audio().bridge().notify();
  encoder_.join();
  clip_.join();
  decoder_.join();
  audio_.join();
}

void MediaThreads::run_encoder() {
  while (const std::optional<CapturedFrame> picture = camera_->pop()) {
    call_.video_send().encode(picture->frame, picture->kind);
  }
}

void MediaThreads::run_clip() {
  ClipPipeline& clip = call_.clip();
  while (!clip.closed()) {
    clip.run(session_now());
    clip.wait(until(clip.next_deadline(), session_now()));
  }
}

void MediaThreads::run_decoder() {
  VideoReceivePipeline& video = call_.video_receive();
  while (!video.closed()) {
    (void)video.decode_next(until(video.next_deadline(), session_now()));
    video.present(session_now());
  }
}

void MediaThreads::run_audio() {
  while (!stop_.load()) {
    const Timestamp now = session_now();
    const Timestamp due = device_.next_deadline();
    // Block by block even after a delay, so that the pipeline feeds each block before the next one is played.
    if (due <= now) {
      call_.audio().prepare_playback(now);
      device_.poll(due);
    }
    call_.audio().run(now);
    if (device_.next_deadline() > session_now()) {
      call_.audio().bridge().wait(until(device_.next_deadline(), session_now()));
    }
  }
}

}  // namespace counterpoint
