// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/pipewire_stream.h"

#include <pipewire/pipewire.h>
#include <spa/param/video/format-utils.h>
#include <spa/utils/result.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "media/ffmpeg/ffmpeg_handles.h"
#include "media/frame/picture_converter.h"

namespace counterpoint {
namespace {

constexpr std::chrono::milliseconds kPatience{5000};  ///< A desktop has so long to say in which format frames come.
constexpr std::uint32_t kMaxSide = 16384;
constexpr std::uint32_t kMaxRate = 1000;  ///< Frames/s.
constexpr int kMaxDamages = 16;           ///< Rectangles that changed in a frame.

constexpr std::array kFormats = {
    std::pair(SPA_VIDEO_FORMAT_BGRx, AV_PIX_FMT_BGR0), std::pair(SPA_VIDEO_FORMAT_BGRA, AV_PIX_FMT_BGRA),
    std::pair(SPA_VIDEO_FORMAT_RGBx, AV_PIX_FMT_RGB0), std::pair(SPA_VIDEO_FORMAT_RGBA, AV_PIX_FMT_RGBA),
    std::pair(SPA_VIDEO_FORMAT_xRGB, AV_PIX_FMT_0RGB), std::pair(SPA_VIDEO_FORMAT_ARGB, AV_PIX_FMT_ARGB),
    std::pair(SPA_VIDEO_FORMAT_xBGR, AV_PIX_FMT_0BGR), std::pair(SPA_VIDEO_FORMAT_ABGR, AV_PIX_FMT_ABGR),
    std::pair(SPA_VIDEO_FORMAT_RGB, AV_PIX_FMT_RGB24), std::pair(SPA_VIDEO_FORMAT_BGR, AV_PIX_FMT_BGR24)};

std::size_t bytes_per_pixel(spa_video_format format) {
  return format == SPA_VIDEO_FORMAT_RGB || format == SPA_VIDEO_FORMAT_BGR ? 3 : 4;
}

template <auto destroy>
struct DestroyWith {
  template <typename T>
  void operator()(T* object) const {
    destroy(object);
  }
};

struct DestroyRegistry {
  void operator()(pw_registry* registry) const { pw_proxy_destroy(reinterpret_cast<pw_proxy*>(registry)); }
};

/// The loop belongs to the thread that is in here.
class InLoop {
 public:
  explicit InLoop(pw_loop* loop) : loop_(loop) { pw_loop_enter(loop_); }
  ~InLoop() { pw_loop_leave(loop_); }
  InLoop(const InLoop&) = delete;
  InLoop& operator=(const InLoop&) = delete;

