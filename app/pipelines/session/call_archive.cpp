// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/session/call_archive.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "media/record/private_file.h"

namespace counterpoint {

Result<std::unique_ptr<CallArchive>> CallArchive::open(const std::filesystem::path& log_path,
                                                       std::uintmax_t max_log_bytes) {
  std::unique_ptr<CallArchive> archive(new CallArchive(max_log_bytes));
  if (log_path.empty()) return archive;
  if (const Result<void> started = archive->start_log(log_path); !started) return started.error();
  return archive;
}

Result<void> CallArchive::start_log(const std::filesystem::path& log_path) {
  make_private_file(log_path.string());
  log_file_.open(log_path, std::ios::binary | std::ios::trunc);
  if (!log_file_) {
    return Error{ErrorKind::kUnavailable,
                 message({.terminal = "cannot write the session log %1: %2; choose another place with --log",
                          .window = "cannot write the session log %1: %2; choose another folder in the settings"},
                         log_path.string(), Message(std::strerror(errno)))};
  }
  log_path_ = log_path;
  log_lock_ = FileDescriptor(::open(log_path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  // Not every file can be locked, and a log that is not is still a log.
  if (log_lock_.valid()) (void)::flock(log_lock_.get(), LOCK_SH | LOCK_NB);
  return {};
}

Result<void> CallArchive::start_recording(const std::filesystem::path& path, VideoCodec codec, bool stereo) {
  recorder_config_.stereo = stereo;
  auto recorder = MkvRecorder::open(path.string(), codec, recorder_config_);
  if (!recorder) return recorder.error();
  const std::lock_guard lock(recorder_mutex_);
  recorder_ = std::move(*recorder);
  recording_path_ = path;
  recording_ = true;
  return {};
}

void CallArchive::record_video(const EncodedVideoFrame& frame, Duration time) {
  if (video_listener_) video_listener_(frame, time);
  if (recording_) queue_.push(VideoItem{frame, time});
}

void CallArchive::record_audio(ByteView packet, Duration time) {
  if (recording_) queue_.push(AudioItem{Bytes(packet.begin(), packet.end()), time});
}

bool CallArchive::write_next() {
  std::optional<Item> item = queue_.pop();
  if (item) {
    write(std::move(*item));
    return true;
  }
  if (queue_.dropped() > 0) {
    report("the disk was too slow: " + std::to_string(queue_.dropped()) + " records of the call are lost");
  }
  log_lock_.reset();
  const std::lock_guard lock(recorder_mutex_);
  if (recorder_) {
    if (Result<void> closed = recorder_->close(); !closed) report(closed.error().message);
    recorder_.reset();
  }
  return false;
}

void CallArchive::write_pending() {
  while (std::optional<Item> item = queue_.try_pop()) write(std::move(*item));
}

Result<void> CallArchive::begin_part_for(VideoCodec codec) {
  if (recorder_->takes(codec)) return {};
  if (Result<void> closed = recorder_->close(); !closed) return closed;
  std::filesystem::path path = recording_path_;
  path.replace_filename(path.stem().string() + "-part" + std::to_string(++part_) + path.extension().string());
  auto recorder = MkvRecorder::open(path.string(), codec, recorder_config_);
  if (!recorder) return recorder.error();
  recorder_ = std::move(*recorder);
  return {};
}

void CallArchive::write_record(LogRecord record) {
  if (!log_file_.is_open()) return;
  record.time = log_time_ = std::max(record.time, log_time_);
  const std::string line = to_json_line(record) + '\n';
  if (log_bytes_ + line.size() > max_log_bytes_ && !std::holds_alternative<LogEnd>(record.body)) {
    return report(
        message("the session log %1 has become too large: the rest of the call is not in it", log_path_.string()));
  }
  log_file_ << line << std::flush;
  log_bytes_ += line.size();
  if (!log_file_) {
    report(message("the session log %1 cannot be written any more: make room, or choose another folder in the settings",
                   log_path_.string()));
  }
  log_file_.clear();
}

void CallArchive::write(Item item) {
  if (auto* record = std::get_if<LogRecord>(&item)) return write_record(std::move(*record));
  const std::lock_guard lock(recorder_mutex_);
  if (!recorder_) return;
  const auto* video = std::get_if<VideoItem>(&item);
  const auto* audio = std::get_if<AudioItem>(&item);
  Result<void> written = video != nullptr ? begin_part_for(video->frame.codec) : Result<void>();
  if (written) {
    written = video != nullptr ? recorder_->write_video(video->frame, video->time)
                               : recorder_->write_audio(audio->packet, audio->time);
  }
  if (!written) {
    report(written.error().message);
    recorder_.reset();
  }
}

void CallArchive::report(Message problem) {
  const std::lock_guard lock(problem_mutex_);
  if (!std::exchange(problem_reported_, true)) problem_ = std::move(problem);
}

std::optional<Message> CallArchive::take_problem() {
  const std::lock_guard lock(problem_mutex_);
  return std::exchange(problem_, std::nullopt);
}

}  // namespace counterpoint
