// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/pulse_handles.h"

#include <pulse/pulseaudio.h>

namespace counterpoint {

void PulseContextDeleter::operator()(pa_context* context) const {
  pa_context_set_state_callback(context, nullptr, nullptr);
  pa_context_set_subscribe_callback(context, nullptr, nullptr);
  pa_context_disconnect(context);
  pa_context_unref(context);
}

void PulseStreamDeleter::operator()(pa_stream* stream) const {
  pa_stream_set_state_callback(stream, nullptr, nullptr);
  pa_stream_set_read_callback(stream, nullptr, nullptr);
  pa_stream_set_write_callback(stream, nullptr, nullptr);
  pa_stream_set_underflow_callback(stream, nullptr, nullptr);
  pa_stream_set_moved_callback(stream, nullptr, nullptr);
  pa_stream_disconnect(stream);
  pa_stream_unref(stream);
}

void PulseLoopDeleter::operator()(pa_threaded_mainloop* loop) const { pa_threaded_mainloop_free(loop); }

PulseContext make_pulse_context(pa_mainloop_api* api) {
  pa_proplist* properties = pa_proplist_new();
  if (properties == nullptr) return nullptr;
  pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "Counterpoint");
  pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "counterpoint");
  PulseContext context(pa_context_new_with_proplist(api, nullptr, properties));
  pa_proplist_free(properties);
  return context;
}

bool PulseConnection::open(StateChanged changed, void* data) {
  loop_.reset(pa_threaded_mainloop_new());
  if (loop_) context_ = make_pulse_context(pa_threaded_mainloop_get_api(loop_.get()));
  if (!context_) return false;
  pa_context_set_state_callback(context_.get(), changed, data);
  return pa_context_connect(context_.get(), nullptr, PA_CONTEXT_NOAUTOSPAWN, nullptr) >= 0 &&
         pa_threaded_mainloop_start(loop_.get()) >= 0;
}

void PulseConnection::close(const std::function<void()>& end_streams) {
  if (!loop_) return;
  pa_threaded_mainloop_lock(loop_.get());
  end_streams();
  context_.reset();
  pa_threaded_mainloop_unlock(loop_.get());
  // The thread never waits for anything but its loop's events, so it ends at once.
  pa_threaded_mainloop_stop(loop_.get());
  loop_.reset();
}

}  // namespace counterpoint
