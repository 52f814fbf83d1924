// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/ports/video_source.h"

namespace counterpoint {

/// A camera (v4l2) or the screen (x11grab), by libavdevice.
class LiveSource final : public VideoSource {
 public:
  struct Config {
    Resolution size;       ///< Size requested of the camera; box that the screen is scaled down to fit.
    FrameRate frame_rate;  ///< 1 to 60.
  };
  /// A part of an X11 display; by default it is all of it.
  struct ScreenPart {
    std::uint32_t window = 0;  ///< Not 0: of that window only, as large as it is now.
    int x = 0;                 ///< Left upper corner.
    int y = 0;
    Resolution size{};  ///< No size means all of the screen.
  };
  /// `device` is a path such as "/dev/video0".
  [[nodiscard]] static Result<std::unique_ptr<VideoSource>> open_camera(const std::string& device, const Config& config,
                                                                        std::function<Timestamp()> clock);
  /// The screen with the mouse pointer. `display` is an X11 display such as ":0"; empty for that of $DISPLAY.
  [[nodiscard]] static Result<std::unique_ptr<VideoSource>> open_screen(const std::string& display,
                                                                        const ScreenPart& part, const Config& config,
                                                                        std::function<Timestamp()> clock);
  ~LiveSource() override;

  /// kUnavailable when the device went away.
  [[nodiscard]] Result<std::optional<VideoFrame>> read() override;
  /// Neither decodes nor converts, unless later frames need this one.
  [[nodiscard]] Result<std::optional<VideoFrame>> skip() override;
  void interrupt() override;
  [[nodiscard]] bool is_live() const override { return true; }
  [[nodiscard]] bool is_camera() const override;
  [[nodiscard]] Message description() const override;

 private:
  struct State;
  explicit LiveSource(std::unique_ptr<State> state);
  [[nodiscard]] Result<std::optional<VideoFrame>> next(bool decoded);
  [[nodiscard]] Result<bool> receive_frame(bool decoded);
  [[nodiscard]] Timestamp capture_time(std::int64_t packet_time_us) const;
  [[nodiscard]] bool is_interrupted();
  /// Until it is worth asking the device again, or interrupt().
  void wait_a_moment();

  std::unique_ptr<State> state_;
  std::mutex mutex_;
  std::condition_variable wake_up_;
  bool interrupted_ = false;  ///< Guarded by mutex_.
};

}  // namespace counterpoint
