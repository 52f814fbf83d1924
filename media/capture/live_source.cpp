// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/live_source.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "media/capture/camera/camera_modes.h"
#include "media/ffmpeg/ffmpeg_handles.h"
#include "media/frame/picture_converter.h"

extern "C" {
#include <libavdevice/version.h>
#include <libavutil/macros.h>
#include <libavutil/time.h>
}

namespace counterpoint {
namespace {

/// Interval of asking a camera without a frame again: the kernel stamps frames, so this costs delay, not accuracy.
constexpr Duration kPollInterval = 2ms;
/// A packet that claims to be older than this is stamped by a clock that we do not know.
constexpr std::int64_t kOldestPacketUs = 1'000'000;

using Options = std::vector<std::pair<const char*, std::string>>;

std::string size_text(Resolution size) { return std::to_string(size.width) + "x" + std::to_string(size.height); }

/// Makes the devices of libavdevice known to libavformat, if it is there. It brings some seventy other libraries, which
/// nobody is to wait for who starts the program: hence it is loaded once something is opened, and not linked.
void register_devices() {
  static const bool done = [] {
    void* library = dlopen("libavdevice.so." AV_STRINGIFY(LIBAVDEVICE_VERSION_MAJOR), RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) return false;
    void* register_all = dlsym(library, "avdevice_register_all");
    if (register_all != nullptr) reinterpret_cast<void (*)()>(register_all)();
    return register_all != nullptr;
  }();
  static_cast<void>(done);
}

Result<FfmpegHandle<AVFormatContext>> open_device(const char* format_name, const std::string& device,
                                                  const Options& options) {
  av_log_set_level(AV_LOG_QUIET);
  register_devices();
  const AVInputFormat* format = av_find_input_format(format_name);
  if (format == nullptr) {
    return Error{ErrorKind::kUnavailable,
                 message("This computer's libavdevice lacks \"%1\"; install the full libavdevice", format_name)};
  }
  AVDictionary* dictionary = nullptr;
  for (const auto& [key, value] : options) av_dict_set(&dictionary, key, value.c_str(), 0);
  AVFormatContext* context = avformat_alloc_context();
  context->flags |= AVFMT_FLAG_NONBLOCK;
  const int code = avformat_open_input(&context, device.c_str(), format, &dictionary);
  av_dict_free(&dictionary);
  if (code < 0) return Error{ErrorKind::kUnavailable, ffmpeg_error_text(code)};
  return FfmpegHandle<AVFormatContext>(context);
}

Result<FfmpegHandle<AVCodecContext>> open_codec(const AVFormatContext& format) {
  if (format.nb_streams < 1) return Error{ErrorKind::kUnavailable, message("it has no pictures")};
  const AVCodecParameters* parameters = format.streams[0]->codecpar;
  const AVCodec* decoder = avcodec_find_decoder(parameters->codec_id);
  if (decoder == nullptr) return Error{ErrorKind::kUnavailable, message("its coding is unknown")};
  FfmpegHandle<AVCodecContext> codec(avcodec_alloc_context3(decoder));
  codec->thread_count = 1;
  int code = avcodec_parameters_to_context(codec.get(), parameters);
  if (code >= 0) code = avcodec_open2(codec.get(), decoder, nullptr);
  if (code < 0) return Error{ErrorKind::kUnavailable, ffmpeg_error_text(code)};
  return codec;
}

/// Options to open a camera with, best first: the best of what it lists, or else what is wanted, which its driver makes
/// fit.
std::vector<Options> camera_wishes(const std::string& device, const LiveSource::Config& config) {
  std::vector<Options> wishes;
  const auto add = [&](Resolution size, bool compressed) {
    Options wish = {{"video_size", size_text(size)}, {"framerate", std::to_string(config.frame_rate.per_second())}};
    // Without a format, samples come before Motion JPEG.
    if (compressed) wish.emplace_back("input_format", "mjpeg");
    wishes.push_back(std::move(wish));
  };
  const auto mode = choose_camera_mode(list_camera_modes(device, config.size), config.size, config.frame_rate);
  if (mode) add(mode->size, mode->compressed);
  add(config.size, false);
  wishes.push_back({{"video_size", size_text(config.size)}});
  wishes.push_back({});
  return wishes;
}

Options screen_options(const LiveSource::ScreenPart& part, const LiveSource::Config& config) {
  Options options = {{"framerate", std::to_string(config.frame_rate.per_second())}};
  if (part.window != 0) options.emplace_back("window_id", std::to_string(part.window));
  if (part.size.area() == 0) return options;
  options.emplace_back("grab_x", std::to_string(part.x));
  options.emplace_back("grab_y", std::to_string(part.y));
  options.emplace_back("video_size", size_text(part.size));
  return options;
}

}  // namespace

struct LiveSource::State {
  bool is_camera = false;  ///< False: a screen.
  std::string device;      ///< "/dev/video0" or ":0".
  std::function<Timestamp()> clock;
  FfmpegHandle<AVFormatContext> format;
  FfmpegHandle<AVCodecContext> codec;
  PictureConverter converter;
  FfmpegHandle<AVPacket> packet{av_packet_alloc()};
  FfmpegHandle<AVFrame> frame{av_frame_alloc()};
  std::optional<Timestamp> first_at = {};
  Timestamp last_at = {};
};

Result<std::unique_ptr<VideoSource>> LiveSource::open_camera(const std::string& device, const Config& config,
                                                             std::function<Timestamp()> clock) {
  std::error_code ignored;
  if (!std::filesystem::is_character_file(device, ignored)) {
    return Error{ErrorKind::kUnavailable,
                 message("There is no camera \"%1\"; plug it in, or choose another source", device)};
  }
  Message why;
  for (const Options& wish : camera_wishes(device, config)) {
    auto format = open_device("video4linux2", device, wish);
    if (!format) {
      why = format.error().message;
      continue;
    }
    auto codec = open_codec(**format);
    if (!codec) {
      why = codec.error().message;
      continue;
    }
    std::unique_ptr<State> state(new State{.is_camera = true,
                                           .device = device,
                                           .clock = std::move(clock),
                                           .format = std::move(format).value(),
                                           .codec = std::move(codec).value(),
                                           .converter = PictureConverter({})});
    return std::unique_ptr<VideoSource>(new LiveSource(std::move(state)));
  }
  return Error{ErrorKind::kUnavailable,
               message("Cannot open the camera \"%1\": %2; close other programs that use it, or choose another source",
                       device, why)};
}

Result<std::unique_ptr<VideoSource>> LiveSource::open_screen(const std::string& display, const ScreenPart& part,
                                                             const Config& config, std::function<Timestamp()> clock) {
  const char* session = std::getenv("XDG_SESSION_TYPE");
  if (display.empty() && session != nullptr && std::string_view(session) == "wayland") {
    return Error{
        ErrorKind::kUnavailable,
        message("This desktop runs on Wayland, which does not let programs see the screen by X11; share it from the "
                "window in a call")};
  }
  const char* own_display = std::getenv("DISPLAY");
  const std::string name = !display.empty() ? display : (own_display != nullptr ? own_display : "");
  if (name.empty()) {
    return Error{ErrorKind::kUnavailable,
                 message({.terminal = "There is no X11 display to share; set DISPLAY or choose another source",
                          .window = "There is no X11 display to share; log in to an X11 session to share it"})};
  }
  auto format = open_device("x11grab", name, screen_options(part, config));
  if (!format) {
    return Error{ErrorKind::kUnavailable,
                 message({.terminal = "Cannot share the X11 display \"%1\": %2; check DISPLAY or choose another source",
                          .window = "Cannot share the X11 display \"%1\": %2"},
                         name, format.error().message)};
  }
  auto codec = open_codec(**format);
  if (!codec) {
    return Error{ErrorKind::kUnavailable,
                 message("Cannot share the X11 display \"%1\": %2", name, codec.error().message)};
  }
  std::unique_ptr<State> state(new State{.device = name,
                                         .clock = std::move(clock),
                                         .format = std::move(format).value(),
                                         .codec = std::move(codec).value(),
                                         .converter = PictureConverter({.limit = config.size})});
  return std::unique_ptr<VideoSource>(new LiveSource(std::move(state)));
}

LiveSource::LiveSource(std::unique_ptr<State> state) : state_(std::move(state)) {}
LiveSource::~LiveSource() = default;

Result<std::optional<VideoFrame>> LiveSource::read() { return next(true); }

Result<std::optional<VideoFrame>> LiveSource::skip() {
  const AVCodecDescriptor* coding = avcodec_descriptor_get(state_->codec->codec_id);
  const bool each_stands_alone = coding != nullptr && (coding->props & AV_CODEC_PROP_INTRA_ONLY) != 0;
  return next(!each_stands_alone);
}

Result<std::optional<VideoFrame>> LiveSource::next(bool decoded) {
  while (!is_interrupted()) {
    const auto received = receive_frame(decoded);
    if (!received) return received.error();
    if (!received.value()) {
      wait_a_moment();
      continue;
    }
    auto picture = decoded ? state_->converter.convert(*state_->frame) : nullptr;
    if (decoded && !picture) continue;
    // Two frames never share a time, whatever the clocks do.
    const Timestamp at = std::max(capture_time(state_->frame->pts), state_->last_at + Duration(1));
    if (!state_->first_at) state_->first_at = at;
    state_->last_at = at;
    return std::optional(VideoFrame{.buffer = std::move(picture), .media_time = at - *state_->first_at, .at = at});
  }
  return std::optional<VideoFrame>();
}

void LiveSource::interrupt() {
  {
    const std::lock_guard lock(mutex_);
    interrupted_ = true;
  }
  wake_up_.notify_all();
}

bool LiveSource::is_camera() const { return state_->is_camera; }

Message LiveSource::description() const {
  const AVCodecParameters* parameters = state_->format->streams[0]->codecpar;
  const Message name = state_->is_camera ? message("camera %1", state_->device) : message("screen %1", state_->device);
  return message("%1, %2 pixels", name, pixels(parameters->width, parameters->height));
}

/// True when there is a new frame, in state_->frame if it is to be decoded; false when there is none yet.
Result<bool> LiveSource::receive_frame(bool decoded) {
  AVPacket* packet = state_->packet.get();
  const int code = av_read_frame(state_->format.get(), packet);
  if (code == AVERROR(EAGAIN)) return false;
  if (code < 0) {
    const Message why = ffmpeg_error_text(code);
    return Error{
        ErrorKind::kUnavailable,
        state_->is_camera
            ? message("The camera %1 has gone away: %2; plug it in again or choose another source", state_->device, why)
            : message("The screen %1 has gone away: %2; plug it in again or choose another source", state_->device,
                      why)};
  }
  const std::int64_t packet_time = packet->pts;
  const int sent = decoded ? avcodec_send_packet(state_->codec.get(), packet) : 0;
  av_packet_unref(packet);
  // A torn frame of a camera is skipped: the next comes at once.
  if (decoded && (sent < 0 || avcodec_receive_frame(state_->codec.get(), state_->frame.get()) < 0)) return false;
  state_->frame->pts = packet_time;
  return true;
}

/// Packets carry the kernel's monotonic clock or the time of day; either tells how old the frame is by now.
Timestamp LiveSource::capture_time(std::int64_t packet_time_us) const {
  const Timestamp now = state_->clock();
  if (packet_time_us == AV_NOPTS_VALUE) return now;
  const std::int64_t packet_us =
      av_rescale_q(packet_time_us, state_->format->streams[0]->time_base, AVRational{.num = 1, .den = 1'000'000});
  const std::array<std::int64_t, 2> ages = {av_gettime_relative() - packet_us, av_gettime() - packet_us};
  for (const std::int64_t age : ages) {
    if (age >= 0 && age <= kOldestPacketUs) return now - std::chrono::microseconds(age);
  }
  return now;
}

bool LiveSource::is_interrupted() {
  const std::lock_guard lock(mutex_);
  return interrupted_;
}

void LiveSource::wait_a_moment() {
  std::unique_lock lock(mutex_);
  wake_up_.wait_for(lock, kPollInterval, [this] { return interrupted_; });
}

}  // namespace counterpoint