 private:
  pw_loop* loop_;
};

template <typename T>
const T* find_metadata(const pw_buffer& buffer, spa_meta_type type) {
  return static_cast<const T*>(spa_buffer_find_meta_data(buffer.buffer, type, sizeof(T)));
}

/// False for a buffer without a new frame: only the pointer moved, or nothing changed at all.
bool shows_change(const pw_buffer& buffer) {
  if (buffer.buffer->n_datas < 1 || buffer.buffer->datas[0].chunk->size == 0) return false;
  if ((buffer.buffer->datas[0].chunk->flags & SPA_CHUNK_FLAG_CORRUPTED) != 0) return false;
  const auto* header = find_metadata<spa_meta_header>(buffer, SPA_META_Header);
  if (header != nullptr && (header->flags & SPA_META_HEADER_FLAG_CORRUPTED) != 0) return false;
  const auto* damage = find_metadata<spa_meta_region>(buffer, SPA_META_VideoDamage);
  return damage == nullptr || spa_meta_region_is_valid(damage);
}

/// The part of a frame of `whole` that the node wants to be seen; of a window the frame has more than that.
spa_region visible_part(const pw_buffer& buffer, spa_rectangle whole) {
  const auto* crop = find_metadata<spa_meta_region>(buffer, SPA_META_VideoCrop);
  const spa_region all = {.position = {.x = 0, .y = 0}, .size = whole};
  if (crop == nullptr || !spa_meta_region_is_valid(crop)) return all;
  const auto& [position, size] = crop->region;
  if (position.x < 0 || position.y < 0 || size.width > whole.width || size.height > whole.height) return all;
  if (static_cast<std::uint32_t>(position.x) > whole.width - size.width) return all;
  if (static_cast<std::uint32_t>(position.y) > whole.height - size.height) return all;
  return crop->region;
}

const spa_pod* wished_format(spa_pod_builder& builder, FrameRate frame_rate) {
  spa_pod_frame frames[2];
  spa_pod_builder_push_object(&builder, &frames[0], SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
  spa_pod_builder_add(&builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
                      SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), 0);
  spa_pod_builder_prop(&builder, SPA_FORMAT_VIDEO_format, 0);
  spa_pod_builder_push_choice(&builder, &frames[1], SPA_CHOICE_Enum, 0);
  spa_pod_builder_id(&builder, kFormats.front().first);  // The default comes before all choices.
  for (const auto& format : kFormats) spa_pod_builder_id(&builder, format.first);
  spa_pod_builder_pop(&builder, &frames[1]);
  const spa_rectangle usual{1920, 1080};
  const spa_rectangle smallest{1, 1};
  const spa_rectangle largest{kMaxSide, kMaxSide};
  const spa_fraction rate{static_cast<std::uint32_t>(std::lround(frame_rate.per_second())), 1};
  const spa_fraction when_changed{0, 1};
  const spa_fraction slowest{1, 1};
  const spa_fraction fastest{kMaxRate, 1};
  // No modifiers: that leaves frames in graphics memory out.
  spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_size, SPA_POD_CHOICE_RANGE_Rectangle(&usual, &smallest, &largest),
                      SPA_FORMAT_VIDEO_framerate, SPA_POD_CHOICE_RANGE_Fraction(&rate, &when_changed, &fastest),
                      SPA_FORMAT_VIDEO_maxFramerate, SPA_POD_CHOICE_RANGE_Fraction(&rate, &slowest, &rate), 0);
  return static_cast<const spa_pod*>(spa_pod_builder_pop(&builder, &frames[0]));
}

const spa_pod* wished_metadata(spa_pod_builder& builder, spa_meta_type type, std::size_t size, int count) {
  const auto one = static_cast<int>(size);
  return static_cast<const spa_pod*>(spa_pod_builder_add_object(
      &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(type), SPA_PARAM_META_size,
      SPA_POD_CHOICE_RANGE_Int(one * count, one, one * count)));
}

const spa_pod* wished_buffers(spa_pod_builder& builder) {
  return static_cast<const spa_pod*>(
      spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
                                 SPA_POD_CHOICE_RANGE_Int(4, 2, 16), SPA_PARAM_BUFFERS_dataType,
                                 SPA_POD_CHOICE_FLAGS_Int((1 << SPA_DATA_MemPtr) | (1 << SPA_DATA_MemFd))));
}

}  // namespace

struct PipeWireStream::State {
  State(std::uint32_t node_id, Resolution limit) : node(node_id), converter({.limit = limit}) {}
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  [[nodiscard]] bool connect(int connection, FrameRate frame_rate);
  void take_format(const spa_pod* param);
  void take_buffers();
  void return_buffer();
  [[nodiscard]] bool point_at(const pw_buffer& buffer);
  void end() { problem = ended_message(); }

  const std::uint32_t node;
  PictureConverter converter;
  FfmpegHandle<AVFrame> view{av_frame_alloc()};  ///< It points into a buffer's memory.
  std::optional<spa_video_info_raw> format{};
  pw_buffer* newest = nullptr;
  Message problem;

  spa_hook core_hook{};
  spa_hook registry_hook{};
  spa_hook stream_hook{};
  // In the order in which they need each other.
  std::unique_ptr<pw_loop, DestroyWith<pw_loop_destroy>> loop;
  spa_source* wake_up = nullptr;
  std::unique_ptr<pw_context, DestroyWith<pw_context_destroy>> context;
  std::unique_ptr<pw_core, DestroyWith<pw_core_disconnect>> core;
  std::unique_ptr<pw_registry, DestroyRegistry> registry;
  std::unique_ptr<pw_stream, DestroyWith<pw_stream_destroy>> stream;
};

PipeWireStream::State::~State() {
  if (!loop) return;
  const InLoop inside(loop.get());
  stream.reset();
  registry.reset();
  core.reset();
  context.reset();
}

