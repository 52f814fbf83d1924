// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/clip/clip_pipeline.h"

#include <algorithm>
#include <utility>

namespace counterpoint {
namespace {

constexpr const char* kNoClip = "no clip is being played; begin with play FILE";

Message at_time(const char* pattern, Duration time) { return message(pattern, decimal(to_seconds(time), 2)); }

}  // namespace

void ClipPipeline::run(Timestamp now) {
  if (std::exchange(starting_, false)) player_->play(now);
  for (auto command = std::exchange(waiting_, std::nullopt); command || (command = commands_.try_pop());
       command.reset()) {
    std::visit([&](const auto& c) { carry_out(c, now); }, *command);
  }
  if (player_ && !starting_) send_due(now);
  if (player_ && player_->ended(now)) finish(message("ended"), now);
  if (preview_) preview_->present(now);
  update_status(now);
}

Timestamp ClipPipeline::next_deadline() const {
  if (starting_) return Timestamp{};
  const Timestamp picture = player_ ? player_->next_deadline() : kNever;
  return preview_ ? std::min(picture, preview_->next_deadline()) : picture;
}

void ClipPipeline::carry_out(const PlayClip& play, Timestamp now) {
  if (!config_.obstacle.empty()) return fail(config_.obstacle, now);
  if (!player_) show_opening(play.path);
  auto opened = ClipPlayer::open(play.path, {.loop = loop_, .stereo = config_.stereo});
  if (!opened) return fail(opened.error().message, now);
  mixer_.clear();
  player_ = std::move(*opened);
  path_ = play.path;
  damaged_at_.reset();
  gate_ = ClipDropPolicy();
  meter_.clear();
  if (preview_) preview_->clear();
  camera_.yield(true);
  starting_ = true;
  {
    const std::lock_guard lock(counters_mutex_);
    counters_.size = player_->info().shown_size;
  }
  report_({.text = message("playing %1", player_->info().description)}, now);
}

void ClipPipeline::carry_out(const ResumeClip&, Timestamp now) {
  if (!player_) return fail(kNoClip, now);
  player_->play(now);
  mixer_.set_start_time(player_->begins_at());
  report_({.text = at_time(translatable("playing at %1 s"), player_->position(now))}, now);
}

void ClipPipeline::carry_out(const PauseClip&, Timestamp now) {
  if (!player_) return fail(kNoClip, now);
  starting_ = false;
  player_->pause(now);
  mixer_.set_start_time(std::nullopt);
  report_({.text = at_time(translatable("paused at %1 s"), player_->position(now))}, now);
}

void ClipPipeline::carry_out(const SeekClip& seek, Timestamp now) {
  if (!player_) return fail(kNoClip, now);
  mixer_.clear();
  starting_ = starting_ || player_->begins_at();
  if (Result<void> found = player_->seek(seek.to); !found) {
    fail(found.error().message, now);
    return finish(message("stopped"), now);
  }
  gate_ = ClipDropPolicy();
  if (preview_) preview_->clear();
  report_({.text = at_time(translatable("gone on at %1 s"), player_->position(now))}, now);
}

void ClipPipeline::carry_out(const StopClip&, Timestamp now) {
  if (!player_) return fail(kNoClip, now);
  finish(at_time(translatable("stopped at %1 s"), player_->position(now)), now);
}

void ClipPipeline::carry_out(const SetClipLoop& loop, Timestamp) {
  loop_ = loop.on;
  if (player_) player_->set_loop(loop.on);
}

void ClipPipeline::send_due(Timestamp now) {
  for (bool again = true; again;) {
    const DataRate rate = session_.with([](RtpSession& s) { return s.adaptation().point().video_rate(); });
    Result<std::optional<PlayedPicture>> picture = player_->poll(now, rate);
    if (!picture) {
      fail(picture.error().message, now);
      return finish(message("stopped"), now);
    }
    again = picture->has_value();
    if (!again) break;
    record_damage(**picture, now);
    send_picture(**picture, now);
  }
  mixer_.add(player_->take_audio());
  mixer_.set_start_time(player_->begins_at());
}

void ClipPipeline::send_picture(const PlayedPicture& picture, Timestamp now) {
  const bool sent = session_.with([&](RtpSession& s) {
    if (!gate_.admits(picture, {.backlog = s.video_backlog(now), .leaves_in = s.video_leaves_in(now)})) return false;
    s.send_video(picture.frame, now, picture.late);
    return true;
  });
  sent ? session_.wake() : player_->return_unsent_bits(picture);
  if (sent && preview_) preview_->add(picture.frame, now);
  meter_.add({.shown_for = picture.shown_for,
              .original_size = picture.original_size,
              .sent_size = DataSize::bytes(sent ? static_cast<std::int64_t>(picture.frame.data.size()) : 0),
              .begins_frame = !picture.second_field});
  const std::lock_guard lock(counters_mutex_);
  ++(sent ? counters_.sent : counters_.dropped);
  if (sent && picture.frame.key_frame) ++counters_.key_frames;
}

void ClipPipeline::record_damage(const PlayedPicture& picture, Timestamp now) {
  if (!picture.damaged || damaged_at_) return;
  damaged_at_ = picture.clip_time;
  report_({.text = at_time(translatable("damaged at %1 s; what is broken is sent as it is, and the clip goes on"),
                           picture.clip_time),
           .damaged = true},
          now);
}

void ClipPipeline::finish(const Message& why, Timestamp now) {
  player_.reset();
  starting_ = false;
  mixer_.set_start_time(std::nullopt);
  mixer_.clear();
  if (preview_) preview_->clear();
  camera_.yield(false);
  {
    const std::lock_guard lock(counters_mutex_);
    counters_.size = {};
  }
  report_({.text = why, .over = true}, now);
}

void ClipPipeline::show_opening(const std::string& path) {
  const std::lock_guard lock(counters_mutex_);
  status_ = {.phase = ClipStatus::Phase::kOpening, .path = path, .description = {}};
}

void ClipPipeline::update_status(Timestamp now) {
  ClipStatus status;
  if (player_) {
    const bool plays = starting_ || player_->begins_at();
    status = {.phase = plays ? ClipStatus::Phase::kPlaying : ClipStatus::Phase::kPaused,
              .path = path_,
              .description = player_->info().description,
              .has_audio = player_->info().has_audio,
              .position = std::min(player_->position(now), player_->info().duration.value_or(Duration::max())),
              .duration = player_->info().duration,
              .flow = meter_.read(),
              .damaged_at = damaged_at_};
  }
  const std::lock_guard lock(counters_mutex_);
  status_ = std::move(status);
}

ClipStatus ClipPipeline::status() const {
  const std::lock_guard lock(counters_mutex_);
  return status_;
}

ClipPipeline::Counters ClipPipeline::counters() const {
  const std::lock_guard lock(counters_mutex_);
  return counters_;
}

}  // namespace counterpoint
