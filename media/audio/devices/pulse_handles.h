// SPDX-License-Identifier: GPL-3.0-or-later
// Owners of libpulse's objects. None of them waits for the sound server.
#pragma once

#include <functional>
#include <memory>

struct pa_context;
struct pa_mainloop_api;
struct pa_stream;
struct pa_threaded_mainloop;

namespace counterpoint {

struct PulseContextDeleter {
  void operator()(pa_context* context) const;
};
using PulseContext = std::unique_ptr<pa_context, PulseContextDeleter>;

struct PulseStreamDeleter {
  void operator()(pa_stream* stream) const;
};
using PulseStreamHandle = std::unique_ptr<pa_stream, PulseStreamDeleter>;

struct PulseLoopDeleter {
  void operator()(pa_threaded_mainloop* loop) const;
};
using PulseLoop = std::unique_ptr<pa_threaded_mainloop, PulseLoopDeleter>;

/// A context by which this program is known to the sound server, not connected yet; null without memory.
[[nodiscard]] PulseContext make_pulse_context(pa_mainloop_api* api);

/// A context with a thread that moves it on.
class PulseConnection {
 public:
  using StateChanged = void (*)(pa_context* context, void* data);

  /// Begins to connect. `changed` is called in the thread with each state. False if that cannot begin.
  [[nodiscard]] bool open(StateChanged changed, void* data);
  /// Ends the thread, if there is one; before that, `end_streams` is called while the thread does nothing.
  void close(const std::function<void()>& end_streams);
  /// Null before open().
  [[nodiscard]] pa_context* context() const { return context_.get(); }

 private:
  PulseLoop loop_;
  PulseContext context_;
};

}  // namespace counterpoint
