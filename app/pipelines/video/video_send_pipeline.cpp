// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/video/video_send_pipeline.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "app/pipelines/video/screen_point.h"
#include "core/adaptation/scaling/picture_choice.h"
#include "core/base/format_text.h"
#include "media/capture/black_source.h"

namespace counterpoint {
namespace {

Message cause_of(const EncoderEffort& before, const EncoderEffort& now, Resolution largest) {
  const Message size = Message::pixels(largest.width, largest.height);
  if (now.size_step > before.size_step) {
    return message("coding takes too long on this computer: pictures of at most %1", size);
  }
  if (now.size_step < before.size_step) {
    return message("this computer has time for larger pictures again: at most %1", size);
  }
  return now.fast ? message("coding takes too long on this computer: the encoder searches less")
                  : message("this computer has time again: the encoder searches as usual");
}

}  // namespace

VideoSendPipeline::VideoSendPipeline(SharedSession& session, std::unique_ptr<VideoEncoder> encoder,
                                     std::function<Timestamp()> clock)
    : session_(session), encoder_(std::move(encoder)), clock_(std::move(clock)) {}

void VideoSendPipeline::yield(bool to_clip) {
  session_.with([&](RtpSession&) { yielded_.store(to_clip, std::memory_order_relaxed); });
  starts_anew_.store(true, std::memory_order_relaxed);
}

void VideoSendPipeline::encode(const VideoFrame& frame, FrameKind kind) {
  if (yielded_.load(std::memory_order_relaxed) || kind != kind_.load(std::memory_order_relaxed)) return;
  const bool screen = kind == FrameKind::kScreen;
  const Duration gap = frame.at - std::exchange(offered_at_, frame.at);
  const auto [session_point, largest, layers, has_room] = session_.with([&](RtpSession& s) {
    const Adaptation& adaptation = s.adaptation();
    return std::tuple(adaptation.point(), adaptation.limits().max_resolution, adaptation.estimate().temporal_layers,
                      s.has_room_for_video(frame.at));
  });
  const OperatingPoint point = screen ? ScreenCoding().at(session_point) : session_point;
  if (!has_room || !budget_.has_room(frame.at, point.video_rate()) || !limiter_.accept(frame.at, point.frame_rate)) {
    const std::lock_guard lock(mutex_);
    ++counters_.skipped;
    return;
  }
  const bool anew = starts_anew_.exchange(false, std::memory_order_relaxed);
  const bool key_frame = take_key_frame_request(frame.at) || anew;
  const bool camera_on = screen || camera_on_.load(std::memory_order_relaxed);
  encoder_->set_content_hint(screen ? ContentHint::kText : ContentHint::kMotion);
  encoder_->set_temporal_layers(layers);
  const Timestamp start = clock_();
  const Result<EncodedVideoFrame> encoded = encoder_->encode(camera_on ? frame : blackened(frame), point, key_frame);
  const Timestamp end = clock_();
  if (encoded) budget_.spend(DataSize::bytes(static_cast<std::int64_t>(encoded->data.size())));
  {
    const std::lock_guard lock(mutex_);
    if (!encoded) {
      if (++counters_.failures == 1) counters_.failure = encoded.error().message;
      return;
    }
    ++counters_.encoded;
    if (encoded->key_frame) ++counters_.key_frames;
    counters_.made_bytes += encoded->data.size();
    counters_.asked_bytes += static_cast<std::uint64_t>(point.frame_size.bytes());
    counters_.encode_time += end - start;
    counters_.size = encoded->size;
    counters_.queueing.add(start - frame.at);
    counters_.encoding.add(end - start);
  }
  session_.with([&](RtpSession& s) {
    if (!yielded_.load(std::memory_order_relaxed)) s.send_video(*encoded, end);
  });
  session_.wake();
  // Black frames take no time, and a screen has to be read: it rather gets fewer frames.
  if (!camera_on || screen) return;
  // A camera may give fewer frames than are asked for; one that was closed meanwhile is no reason to wait.
  const Duration asked = point.frame_rate.interval();
  follow_load({.at = end,
               .took = end - start,
               .interval = std::clamp<Duration>(gap, asked, 4 * asked),
               .captured = frame.buffer ? frame.buffer->size() : encoded->size,  // Synthetic frames have no samples.
               .coded = encoded->size,
               .largest = largest,
               .fast_search = encoder_->fast_search_time()});
}

void VideoSendPipeline::follow_load(const EncoderLoad::Frame& frame) {
  const EncoderEffort before = load_.effort();
  const double load = load_.load();
  if (!load_.handle_frame(frame)) return;
  const EncoderEffort& effort = load_.effort();
  encoder_->set_fast_search(effort.fast);
  const Resolution allowed = picture_part(frame.largest, kPictureSixteenths[effort.size_step]);
  session_.with([&](RtpSession& s) {
    s.limit_picture(allowed, cause_of(before, effort, allowed),
                    format_text("coding takes %.0f %% of the time", 100 * load), frame.at);
  });
  session_.wake();
}

bool VideoSendPipeline::take_key_frame_request(Timestamp now) {
  if (now - last_key_frame_ < kMinKeyFrameInterval) return false;
  if (!key_frame_wanted_.exchange(false, std::memory_order_relaxed)) return false;
  last_key_frame_ = now;
  return true;
}

VideoFrame VideoSendPipeline::blackened(const VideoFrame& frame) {
  if (!black_ || black_->size() != frame.buffer->size()) black_ = black_picture(frame.buffer->size());
  VideoFrame result = frame;
  result.buffer = black_;
  return result;
}

VideoSendPipeline::Counters VideoSendPipeline::counters() const {
  const std::lock_guard lock(mutex_);
  return counters_;
}

}  // namespace counterpoint
