// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "app/pipelines/session/shared_session.h"
#include "app/pipelines/video/captured_frame.h"
#include "app/pipelines/video/encoder_load.h"
#include "app/pipelines/video/frame_budget.h"
#include "core/base/latency_histogram.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/ports/video_codec.h"

namespace counterpoint {

/// Chooses which of a camera's frames to encode, so that there are no more than the operating point's frame rate allows
/// and those are evenly spaced. The rate may change at any frame.
class FrameRateLimiter {
 public:
  /// True when the frame captured at `at` is one to encode. Times increase.
  [[nodiscard]] bool accept(Timestamp at, FrameRate limit) {
    const Duration interval = limit.interval();
    // A camera's clock jitters: half an interval of tolerance keeps 30 of 30 frames, yet the due time advances by whole
    // intervals, so that the mean stays right.
    if (at + interval / 2 < due_) return false;
    due_ = at - due_ < interval ? due_ + interval : at + interval;
    return true;
  }

 private:
  Timestamp due_{};
};

/// Frames on their way out: frame rate, encoder, session. encode() belongs to the encode thread (or a virtual call);
/// everything else may be called from any. Each frame is coded at the operating point that the session has then. If
/// coding takes too much of the time, the pipeline asks for less (EncoderLoad), which the session tells as a decision.
class VideoSendPipeline {
 public:
  struct Counters {
    std::uint64_t encoded = 0;
    std::uint64_t key_frames = 0;
    std::uint64_t made_bytes = 0;   ///< Their real size,
    std::uint64_t asked_bytes = 0;  ///< and the size that their operating points asked for.
    std::uint64_t skipped = 0;      ///< For the frame rate, for its excess, or since they could not leave soon.
    std::uint64_t failures = 0;
    Message failure;  ///< The first one, in words.
    Duration encode_time{};
    Resolution size;
    LatencyHistogram queueing;  ///< Time from capture to the encoder.
    LatencyHistogram encoding;
  };

  /// `clock` measures what encoding takes.
  VideoSendPipeline(SharedSession& session, std::unique_ptr<VideoEncoder> encoder, std::function<Timestamp()> clock);

  /// A frame of another kind than is wanted is left out. A frame of the screen is coded to be read, and goes out though
  /// the camera is off.
  void encode(const VideoFrame& frame, FrameKind kind = FrameKind::kCamera);
  void request_key_frame() { key_frame_wanted_.store(true, std::memory_order_relaxed); }
  /// True: a clip has the stream, and frames are left out; false: the next one becomes a key frame.
  void yield(bool to_clip);
  /// Off: black frames are sent, so that the peer sees that it is off rather than broken.
  void set_camera_on(bool on) { camera_on_.store(on, std::memory_order_relaxed); }
  /// The kind that is wanted from now on.
  void set_kind(FrameKind kind) { kind_.store(kind, std::memory_order_relaxed); }
  [[nodiscard]] Counters counters() const;

 private:
  [[nodiscard]] bool take_key_frame_request(Timestamp now);
  [[nodiscard]] VideoFrame blackened(const VideoFrame& frame);
  /// Takes a camera's frame that was coded.
  void follow_load(const EncoderLoad::Frame& frame);

  /// A peer repeats its request until a key frame arrives; one that is on its way answers all of them.
  static constexpr Duration kMinKeyFrameInterval = 300ms;

  SharedSession& session_;
  std::unique_ptr<VideoEncoder> encoder_;
  std::function<Timestamp()> clock_;
  FrameRateLimiter limiter_;
  FrameBudget budget_;
  EncoderLoad load_;
  Timestamp last_key_frame_{};
  Timestamp offered_at_{};  ///< The last frame, coded or not.
  std::shared_ptr<const FrameBuffer> black_;
  std::atomic<bool> key_frame_wanted_ = false;
  std::atomic<bool> camera_on_ = true;
  std::atomic<FrameKind> kind_ = FrameKind::kCamera;
  std::atomic<bool> yielded_ = false;  ///< Changes under the session's lock, so that nothing follows it out.
  std::atomic<bool> starts_anew_ = false;
  mutable std::mutex mutex_;  ///< Guards all below.
  Counters counters_;
};

}  // namespace counterpoint
