// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/device_list.h"

#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

namespace counterpoint {
namespace {

/// Name of the camera at `path`; nothing if it is none (metadata and output devices look alike).
std::optional<std::string> camera_name(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  v4l2_capability capability{};
  const bool answered = ::ioctl(descriptor, VIDIOC_QUERYCAP, &capability) == 0;
  ::close(descriptor);
  const std::uint32_t abilities =
      (capability.capabilities & V4L2_CAP_DEVICE_CAPS) != 0 ? capability.device_caps : capability.capabilities;
  if (!answered || (abilities & V4L2_CAP_VIDEO_CAPTURE) == 0) return std::nullopt;
  const auto* text = reinterpret_cast<const char*>(capability.card);
  return std::string(text, std::find(text, text + sizeof capability.card, '\0'));
}

std::vector<DeviceInfo> cameras() {
  std::vector<std::filesystem::path> paths;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/dev", ignored)) {
    if (entry.path().filename().string().starts_with("video")) paths.push_back(entry.path());
  }
  // video10 comes after video9.
  std::ranges::sort(paths, {}, [](const auto& path) { return std::pair(path.native().size(), path.native()); });
  std::vector<DeviceInfo> found;
  for (const auto& path : paths) {
    if (auto name = camera_name(path)) {
      found.push_back({.kind = DeviceKind::kCamera,
                       .name = path,
                       .description = Message::verbatim(std::move(*name)),
                       .is_default = found.empty()});
    }
  }
  return found;
}

}  // namespace

std::vector<DeviceInfo> list_video_devices() {
  std::vector<DeviceInfo> devices = cameras();
  const char* session = std::getenv("XDG_SESSION_TYPE");
  const bool shows_by_x11 = session == nullptr || std::string_view(session) != "wayland";
  if (const char* display = std::getenv("DISPLAY"); shows_by_x11 && display != nullptr && *display != '\0') {
    devices.push_back(
        {.kind = DeviceKind::kScreen, .name = "screen", .description = std::string("X11 display ") + display});
  }
  devices.push_back({.kind = DeviceKind::kVideoGenerator,
                     .name = "test-card",
                     .description = message("generated moving test card with a frame number and a flash")});
  return devices;
}

}  // namespace counterpoint
