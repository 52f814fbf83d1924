// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/video_source_factory.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

#include "media/capture/black_source.h"
#include "media/capture/device_list.h"
#include "media/capture/live_source.h"
#include "media/capture/test_card.h"
#include "media/capture/video_file_source.h"
#include "media/capture/x11_window_source.h"

namespace counterpoint {
namespace {

constexpr int kMinSide = 16;

Result<void> check(const VideoSourceConfig& config) {
  const auto [smallest, largest] = std::minmax(config.size.width, config.size.height);
  if (smallest < kMinSide || largest > kMaxPictureSide) {
    return Error{ErrorKind::kInvalidArgument,
                 "A picture of " + std::to_string(config.size.width) + "x" + std::to_string(config.size.height) +
                     " is out of range; each side must be 16 to " + std::to_string(kMaxPictureSide)};
  }
  if (!(config.frame_rate.per_second() >= 1 && config.frame_rate.per_second() <= 60)) {
    return Error{ErrorKind::kInvalidArgument, "A frame rate of " + std::to_string(config.frame_rate.per_second()) +
                                                  " frames/s is out of range; it must be 1 to 60"};
  }
  return {};
}

/// The device file that "camera" or "camera:N" means.
Result<std::string> camera_path(const std::string& name) {
  constexpr std::string_view kPrefix = "camera:";
  if (name.starts_with(kPrefix)) {
    const std::string number = name.substr(kPrefix.size());
    if (!number.empty() && number.size() <= 4 && number.find_first_not_of("0123456789") == std::string::npos) {
      return "/dev/video" + number;
    }
    return Error{ErrorKind::kInvalidArgument, message("\"%1\" is not a camera; write camera:0 for /dev/video0", name)};
  }
  for (const DeviceInfo& device : list_video_devices()) {
    if (device.kind == DeviceKind::kCamera) return device.name;
  }
  return Error{ErrorKind::kUnavailable,
               message("There is no camera; plug one in, or choose the test card, the screen or a file")};
}

/// The place of "monitor:1920x1080+1920+0".
Result<LiveSource::ScreenPart> monitor_part(const std::string& name) {
  LiveSource::ScreenPart part;
  int length = 0;
  const int read = std::sscanf(name.c_str(), "monitor:%5dx%5d+%5d+%5d%n", &part.size.width, &part.size.height, &part.x,
                               &part.y, &length);
  if (read == 4 && static_cast<std::size_t>(length) == name.size() && part.size.width > 0 && part.size.height > 0) {
    return part;
  }
  return Error{
      ErrorKind::kInvalidArgument,
      message("\"%1\" is no part of the screen; write WIDTHxHEIGHT+LEFT+TOP, as in monitor:1920x1080+1920+0", name)};
}

}  // namespace

Result<std::unique_ptr<VideoSource>> open_video_source(const VideoSourceConfig& config,
                                                       std::function<Timestamp()> clock) {
  if (const auto checked = check(config); !checked) return checked.error();
  const std::string& name = config.name;
  if (name.empty() || name == "test-card") {
    return std::unique_ptr<VideoSource>(std::make_unique<TestCard>(config.size, config.frame_rate));
  }
  if (name == "black")
    return std::unique_ptr<VideoSource>(std::make_unique<BlackSource>(config.size, config.frame_rate));
  const LiveSource::Config live = {.size = config.size, .frame_rate = config.frame_rate};
  if (name == "screen" || name.starts_with("screen:")) {
    const std::string display = name == "screen" ? "" : name.substr(std::string_view("screen:").size());
    // "screen:0" and "screen::0" both mean display ":0".
    const bool bare_number = !display.empty() && display.find_first_not_of("0123456789.") == std::string::npos;
    return LiveSource::open_screen(bare_number ? ":" + display : display, {}, live, std::move(clock));
  }
  if (name.starts_with("monitor:")) {
    const auto part = monitor_part(name);
    if (!part) return part.error();
    return LiveSource::open_screen("", *part, live, std::move(clock));
  }
  if (name.starts_with("window:")) {
    return X11WindowSource::open(name.substr(std::string_view("window:").size()), live, std::move(clock));
  }
  if (name == "camera" || name.starts_with("camera:")) {
    const auto path = camera_path(name);
    if (!path) return path.error();
    return LiveSource::open_camera(path.value(), live, std::move(clock));
  }
  if (name.starts_with("/dev/video")) return LiveSource::open_camera(name, live, std::move(clock));
  return VideoFileSource::open(name, {.loop = config.loop, .frame_rate = config.frame_rate}, std::move(clock));
}

}  // namespace counterpoint