bool PipeWireStream::State::connect(int connection, FrameRate frame_rate) {
  static constexpr pw_core_events kCoreEvents = {
      .version = PW_VERSION_CORE_EVENTS,
      .error =
          [](void* self, std::uint32_t id, int, int result, const char*) {
            if (id == PW_ID_CORE && result == -EPIPE) static_cast<State*>(self)->end();
          },
  };
  static constexpr pw_registry_events kRegistryEvents = {
      .version = PW_VERSION_REGISTRY_EVENTS,
      .global_remove =
          [](void* self, std::uint32_t id) {
            if (id == static_cast<State*>(self)->node) static_cast<State*>(self)->end();
          },
  };
  static constexpr pw_stream_events kStreamEvents = {
      .version = PW_VERSION_STREAM_EVENTS,
      .state_changed =
          [](void* self, pw_stream_state, pw_stream_state now, const char*) {
            if (now == PW_STREAM_STATE_ERROR || now == PW_STREAM_STATE_UNCONNECTED) static_cast<State*>(self)->end();
          },
      .param_changed =
          [](void* self, std::uint32_t id, const spa_pod* param) {
            if (id == SPA_PARAM_Format) static_cast<State*>(self)->take_format(param);
          },
      .remove_buffer =
          [](void* self, pw_buffer* buffer) {
            pw_buffer*& kept = static_cast<State*>(self)->newest;
            if (kept == buffer) kept = nullptr;
          },
      .process = [](void* self) { static_cast<State*>(self)->take_buffers(); },
  };
  loop.reset(pw_loop_new(nullptr));
  if (!loop) return false;
  wake_up = pw_loop_add_event(
      loop.get(), [](void*, std::uint64_t) {}, nullptr);
  context.reset(pw_context_new(loop.get(), nullptr, 0));
  if (!context) return false;
  core.reset(pw_context_connect_fd(context.get(), connection, nullptr, 0));
  if (!core) return false;
  pw_core_add_listener(core.get(), &core_hook, &kCoreEvents, this);
  registry.reset(pw_core_get_registry(core.get(), PW_VERSION_REGISTRY, 0));
  if (!registry) return false;
  pw_registry_add_listener(registry.get(), &registry_hook, &kRegistryEvents, this);
  // A session manager that cannot reconnect the stream cannot show a camera in place of the screen.
  stream.reset(
      pw_stream_new(core.get(), "Counterpoint",
                    pw_properties_new(PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_ROLE,
                                      "Screen", PW_KEY_NODE_DONT_RECONNECT, "true", nullptr)));
  if (!stream) return false;
  pw_stream_add_listener(stream.get(), &stream_hook, &kStreamEvents, this);
  std::array<std::uint8_t, 1024> memory{};
  spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory.data(), memory.size());
  const spa_pod* format_wish = wished_format(builder, frame_rate);
  return pw_stream_connect(stream.get(), PW_DIRECTION_INPUT, node,
                           static_cast<pw_stream_flags>(PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS),
                           &format_wish, 1) >= 0;
}

void PipeWireStream::State::take_format(const spa_pod* param) {
  return_buffer();
  format.reset();
  spa_video_info_raw raw{};
  if (param == nullptr || spa_format_video_raw_parse(param, &raw) < 0) return;
  const auto* known = std::ranges::find(kFormats, raw.format, [](const auto& pair) { return pair.first; });
  if (known == kFormats.end() || raw.size.width < 1 || raw.size.height < 1 || raw.size.width > kMaxSide ||
      raw.size.height > kMaxSide) {
    problem = message("the desktop gives frames in a form that cannot be read");
    return;
  }
  format = raw;
  view->format = known->second;
  std::array<std::uint8_t, 1024> memory{};
  spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory.data(), memory.size());
  std::array<const spa_pod*, 4> wishes = {
      wished_buffers(builder),
      wished_metadata(builder, SPA_META_Header, sizeof(spa_meta_header), 1),
      wished_metadata(builder, SPA_META_VideoCrop, sizeof(spa_meta_region), 1),
      wished_metadata(builder, SPA_META_VideoDamage, sizeof(spa_meta_region), kMaxDamages),
  };
  pw_stream_update_params(stream.get(), wishes.data(), wishes.size());
}

