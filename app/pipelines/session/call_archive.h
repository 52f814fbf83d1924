// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

#include "core/base/queue/bounded_queue.h"
#include "core/base/result.h"
#include "core/log/session_log.h"
#include "media/record/mkv_recorder.h"
#include "net/adapters/file_descriptor.h"

namespace counterpoint {

/// Everything a call leaves on disk: its log, always, and the recording of what was received, on demand.
///
/// 1. log() and record_...() only queue, from any thread; write_pending() does the writing, in one thread.
/// 2. Each line reaches the system at once when written, so that a crash loses at most what is still queued.
/// 3. While it is written, other programs can see that (flock(2), shared), and leave the log alone.
/// 4. Times in the log never go back: what is known only later, such as a decision at the arrival of a report, gets the
///    time of the record before it.
/// 5. A disk that fails in the middle of a call never ends it: take_problem() then says so, once.
/// 6. A log ends at `max_log_bytes`, but for its last record: untrue reports of a peer cause many decisions.
class CallArchive {
 public:
  /// In bytes; two days of an ordinary call.
  static constexpr std::uintmax_t kMaxLogBytes = 500'000'000;

  /// Makes the log; with an empty path none is kept. Errors name the file.
  [[nodiscard]] static Result<std::unique_ptr<CallArchive>> open(const std::filesystem::path& log_path,
                                                                 std::uintmax_t max_log_bytes = kMaxLogBytes);
  /// Makes the log of an archive that was opened without one: what has been logged goes there too. Call it before the
  /// first write_next(). Errors name the file.
  [[nodiscard]] Result<void> start_log(const std::filesystem::path& log_path);
  /// From now on, what is received goes to `path` too, as Matroska. Call it before the first record_...(). When the
  /// codec of the video changes (a clip begins or ends), it goes on in a new file: call.mkv, call-part2.mkv,
  /// call-part3.mkv... With `stereo`, sound may come in stereo.
  [[nodiscard]] Result<void> start_recording(const std::filesystem::path& path, VideoCodec codec, bool stereo);

  /// Hears of each record too, in the thread that logs it. Call it before the first log().
  void set_listener(std::function<void(const LogRecord&)> listener) { listener_ = std::move(listener); }

  /// Hears of each frame that was decoded, whether it is recorded or not, with its time, in the thread that decodes.
  /// Call it before the first record_video().
  void set_video_listener(std::function<void(const EncodedVideoFrame&, Duration)> listener) {
    video_listener_ = std::move(listener);
  }

  void log(LogRecord record) {
    if (listener_) listener_(record);
    queue_.push(std::move(record));
  }
  /// Media as they were received; `time` is on the peer's time line, common to both kinds.
  void record_video(const EncodedVideoFrame& frame, Duration time);
  void record_audio(ByteView packet, Duration time);

  /// Writes one queued item, waiting for it; false when closed and all is written.
  bool write_next();
  /// Writes what is queued now, without waiting.
  void write_pending();
  void close() { queue_.close(); }
  /// The first failure to write, once.
  [[nodiscard]] std::optional<Message> take_problem();
  [[nodiscard]] const std::filesystem::path& log_path() const { return log_path_; }

 private:
  struct VideoItem {
    EncodedVideoFrame frame;
    Duration time;
  };
  struct AudioItem {
    Bytes packet;
    Duration time;
  };
  using Item = std::variant<LogRecord, VideoItem, AudioItem>;

  explicit CallArchive(std::uintmax_t max_log_bytes) : max_log_bytes_(max_log_bytes) {}
  void write(Item item);
  void write_record(LogRecord record);
  [[nodiscard]] Result<void> begin_part_for(VideoCodec codec);
  void report(Message problem);

  /// Items wait only while the disk is slow: a minute of media fits.
  static constexpr std::size_t kQueueCapacity = 6000;

  std::uintmax_t max_log_bytes_;
  std::uintmax_t log_bytes_ = 0;
  std::filesystem::path log_path_;
  std::ofstream log_file_;
  Duration log_time_{};      ///< The time of the last record written.
  FileDescriptor log_lock_;  ///< The same file again; none once all is written.
  std::function<void(const LogRecord&)> listener_;
  std::function<void(const EncodedVideoFrame&, Duration)> video_listener_;
  std::atomic<bool> recording_ = false;
  std::mutex recorder_mutex_;
  std::unique_ptr<MkvRecorder> recorder_;
  std::filesystem::path recording_path_;
  MkvRecorderConfig recorder_config_;
  int part_ = 1;
  BoundedQueue<Item> queue_{kQueueCapacity};
  std::mutex problem_mutex_;
  bool problem_reported_ = false;
  std::optional<Message> problem_;
};

}  // namespace counterpoint
