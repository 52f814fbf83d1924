// SPDX-License-Identifier: GPL-3.0-or-later
// Owners of libpulse's objects. None of them waits for the sound server.
#pragma once

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

}  // namespace counterpoint
