// SPDX-License-Identifier: GPL-3.0-or-later
// A desktop that shows its screen by PipeWire: a real daemon of its own, and a node that draws.
#pragma once

#include <pipewire/pipewire.h>
#include <spa/param/video/format-utils.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/frame_buffer.h"
#include "media/capture/marks.h"
#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {

/// A PipeWire daemon without a session manager, in a folder of its own; $XDG_RUNTIME_DIR leads there.
class PipeWireDaemon {
 public:
  PipeWireDaemon() {
    write_file(folder_ / "ready", "echo ready >&3\n");
    std::string modules;
    for (const char* name : {"protocol-native", "client-node", "access", "link-factory"}) {
      modules += std::string("{ name = libpipewire-module-") + name + " }\n";
    }
    write_file(folder_ / "pipewire.conf",
               "context.properties = { core.daemon = true core.name = pipewire-0 }\n"
               "context.spa-libs = { support.* = support/libspa-support }\n"
               "context.modules = [ " +
                   modules +
                   " ]\n"
                   "context.exec = [ { path = /bin/sh args = " +
                   (folder_ / "ready") + " } ]\n");
    setenv("XDG_RUNTIME_DIR", (folder_ / "").c_str(), 1);
    unsetenv("PIPEWIRE_REMOTE");
    daemon_ = std::make_unique<ChildProcess>(std::vector<std::string>{"pipewire", "-c", folder_ / "pipewire.conf"});
    runs_ = daemon_->read_line() == "ready";
  }
  [[nodiscard]] bool runs() const { return runs_; }
  void end() { daemon_.reset(); }
  /// A connection as the portal gives it.
  [[nodiscard]] int connect() const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, (folder_ / "pipewire-0").c_str(), sizeof address.sun_path - 1);
    const int connection = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (::connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) std::abort();
    return connection;
  }

 private:
  TemporaryFolder folder_;
  std::unique_ptr<ChildProcess> daemon_;
  bool runs_ = false;
};

/// A node that draws frames with a number (media/capture/marks.h), and links itself to whoever captures. Its thread is
/// its own.
class ScreenNode {
 public:
  explicit ScreenNode(Resolution size) : size_(size) {
    pw_init(nullptr, nullptr);
    loop_ = pw_thread_loop_new("screen", nullptr);
    context_ = pw_context_new(pw_thread_loop_get_loop(loop_), nullptr, 0);
    pw_thread_loop_start(loop_);
    const Locked locked(loop_);
    core_ = pw_context_connect(context_, nullptr, 0);
    registry_ = pw_core_get_registry(core_, PW_VERSION_REGISTRY, 0);
    static constexpr pw_registry_events kRegistryEvents = {
        .version = PW_VERSION_REGISTRY_EVENTS,
        .global = [](void* self, std::uint32_t, std::uint32_t, const char* type, std::uint32_t,
                     const spa_dict* properties) { static_cast<ScreenNode*>(self)->link_to(type, properties); }};
    pw_registry_add_listener(registry_, &registry_hook_, &kRegistryEvents, this);
    stream_ = pw_stream_new(core_, "Screen", pw_properties_new(PW_KEY_NODE_NAME, "screen", nullptr));
    static constexpr pw_stream_events kStreamEvents = {
        .version = PW_VERSION_STREAM_EVENTS,
        .state_changed = [](void* self, pw_stream_state, pw_stream_state,
                            const char*) { static_cast<ScreenNode*>(self)->signal(); },
        .param_changed =
            [](void* self, std::uint32_t id, const spa_pod* param) {
              if (id == SPA_PARAM_Format && param != nullptr) static_cast<ScreenNode*>(self)->offer_buffers();
            }};
    pw_stream_add_listener(stream_, &stream_hook_, &kStreamEvents, this);
    connect();
    timer_ = pw_loop_add_timer(
        pw_thread_loop_get_loop(loop_),
        [](void* self, std::uint64_t) { static_cast<ScreenNode*>(self)->draw_wanted(); }, this);
    timespec interval{.tv_sec = 0, .tv_nsec = 20'000'000};
    pw_loop_update_timer(pw_thread_loop_get_loop(loop_), timer_, &interval, &interval, false);
    while (pw_stream_get_node_id(stream_) == SPA_ID_INVALID) pw_thread_loop_wait(loop_);
  }
  ~ScreenNode() {
    {
      const Locked locked(loop_);
      pw_loop_destroy_source(pw_thread_loop_get_loop(loop_), timer_);
      if (stream_ != nullptr) pw_stream_destroy(stream_);
      for (pw_proxy* link : links_) pw_proxy_destroy(link);
      pw_proxy_destroy(reinterpret_cast<pw_proxy*>(registry_));
      pw_core_disconnect(core_);
    }
    pw_thread_loop_stop(loop_);
    pw_context_destroy(context_);
    pw_thread_loop_destroy(loop_);
  }
  ScreenNode(const ScreenNode&) = delete;
  ScreenNode& operator=(const ScreenNode&) = delete;

