// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/call_endpoint.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

Result<std::unique_ptr<CallEndpoint>> CallEndpoint::create(const Config& config, const Surroundings& surroundings,
                                                           Timestamp start) {
  if (surroundings.camera != nullptr && surroundings.camera->is_live()) {
    return Error{ErrorKind::kInvalidArgument, "a live camera (" + surroundings.camera->description().text() +
                                                  ") has no virtual time; choose a file or the test card"};
  }
  std::unique_ptr<CallEndpoint> end(new CallEndpoint(surroundings, start));
  Result<MediaCodecs> codecs = make_codecs(config.codecs);
  if (!codecs) return codecs.error();
  const MediaCall::Config call{.session = config.session,
                               .negotiated = config.negotiated,
                               .protection = config.protection,
                               .audio = {.packets = {.packet_time = config.negotiated.audio_packet_time,
                                                     .rate = {.mono = config.codecs.audio_rate}}},
                               .clip_view = surroundings.clip_view,
                               .seed = config.seed,
                               .clock = [end = end.get()] { return end->now_; }};
  end->media_ = std::make_unique<MediaCall>(call, std::move(*codecs), surroundings.sink, *surroundings.archive, start);
  if (Result<void> started = surroundings.audio->start(end->media_->audio().bridge(), start); !started) {
    return started.error();
  }
  if (surroundings.audio->next_deadline() == kNever) {
    return Error{ErrorKind::kInvalidArgument, "a sound card (" + surroundings.audio->description().text() +
                                                  ") has no virtual time; choose files, \"voice\" or \"none\""};
  }
  if (Result<void> read = end->read_camera(); !read) return read.error();
  return end;
}

Result<void> CallEndpoint::read_camera() {
  if (surroundings_.camera == nullptr) return {};
  Result<std::optional<VideoFrame>> frame = surroundings_.camera->read();
  if (!frame) return frame.error();
  next_frame_ = std::move(*frame);
  if (next_frame_) next_frame_->at = start_ + next_frame_->media_time;
  return {};
}

Result<void> CallEndpoint::run(Timestamp now) {
  now_ = now;
  while (surroundings_.audio->next_deadline() <= now) {
    media_->audio().prepare_playback(now);
    surroundings_.audio->poll(surroundings_.audio->next_deadline());
    media_->audio().run(now);
  }
  while (next_frame_ && next_frame_->at <= now) {
    media_->video_send().encode(*next_frame_);
    if (Result<void> read = read_camera(); !read) return read;
  }
  media_->clip().run(now);
  (void)media_->run_network(*surroundings_.transport, surroundings_.stream, now);
  while (media_->video_receive().has_frames()) (void)media_->video_receive().decode_next(Duration::zero());
  media_->video_receive().present(now);
  if (now >= next_statistics_at_) {
    next_statistics_at_ += 1s;
    log_statistics(now);
  }
  return {};
}

Timestamp CallEndpoint::next_deadline() {
  const Timestamp camera = next_frame_ ? next_frame_->at : kNever;
  const Timestamp stream = surroundings_.stream != nullptr ? surroundings_.stream->next_deadline() : kNever;
  return std::min({stream, surroundings_.audio->next_deadline(), camera, surroundings_.transport->next_deadline(),
                   media_->next_network_deadline(), media_->clip().next_deadline(),
                   media_->video_receive().next_deadline(), next_statistics_at_});
}

Result<void> run_virtual_call(const std::vector<CallEndpoint*>& ends, Timestamp start, Duration duration,
                              const std::function<void(Duration)>& progress) {
  Timestamp now = start;
  Timestamp next_progress = start + 1s;
  while (true) {
    for (CallEndpoint* end : ends) {
      if (Result<void> ran = end->run(now); !ran) return ran;
    }
    Timestamp next = kNever;
    for (CallEndpoint* end : ends) next = std::min(next, end->next_deadline());
    // A deadline that has passed means "again at once": time stands still until everybody is content.
    now = std::max(now, next);
    if (now > start + duration) return {};
    if (now >= next_progress) {
      if (progress) progress(now - start);
      next_progress += 1s;
    }
  }
}

}  // namespace counterpoint
