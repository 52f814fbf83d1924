// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/x11_window_source.h"

#include <charconv>
#include <string_view>
#include <utility>

namespace counterpoint {
namespace {

/// A window that cannot be read is looked for again after this.
constexpr Duration kLookAgain = 100ms;

std::optional<X11Display::WindowId> window_number(std::string_view text) {
  if (!text.starts_with("0x")) return std::nullopt;
  X11Display::WindowId number = 0;
  const auto [rest, code] = std::from_chars(text.data() + 2, text.data() + text.size(), number, 16);
  if (code != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

X11WindowSource::X11WindowSource(std::unique_ptr<X11Display> display, X11Display::WindowId window,
                                 const LiveSource::Config& config, std::function<Timestamp()> clock)
    : display_(std::move(display)), window_(window), config_(config), clock_(std::move(clock)) {}

Result<std::unique_ptr<VideoSource>> X11WindowSource::open(const std::string& window, const LiveSource::Config& config,
                                                           std::function<Timestamp()> clock) {
  const auto number = window_number(window);
  if (!number) {
    return Error{ErrorKind::kInvalidArgument,
                 message("\"%1\" is no window; write its number as xwininfo shows it, as in window:0x2a00007", window)};
  }
  auto display = X11Display::open("");
  if (!display) return display.error();
  if (!(*display)->find_window(*number)) {
    return Error{ErrorKind::kUnavailable, message("There is no window %1 any more; choose another one", window)};
  }
  (*display)->keep_apart(*number);
  return std::unique_ptr<VideoSource>(new X11WindowSource(std::move(*display), *number, config, std::move(clock)));
}

Result<std::optional<VideoFrame>> X11WindowSource::read() {
  for (;;) {
    const auto now = display_->find_window(window_);
    if (!now) {
      return Error{ErrorKind::kUnavailable, message("the window was closed; share the screen again to go on")};
    }
    follow(*now);
    if (source_) {
      auto frame = source_->read();
      if (frame && *frame) {
        if (!first_at_) first_at_ = (*frame)->at;
        (*frame)->media_time = (*frame)->at - *first_at_;
        return frame;
      }
      // It was made smaller, minimised or closed meanwhile, unless it is interrupted.
      put_in(nullptr);
    }
    if (!wait_a_moment()) return std::optional<VideoFrame>();
  }
}

void X11WindowSource::interrupt() {
  {
    const std::lock_guard lock(mutex_);
    interrupted_ = true;
    if (source_) source_->interrupt();
  }
  wake_up_.notify_all();
}

void X11WindowSource::follow(const X11Display::Window& now) {
  if (!now.viewable) return put_in(nullptr);
  if (source_ && size_ == now.size) return;
  size_ = now.size;
  auto source = LiveSource::open_screen("", {.window = window_}, config_, clock_);
  put_in(source ? std::move(*source) : nullptr);
}

void X11WindowSource::put_in(std::unique_ptr<VideoSource> source) {
  const std::lock_guard lock(mutex_);
  std::swap(source_, source);
  if (source_ && interrupted_) source_->interrupt();
}

/// False: it is interrupted.
bool X11WindowSource::wait_a_moment() {
  std::unique_lock lock(mutex_);
  return !wake_up_.wait_for(lock, kLookAgain, [this] { return interrupted_; });
}

}  // namespace counterpoint
