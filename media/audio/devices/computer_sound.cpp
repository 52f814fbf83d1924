// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/computer_sound.h"

#include <pulse/pulseaudio.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/model/stereo.h"
#include "media/audio/devices/pulse_format.h"

namespace counterpoint {
namespace {

// Blocks that wait for the reader: before a stream begins to be heard, and at most, as the two clocks waver.
constexpr std::size_t kBegins = 3;
constexpr std::size_t kHolds = 8;

bool is_ours(const pa_sink_input_info& input) {
  const char* const process = pa_proplist_gets(input.proplist, PA_PROP_APPLICATION_PROCESS_ID);
  return process != nullptr && process == std::to_string(::getpid());
}

/// True for what a module of the server plays on, as those do that equalize or cancel echo: sound that was recorded
/// before it got there, and ours with it.
bool is_passed_on(const pa_sink_input_info& input) {
  const char* const role = pa_proplist_gets(input.proplist, PA_PROP_MEDIA_ROLE);
  return role != nullptr && (std::string_view(role) == "filter" || std::string_view(role) == "abstract");
}

void forget(pa_operation* operation) {
  if (operation != nullptr) pa_operation_unref(operation);
}

}  // namespace

struct ComputerSound::Callbacks {
  static ComputerSound& self(void* sound) { return *static_cast<ComputerSound*>(sound); }

  static void context_changed(pa_context* context, void* data) {
    const pa_context_state_t state = pa_context_get_state(context);
    if (!PA_CONTEXT_IS_GOOD(state)) self(data).ended_ = true;
    if (state != PA_CONTEXT_READY) return;
    pa_context_set_subscribe_callback(context, &input_changed, data);
    forget(pa_context_subscribe(context, PA_SUBSCRIPTION_MASK_SINK_INPUT, nullptr, nullptr));
    forget(pa_context_get_sink_input_info_list(context, &input_told, data));
  }
  static void input_changed(pa_context*, pa_subscription_event_type_t event, std::uint32_t input, void* data) {
    // One that ended ends its recording, too.
    if ((event & PA_SUBSCRIPTION_EVENT_TYPE_MASK) != PA_SUBSCRIPTION_EVENT_REMOVE) self(data).ask_for(input);
  }
  static void input_told(pa_context*, const pa_sink_input_info* input, int, void* data) {
    if (input != nullptr) self(data).follow(*input);
  }
  static void recording_changed(pa_stream* stream, void* data) {
    Recording& recording = *static_cast<Recording*>(data);
    const pa_stream_state_t state = pa_stream_get_state(stream);
    if (state == PA_STREAM_READY) recording.was_ready = true;
    if (PA_STREAM_IS_GOOD(state)) return;
    recording.stream.reset();
    // The server ends it when the program's stream moves to another sink.
    if (recording.was_ready) recording.owner->ask_for(recording.input);
  }
  static void recorded(pa_stream*, std::size_t, void* data) {
    Recording& recording = *static_cast<Recording*>(data);
    recording.owner->take(recording);
  }
};

ComputerSound::ComputerSound() {
  for (Recording& recording : recordings_) recording.owner = this;
  if (!connection_.open(&Callbacks::context_changed, this)) ended_ = true;
}

ComputerSound::~ComputerSound() {
  connection_.close([this] {
    for (Recording& recording : recordings_) recording.stream.reset();
  });
}

void ComputerSound::ask_for(std::uint32_t input) {
  forget(pa_context_get_sink_input_info(connection_.context(), input, &Callbacks::input_told, this));
}

void ComputerSound::follow(const pa_sink_input_info& input) {
  if (is_ours(input) || is_passed_on(input)) return;
  const auto records_it = [&](const Recording& other) { return other.stream && other.input == input.index; };
  if (std::ranges::any_of(recordings_, records_it)) return;
  const auto free = std::ranges::find_if(recordings_, [](const Recording& other) { return !other.stream; });
  if (free == recordings_.end()) return;
  free->input = input.index;
  free->was_ready = false;
  free->filled = 0;
  const pa_sample_spec format = pulse_format(kChannels);
  free->stream.reset(pa_stream_new(connection_.context(), "shared with the peer", &format, nullptr));
  if (!free->stream) return;
  pa_stream* const stream = free->stream.get();
  pa_stream_set_state_callback(stream, &Callbacks::recording_changed, &*free);
  pa_stream_set_read_callback(stream, &Callbacks::recorded, &*free);
  pa_stream_set_monitor_stream(stream, input.index);
  const pa_buffer_attr buffers = pulse_buffers(kChannels);
  if (pa_stream_connect_record(stream, nullptr, &buffers, PA_STREAM_ADJUST_LATENCY) < 0) free->stream.reset();
}

void ComputerSound::take(Recording& recording) {
  const void* data = nullptr;
  std::size_t bytes = 0;
  while (pa_stream_peek(recording.stream.get(), &data, &bytes) == 0 && bytes > 0) {
    const auto* const samples = static_cast<const float*>(data);
    for (std::size_t i = 0; i < bytes / sizeof(float); ++i) {
      recording.filling[recording.filled++] = samples != nullptr ? samples[i] : 0;
      if (recording.filled < recording.filling.size()) continue;
      recording.filled = 0;
      (void)recording.blocks.push(recording.filling);
    }
    pa_stream_drop(recording.stream.get());
  }
}

void ComputerSound::read(AudioBlock& block) {
  block.samples.fill(0);
  block.side.fill(0);
  for (Recording& recording : recordings_) add(recording, block);
  limit_channels(block.samples, block.side);
}

void ComputerSound::add(Recording& recording, AudioBlock& block) {
  if (recording.blocks.size() >= kBegins) recording.plays = true;
  while (recording.blocks.size() > kHolds) (void)recording.blocks.pop(recording.reading);
  for (std::size_t i = 0; i < block.samples.size(); ++i) {
    if (recording.left == 0) {
      if (!recording.plays) return;
      recording.plays = recording.blocks.pop(recording.reading);
      if (!recording.plays) return;
      recording.left = recording.reading.size();
    }
    const float* const left = recording.reading.data() + (recording.reading.size() - recording.left);
    block.samples[i] += (left[0] + left[1]) / 2;
    block.side[i] += (left[0] - left[1]) / 2;
    recording.left -= kChannels;
  }
}

}  // namespace counterpoint