void PipeWireStream::State::take_buffers() {
  while (pw_buffer* buffer = pw_stream_dequeue_buffer(stream.get())) {
    // One without a change says nothing of the one before, which nobody may have seen yet.
    if (shows_change(*buffer)) std::swap(buffer, newest);
    if (buffer != nullptr) pw_stream_queue_buffer(stream.get(), buffer);
  }
}

void PipeWireStream::State::return_buffer() {
  if (newest != nullptr) pw_stream_queue_buffer(stream.get(), std::exchange(newest, nullptr));
}

/// Makes `view` show the visible part of `buffer`. False when there is no such memory.
bool PipeWireStream::State::point_at(const pw_buffer& buffer) {
  const spa_data& data = buffer.buffer->datas[0];
  if (!format || data.data == nullptr || data.type == SPA_DATA_DmaBuf) return false;
  const spa_region part = visible_part(buffer, format->size);
  const std::size_t pixel = bytes_per_pixel(format->format);
  const std::int32_t stride = data.chunk->stride;
  const std::size_t row = format->size.width * pixel;
  if (stride < 0 || static_cast<std::size_t>(stride) < row) return false;
  const std::size_t needed = data.chunk->offset + (format->size.height - 1) * static_cast<std::size_t>(stride) + row;
  if (needed > data.maxsize) return false;
  const std::size_t begin = data.chunk->offset +
                            static_cast<std::size_t>(part.position.y) * static_cast<std::size_t>(stride) +
                            static_cast<std::size_t>(part.position.x) * pixel;
  view->data[0] = static_cast<std::uint8_t*>(data.data) + begin;
  view->linesize[0] = stride;
  view->width = static_cast<int>(part.size.width);
  view->height = static_cast<int>(part.size.height);
  return true;
}

PipeWireStream::PipeWireStream(std::unique_ptr<State> state) : state_(std::move(state)) {}
PipeWireStream::~PipeWireStream() = default;

Result<std::unique_ptr<PipeWireStream>> PipeWireStream::open(int connection, std::uint32_t node, Resolution limit,
                                                             FrameRate frame_rate) {
  static const bool ready = [] {
    pw_init(nullptr, nullptr);
    pw_log_set_level(SPA_LOG_LEVEL_NONE);  // Failures come back as errors.
    return true;
  }();
  static_cast<void>(ready);
  std::unique_ptr<PipeWireStream> result(new PipeWireStream(std::make_unique<State>(node, limit)));
  State& state = *result->state_;
  if (!state.connect(connection, frame_rate)) state.end();
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (state.problem.empty() && !state.format) {
    const Duration left = deadline - std::chrono::steady_clock::now();
    if (left <= Duration::zero()) {
      return Error{ErrorKind::kUnavailable,
                   message("The desktop does not say in which format it shows the screen; try again, or log in anew")};
    }
    result->run(left);
  }
  if (!state.problem.empty()) {
    return Error{ErrorKind::kUnavailable, message("The screen cannot be shared: %1", state.problem)};
  }
  return result;
}

void PipeWireStream::run(Duration timeout) {
  const InLoop inside(state_->loop.get());
  const auto whole = std::chrono::ceil<std::chrono::milliseconds>(std::clamp(timeout, Duration::zero(), Duration(1h)));
  pw_loop_iterate(state_->loop.get(), static_cast<int>(whole.count()));
}

void PipeWireStream::wake() { pw_loop_signal_event(state_->loop.get(), state_->wake_up); }

bool PipeWireStream::has_frame() const { return state_->newest != nullptr; }

std::shared_ptr<const FrameBuffer> PipeWireStream::take_frame() {
  State& state = *state_;
  if (state.newest == nullptr) return nullptr;
  const InLoop inside(state.loop.get());
  std::shared_ptr<const FrameBuffer> frame;
  if (state.point_at(*state.newest)) {
    frame = state.converter.convert(*state.view);
  } else {
    state.problem = message("the desktop gives frames in a form that cannot be read");
  }
  state.return_buffer();
  return frame;
}

Message PipeWireStream::ended_message() { return message("the desktop has ended it; share the screen again to go on"); }

const Message& PipeWireStream::problem() const { return state_->problem; }

}  // namespace counterpoint