  [[nodiscard]] std::uint32_t id() const { return pw_stream_get_node_id(stream_); }
  /// Shows frame `number` from now on, 50 times a second; `changed` is what it says of it.
  void show(std::uint32_t number, bool changed = true) {
    const Locked locked(loop_);
    wanted_ = {number, changed};
  }
  /// Another size from now on, as of a window that somebody pulls larger.
  void resize(Resolution size) {
    const Locked locked(loop_);
    size_ = size;
    std::array<std::uint8_t, 1024> memory{};
    const spa_pod* format = offered_format(memory);
    pw_stream_update_params(stream_, &format, 1);
  }
  /// Goes away, as a window that is closed.
  void vanish() {
    const Locked locked(loop_);
    pw_stream_destroy(std::exchange(stream_, nullptr));
  }

 private:
  class Locked {
   public:
    explicit Locked(pw_thread_loop* loop) : loop_(loop) { pw_thread_loop_lock(loop_); }
    ~Locked() { pw_thread_loop_unlock(loop_); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

   private:
    pw_thread_loop* loop_;
  };

  [[nodiscard]] spa_rectangle extent() const {
    return {static_cast<std::uint32_t>(size_.width), static_cast<std::uint32_t>(size_.height)};
  }
  void signal() { pw_thread_loop_signal(loop_, false); }

  void draw_wanted() {
    if (!wanted_ || stream_ == nullptr || pw_stream_get_state(stream_, nullptr) != PW_STREAM_STATE_STREAMING) return;
    pw_buffer* buffer = pw_stream_dequeue_buffer(stream_);
    if (buffer == nullptr) return;
    const auto [number, changed] = *wanted_;
    draw(*buffer->buffer, number);
    auto* damage = static_cast<spa_meta_region*>(
        spa_buffer_find_meta_data(buffer->buffer, SPA_META_VideoDamage, sizeof(spa_meta_region)));
    if (damage != nullptr) {
      damage->region = {};
      if (changed) damage->region.size = extent();
    }
    pw_stream_queue_buffer(stream_, buffer);
  }

