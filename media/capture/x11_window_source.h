// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/ports/video_source.h"
#include "media/capture/live_source.h"
#include "media/capture/x11_display.h"

namespace counterpoint {

/// A window of an X11 display, and of no other window that covers it. It follows the window's size, and gives no frames
/// while the window is minimised.
class X11WindowSource final : public VideoSource {
 public:
  /// kUnavailable: there is no such window now. `window` is its number, as in "0x2a00007".
  [[nodiscard]] static Result<std::unique_ptr<VideoSource>> open(const std::string& window,
                                                                 const LiveSource::Config& config,
                                                                 std::function<Timestamp()> clock);

  /// kUnavailable when the window was closed.
  [[nodiscard]] Result<std::optional<VideoFrame>> read() override;
  void interrupt() override;
  [[nodiscard]] bool is_live() const override { return true; }
  [[nodiscard]] Message description() const override { return message("a window"); }

 private:
  X11WindowSource(std::unique_ptr<X11Display> display, X11Display::WindowId window, const LiveSource::Config& config,
                  std::function<Timestamp()> clock);
  /// Reads the window as it is now, or nothing.
  void follow(const X11Display::Window& now);
  void put_in(std::unique_ptr<VideoSource> source);
  [[nodiscard]] bool wait_a_moment();

  const std::unique_ptr<X11Display> display_;
  const X11Display::WindowId window_;
  const LiveSource::Config config_;
  const std::function<Timestamp()> clock_;
  Resolution size_;
  std::optional<Timestamp> first_at_;
  std::mutex mutex_;
  std::condition_variable wake_up_;
  std::unique_ptr<VideoSource>
      source_;                ///< Exchanged by the reader alone, under mutex_. Null: nothing can be read now.
  bool interrupted_ = false;  ///< Guarded by mutex_.
};

}  // namespace counterpoint
