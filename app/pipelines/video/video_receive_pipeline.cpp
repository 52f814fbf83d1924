// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/video/video_receive_pipeline.h"

#include <utility>

namespace counterpoint {

VideoReceivePipeline::VideoReceivePipeline(SharedSession& session, std::unique_ptr<VideoDecoder> camera_decoder,
                                           std::unique_ptr<VideoDecoder> clip_decoder, FrameSink* sink,
                                           CallArchive& archive, std::function<Timestamp()> clock)
    : session_(session),
      camera_decoder_(std::move(camera_decoder)),
      clip_decoder_(std::move(clip_decoder)),
      sink_(sink),
      archive_(archive),
      clock_(std::move(clock)) {}

void VideoReceivePipeline::collect(RtpSession& session, Timestamp now) {
  while (std::optional<FrameToDecode> frame = session.next_video(now)) {
    if (frames_.push(std::move(*frame)) || frames_.closed()) continue;
    // The frame that had to go was a reference: everything up to the next key frame would show damage.
    session.handle_decode_error(now);
    const std::lock_guard lock(mutex_);
    ++counters_.overflows;
  }
}

bool VideoReceivePipeline::decode_next(Duration timeout) {
  std::optional<FrameToDecode> frame = frames_.pop_for(timeout);
  if (!frame) return false;
  decode(std::move(*frame));
  return true;
}

void VideoReceivePipeline::decode(FrameToDecode frame) {
  const Duration capture_time = frame.capture_time;
  EncodedVideoFrame encoded{.data = std::move(frame.data),
                            .codec = frame.codec,
                            .key_frame = frame.key_frame,
                            .non_reference = frame.non_reference,
                            .captured_at = frame.render_at};
  VideoDecoder& decoder = frame.codec == VideoCodec::kMpeg ? *clip_decoder_ : *camera_decoder_;
  const Timestamp start = clock_();
  Result<VideoFrame> picture = decoder.decode(encoded);
  const Timestamp end = clock_();
  if (!picture) {
    session_.with([&](RtpSession& s) { s.handle_decode_error(end); });
    session_.wake();
    const std::lock_guard lock(mutex_);
    ++counters_.errors;
    return;
  }
  const bool visible = picture->buffer != nullptr;
  if (visible) encoded.size = picture->buffer->size();
  archive_.record_video(encoded, capture_time);
  if (visible && !frame.late) {
    picture->media_time = capture_time;
    presenter_.add(*picture);
  }
  const std::lock_guard lock(mutex_);
  ++counters_.decoded;
  if (frame.key_frame) ++counters_.key_frames;
  if (frame.late) ++counters_.late;
  counters_.decode_time += end - start;
  if (visible) counters_.size = picture->buffer->size();
  counters_.decoding.add(end - start);
  counters_.holding.add(frame.render_at - end);
}

void VideoReceivePipeline::set_source(const VideoPresenter::Source& source) {
  const std::lock_guard lock(mutex_);
  source_ = source;
}

void VideoReceivePipeline::present(Timestamp now) {
  {
    const std::lock_guard lock(mutex_);
    presenter_.set_source(source_);
  }
  const std::optional<VideoFrame> frame = presenter_.take_due(now);
  if (!frame) return;
  if (sink_ != nullptr) sink_->show(*frame);
  const Duration delay = now.time_since_epoch() - frame->media_time;
  const std::lock_guard lock(mutex_);
  counters_.shown = presenter_.counters();
  counters_.playout_delay = delay;
  counters_.presenting.add(now - frame->at);
  counters_.end_to_end.add(delay);
}

VideoReceivePipeline::Counters VideoReceivePipeline::counters() const {
  const std::lock_guard lock(mutex_);
  return counters_;
}

}  // namespace counterpoint
