// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/call_archive.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace counterpoint {

Result<std::unique_ptr<CallArchive>> CallArchive::open(const Config& config) {
  std::unique_ptr<CallArchive> archive(new CallArchive(config));
  archive->log_file_.open(config.log_path, std::ios::binary | std::ios::trunc);
  if (!archive->log_file_) {
    return Error{ErrorKind::kUnavailable, "cannot write the session log " + config.log_path.string() + ": " +
                                              std::strerror(errno) + "; choose another place with --log"};
  }
  if (config.recording_path) {
    auto recorder = MkvRecorder::open(config.recording_path->string(), config.codec);
    if (!recorder) return recorder.error();
    archive->recorder_ = std::move(*recorder);
  }
  return archive;
}

void CallArchive::record_video(const EncodedVideoFrame& frame, Duration time) {
  if (config_.recording_path) queue_.push(VideoItem{frame, time});
}

void CallArchive::record_audio(ByteView packet, Duration time) {
  if (config_.recording_path) queue_.push(AudioItem{Bytes(packet.begin(), packet.end()), time});
}

bool CallArchive::write_next() {
  const std::optional<Item> item = queue_.pop();
  if (!item) {
    if (recorder_) {
      if (Result<void> closed = recorder_->close(); !closed) report(closed.error().message);
      recorder_.reset();
    }
    return false;
  }
  write(*item);
  return true;
}

void CallArchive::write_pending() {
  while (const std::optional<Item> item = queue_.try_pop()) write(*item);
}

void CallArchive::write(const Item& item) {
  if (const auto* record = std::get_if<LogRecord>(&item)) {
    log_file_ << to_json_line(*record) << '\n' << std::flush;
    if (!log_file_) report("the session log " + config_.log_path.string() + " cannot be written any more");
    log_file_.clear();
    return;
  }
  if (!recorder_) return;
  const auto* video = std::get_if<VideoItem>(&item);
  const auto* audio = std::get_if<AudioItem>(&item);
  Result<void> written = video != nullptr ? recorder_->write_video(video->frame, video->time)
                                          : recorder_->write_audio(audio->packet, audio->time);
  if (!written) {
    report(written.error().message);
    recorder_.reset();
  }
}

void CallArchive::report(std::string problem) {
  const std::lock_guard lock(problem_mutex_);
  if (!std::exchange(problem_reported_, true)) problem_ = std::move(problem);
}

std::optional<std::string> CallArchive::take_problem() {
  const std::lock_guard lock(problem_mutex_);
  return std::exchange(problem_, std::nullopt);
}

}  // namespace counterpoint
