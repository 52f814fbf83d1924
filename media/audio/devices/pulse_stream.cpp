// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/pulse_stream.h"

#include <pulse/pulseaudio.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/model/stereo.h"
#include "media/audio/devices/pulse_format.h"

namespace counterpoint {
namespace {

constexpr std::uint8_t kMono = 1;
constexpr std::uint8_t kStereo = 2;

}  // namespace

struct PulseStream::Callbacks {
  static PulseStream& self(void* stream) { return *static_cast<PulseStream*>(stream); }

  static void context_changed(pa_context* context, void* data) {
    const pa_context_state_t state = pa_context_get_state(context);
    if (state == PA_CONTEXT_READY) self(data).connect_stream();
    if (!PA_CONTEXT_IS_GOOD(state)) self(data).ended_ = true;
  }
  static void stream_changed(pa_stream* stream, void* data) {
    if (!PA_STREAM_IS_GOOD(pa_stream_get_state(stream))) self(data).ended_ = true;
  }
  static void moved(pa_stream* stream, void* data) {
    if (self(data).was_moved_to_monitor(pa_stream_get_device_name(stream))) self(data).ended_ = true;
  }
  static void readable(pa_stream*, std::size_t, void* data) { self(data).read(); }
  static void writable(pa_stream*, std::size_t, void* data) { self(data).write(); }
  static void ran_out(pa_stream*, void* data) { self(data).breaks_.fetch_add(1, std::memory_order_relaxed); }
};

PulseStream::PulseStream(std::string device, AudioDirection direction, Duration latency, Handler handler)
    : device_(std::move(device)), direction_(direction), latency_(latency), handler_(std::move(handler)) {}

PulseStream::~PulseStream() { stop(); }

void PulseStream::start() {
  stop();
  filled_ = 0;
  ended_ = false;
  if (!connection_.open(&Callbacks::context_changed, this)) ended_ = true;
}

void PulseStream::stop() {
  connection_.close([this] { stream_.reset(); });
}

void PulseStream::connect_stream() {
  pa_proplist* properties = pa_proplist_new();
  const bool capture = direction_ == AudioDirection::kCapture;
  const std::uint8_t channels = capture ? kMono : kStereo;
  const pa_sample_spec format = pulse_format(channels);
  // Headsets without wires switch to a profile with a microphone. A loudspeaker of that role would have the desktop
  // stop music, and so what is shared with the peer.
  if (properties != nullptr && capture) pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "phone");
  stream_.reset(pa_stream_new_with_proplist(connection_.context(), capture ? "microphone" : "loudspeaker", &format,
                                            nullptr, properties));
  if (properties != nullptr) pa_proplist_free(properties);
  if (!stream_) {
    ended_ = true;
    return;
  }
  pa_stream* stream = stream_.get();
  pa_stream_set_state_callback(stream, &Callbacks::stream_changed, this);
  const auto latency = static_cast<std::uint32_t>(pa_usec_to_bytes(
      static_cast<pa_usec_t>(std::chrono::duration_cast<std::chrono::microseconds>(latency_).count()), &format));
  pa_buffer_attr buffers = pulse_buffers(channels);
  buffers.tlength = latency;
  const auto flags = static_cast<pa_stream_flags_t>(PA_STREAM_INTERPOLATE_TIMING | PA_STREAM_AUTO_TIMING_UPDATE |
                                                    PA_STREAM_ADJUST_LATENCY);
  const char* const device = device_.empty() ? nullptr : device_.c_str();
  int result = 0;
  if (capture) {
    pa_stream_set_read_callback(stream, &Callbacks::readable, this);
    pa_stream_set_moved_callback(stream, &Callbacks::moved, this);
    result = pa_stream_connect_record(stream, device, &buffers, flags);
  } else {
    pa_stream_set_write_callback(stream, &Callbacks::writable, this);
    pa_stream_set_underflow_callback(stream, &Callbacks::ran_out, this);
    result = pa_stream_connect_playback(stream, device, &buffers, flags, nullptr, nullptr);
  }
  if (result < 0) ended_ = true;
}

/// The server moves a stream to the monitor of a sink when the last microphone goes away. Nobody chose to send that.
bool PulseStream::was_moved_to_monitor(const char* device) const {
  return device != nullptr && device != device_ && std::string_view(device).ends_with(".monitor");
}

/// Zero until the server has told it for the first time.
Duration PulseStream::latency_now() const {
  pa_usec_t latency = 0;
  int negative = 0;
  if (pa_stream_get_latency(stream_.get(), &latency, &negative) < 0) return {};
  const std::chrono::microseconds magnitude(static_cast<std::int64_t>(latency));
  return negative != 0 ? -magnitude : magnitude;
}

void PulseStream::read() {
  if (ended_) return;
  Duration age = latency_now();
  const void* data = nullptr;
  std::size_t bytes = 0;
  while (pa_stream_peek(stream_.get(), &data, &bytes) == 0 && bytes > 0) {
    const std::size_t count = bytes / sizeof(float);
    if (data == nullptr) breaks_.fetch_add(1, std::memory_order_relaxed);
    take(static_cast<const float*>(data), count, age);
    age -= audio_duration(count);
    pa_stream_drop(stream_.get());
  }
}

/// `samples` is null for a hole in what was captured; `age` is that of the first of them.
void PulseStream::take(const float* samples, std::size_t count, Duration age) {
  for (std::size_t done = 0; done < count;) {
    const std::size_t piece = std::min(count - done, kAudioBlockSamples - filled_);
    float* const to = block_.samples.data() + filled_;
    if (samples != nullptr) {
      std::copy_n(samples + done, piece, to);
    } else {
      std::fill_n(to, piece, 0.0F);
    }
    done += piece;
    filled_ += piece;
    if (filled_ < kAudioBlockSamples) return;
    filled_ = 0;
    handler_(block_, age - audio_duration(done) + kAudioBlockDuration);
  }
}

void PulseStream::write() {
  constexpr std::size_t kBlockBytes = pulse_block_bytes(kStereo);
  const auto room = [this] { return pa_stream_writable_size(stream_.get()); };
  for (std::size_t left = room(); left != static_cast<std::size_t>(-1) && left >= kBlockBytes; left = room()) {
    block_ = {};
    handler_(block_, std::max(latency_now(), Duration{}));
    join_channels(block_.samples, block_.side, interleaved_);
    if (pa_stream_write(stream_.get(), interleaved_.data(), kBlockBytes, nullptr, 0, PA_SEEK_RELATIVE) < 0) {
      ended_ = true;
      return;
    }
  }
}

}  // namespace counterpoint
