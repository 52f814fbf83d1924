// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/frame_buffer.h"
#include "media/capture/device_list.h"

namespace counterpoint {

/// A connection to an X11 display, to find what of it can be shared.
class X11Display {
 public:
  using WindowId = std::uint32_t;
  struct Window {
    Resolution size;
    bool viewable = false;  ///< False: minimised, or on another desktop.
  };

  /// `name` as in ":0"; empty for $DISPLAY. kUnavailable: it cannot be reached.
  [[nodiscard]] static Result<std::unique_ptr<X11Display>> open(const std::string& name);
  ~X11Display();
  X11Display(const X11Display&) = delete;
  X11Display& operator=(const X11Display&) = delete;

  /// All of it; then its monitors, if there are several; then its windows, the newest last, with the names that their
  /// programs gave (RandR 1.5; Extended Window Manager Hints, _NET_CLIENT_LIST).
  [[nodiscard]] std::vector<DeviceInfo> list_screens() const;
  /// Nothing when it is not there any more.
  [[nodiscard]] std::optional<Window> find_window(WindowId window) const;
  /// From now on, until this connection ends, the window has a memory of its own, so that reading it shows no other
  /// window that covers it.
  void keep_apart(WindowId window) const;

 private:
  struct State;
  explicit X11Display(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace counterpoint