  [[nodiscard]] const spa_pod* offered_format(std::array<std::uint8_t, 1024>& memory) const {
    spa_pod_builder builder{};
    spa_pod_builder_init(&builder, memory.data(), static_cast<std::uint32_t>(memory.size()));
    const spa_rectangle size = extent();
    const spa_fraction when_changed{0, 1};
    const spa_fraction usual{30, 1};
    const spa_fraction slowest{1, 1};
    const spa_fraction fastest{60, 1};
    return static_cast<const spa_pod*>(spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video),
        SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), SPA_FORMAT_VIDEO_format,
        SPA_POD_Id(SPA_VIDEO_FORMAT_BGRx), SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size), SPA_FORMAT_VIDEO_framerate,
        SPA_POD_Fraction(&when_changed), SPA_FORMAT_VIDEO_maxFramerate,
        SPA_POD_CHOICE_RANGE_Fraction(&usual, &slowest, &fastest)));
  }

  void connect() {
    std::array<std::uint8_t, 1024> memory{};
    const spa_pod* format = offered_format(memory);
    pw_stream_connect(stream_, PW_DIRECTION_OUTPUT, PW_ID_ANY,
                      static_cast<pw_stream_flags>(PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS), &format, 1);
  }

  void offer_buffers() {
    std::array<std::uint8_t, 1024> memory{};
    spa_pod_builder builder{};
    spa_pod_builder_init(&builder, memory.data(), static_cast<std::uint32_t>(memory.size()));
    const int stride = size_.width * 4;
    const int damage = sizeof(spa_meta_region);
    std::array<const spa_pod*, 2> wishes = {
        static_cast<const spa_pod*>(spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
            SPA_POD_CHOICE_RANGE_Int(4, 2, 8), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1), SPA_PARAM_BUFFERS_size,
            SPA_POD_Int(stride * size_.height), SPA_PARAM_BUFFERS_stride, SPA_POD_Int(stride),
            SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemFd))),
        static_cast<const spa_pod*>(spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type, SPA_POD_Id(SPA_META_VideoDamage),
            SPA_PARAM_META_size, SPA_POD_CHOICE_RANGE_Int(damage * 16, damage, damage * 16)))};
    pw_stream_update_params(stream_, wishes.data(), wishes.size());
  }

  void draw(spa_buffer& buffer, std::uint32_t number) const {
    FrameBuffer frame(size_);
    for (int y = 0; y < size_.height; ++y) std::memset(frame.row(0, y).data(), 128, frame.row(0, y).size());
    add_marks(frame, number, false);
    auto* pixel = static_cast<std::uint8_t*>(buffer.datas[0].data);
    for (int y = 0; y < size_.height; ++y) {
      for (const std::uint8_t luma : frame.row(0, y)) {
        std::memset(pixel, luma, 3);
        pixel += 4;
      }
    }
    buffer.datas[0].chunk->offset = 0;
    buffer.datas[0].chunk->stride = size_.width * 4;
    buffer.datas[0].chunk->size = static_cast<std::uint32_t>(size_.width * 4 * size_.height);
  }

  /// Somebody captures: what a session manager would do.
  void link_to(const char* type, const spa_dict* properties) {
    if (stream_ == nullptr || properties == nullptr || std::strcmp(type, PW_TYPE_INTERFACE_Port) != 0) return;
    const char* direction = spa_dict_lookup(properties, PW_KEY_PORT_DIRECTION);
    const char* node = spa_dict_lookup(properties, PW_KEY_NODE_ID);
    if (direction == nullptr || node == nullptr || std::strcmp(direction, "in") != 0) return;
    pw_properties* ends = pw_properties_new(PW_KEY_LINK_INPUT_NODE, node, PW_KEY_OBJECT_LINGER, "true", nullptr);
    pw_properties_setf(ends, PW_KEY_LINK_OUTPUT_NODE, "%u", id());
    links_.push_back(static_cast<pw_proxy*>(
        pw_core_create_object(core_, "link-factory", PW_TYPE_INTERFACE_Link, PW_VERSION_LINK, &ends->dict, 0)));
    pw_properties_free(ends);
  }

  Resolution size_;
  std::optional<std::pair<std::uint32_t, bool>> wanted_;  ///< The number, and whether it changed.
  spa_source* timer_ = nullptr;
  pw_thread_loop* loop_ = nullptr;
  pw_context* context_ = nullptr;
  pw_core* core_ = nullptr;
  pw_registry* registry_ = nullptr;
  pw_stream* stream_ = nullptr;
  std::vector<pw_proxy*> links_;
  spa_hook registry_hook_{};
  spa_hook stream_hook_{};
};

}  // namespace counterpoint
