// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/pipelines/video/captured_frame.h"
#include "core/base/queue/bounded_queue.h"
#include "core/base/result.h"
#include "core/control/call_command.h"
#include "core/control/notice.h"
#include "core/ports/frame_sink.h"
#include "core/ports/video_source.h"

namespace counterpoint {

/// Reads a video source in a thread of its own, at the source's pace, and hands each frame to the local view and to
/// whoever is attached.
///
/// 1. The source may be exchanged for another at any time.
/// 2. While a live source that is wanted cannot be had, the test card stands in, and it is looked for again each
///    kRetryInterval. A file that ends or breaks is not replaced.
/// 3. While nobody is attached and nobody looks, a stored source stands still; a live one is read on, so that what
///    comes next is new, but its frames are not decoded. A camera whose preview nobody has looked at for
///    Preview::linger is closed, so that its light goes out, unless it is held.
/// 4. While it is off, black frames stand in for whatever is chosen, which is closed: a camera's light goes out. It is
///    opened anew as soon as it is on; a file begins again.
/// 5. Frames that only a preview could show, and does not, are neither decoded nor, of a stored source, waited for.
class CameraThread {
 public:
  /// The distance of frames in a preview, as near as the source's frames allow; never less than two thirds of that.
  struct Preview {
    Duration alone;   ///< Used while nobody is attached.
    Duration beside;  ///< Used while somebody is attached.
    Duration idle;    ///< Used while nobody is attached, and whoever looks is idle.
    /// A live source is closed after so long without anybody who wants it, and opened anew for whoever comes.
    Duration linger = Duration::max();
  };
  struct Config {
    std::string name;  ///< A name that VideoSourceConfig takes, or "none".
    FrameKind kind = FrameKind::kCamera;
    /// Opens a source by its name; called in this thread and in that of open().
    std::function<Result<std::unique_ptr<VideoSource>>(const std::string& name)> open;
    FrameSink* local_view = nullptr;  ///< May be null.
    /// If there is one, the local view is a preview: the source is opened by the thread, once somebody looks or is
    /// attached, with a notice if it cannot be; and not all frames are shown.
    std::optional<Preview> preview{};
    /// Called, in the thread, with what is read from now on.
    std::function<void(const VideoSource& source)> on_source{};
    /// Called, in the thread, with a sentence for people when a source is lost, is back, ends, or does not open.
    std::function<void(const Notice&)> notice;
    /// If there is one: called, in the thread, with the reason when the source is lost or ends; nothing stands in then,
    /// and no notice is given.
    std::function<void(const Message& why)> on_end{};
  };
  /// Opens the source, unless there is a preview; errors are those of Config::open.
  [[nodiscard]] static Result<std::unique_ptr<CameraThread>> open(Config config);
  ~CameraThread();
  CameraThread(const CameraThread&) = delete;
  CameraThread& operator=(const CameraThread&) = delete;

  /// Starts reading; a stored source's first frame belongs to `start`. Nothing happens when it reads already.
  void start(Timestamp start);
  /// Frames go there from now on; null for nowhere.
  void attach(std::shared_ptr<Mailbox<CapturedFrame>> mailbox);
  /// Another source from now on, from any thread; what comes of it a notice tells if it fails.
  void choose(const std::string& name);
  /// Opens the source anew, from any thread: Config::open gives another frame or rate now. A file begins again.
  void reopen();
  /// Switches it off or on, from any thread. At first it is on.
  void set_on(bool on);
  /// Tells how closely somebody looks at the local view, from any thread. At first nobody looks at a preview, but
  /// somebody looks at any other view. Gives the attention until then.
  Attention set_attention(Attention attention);
  /// Tells if a call is under way, from any thread: then what is open stays so, as it will soon be wanted.
  void hold(bool held);
  [[nodiscard]] Message description() const;
  /// False: "none" is chosen, so that there are no frames.
  [[nodiscard]] bool has_choice() const;

 private:
  explicit CameraThread(Config config);
  [[nodiscard]] bool is_wanted() const { return mailbox_ || is_seen(); }
  [[nodiscard]] bool is_seen() const { return config_.local_view != nullptr && attention_ != Attention::kNone; }
  [[nodiscard]] bool has_work() const;
  [[nodiscard]] bool next_is_wanted();
  [[nodiscard]] bool is_for_view(Timestamp at, Duration interval) const;
  void run();
  [[nodiscard]] bool follow_choice();
  void take(const std::string& choice, bool on);
  void put_in(std::unique_ptr<VideoSource> source);
  void stand_in(const Message& why);
  void look_again(const std::string& wanted);
  void read_one();
  [[nodiscard]] bool close_unwanted();
  void place_in_time(VideoFrame& frame);
  [[nodiscard]] bool wait_until(Timestamp at);
  void deliver(const VideoFrame& frame);

  /// A stored source that fell behind by more than this (a suspended machine) goes on from now, not in a rush.
  static constexpr Duration kMaxLag = 500ms;
  /// Pictures are back within a second.
  static constexpr Duration kRetryInterval = 500ms;

  const Config config_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool stop_ = false;
  bool chosen_ = false;  ///< `wanted_` or `on_` is new.
  bool on_ = true;
  std::string wanted_;
  Attention attention_;
  bool held_ = false;
  std::shared_ptr<Mailbox<CapturedFrame>> mailbox_;
  std::unique_ptr<VideoSource> source_;  ///< Exchanged by the thread alone. Null: no frames.
  Timestamp start_{};                    ///< The thread's, once it runs.
  Timestamp next_try_ = kNever;          ///< The thread's; to open what is wanted, while the test card stands in.
  Timestamp wanted_at_{};                ///< The thread's: it was last wanted, or held, then.
  Timestamp last_at_{};                  ///< The thread's, as the following: of the last frame, seen or not.
  Duration interval_{};                  ///< Time from the frame before to it.
  Timestamp last_shown_{};               ///< In the local view.
  std::thread thread_;
};

}  // namespace counterpoint
