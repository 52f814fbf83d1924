// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/camera/camera_modes.h"

#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace counterpoint {
namespace {

constexpr std::uint32_t kMaxListed = 256;  ///< Bound on each list of a driver.

/// Formats of colour samples that libavdevice takes. Depth and infrared cameras have others, which are no picture.
constexpr std::uint32_t kSamples[] = {V4L2_PIX_FMT_YUYV,   V4L2_PIX_FMT_UYVY,   V4L2_PIX_FMT_NV12,
                                      V4L2_PIX_FMT_YUV420, V4L2_PIX_FMT_YVU420, V4L2_PIX_FMT_YUV422P,
                                      V4L2_PIX_FMT_RGB24,  V4L2_PIX_FMT_BGR24};
constexpr std::uint32_t kMotionJpeg[] = {V4L2_PIX_FMT_MJPEG, V4L2_PIX_FMT_JPEG};

class Camera {
 public:
  explicit Camera(const std::string& device) : descriptor_(::open(device.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC)) {}
  Camera(const Camera&) = delete;
  Camera& operator=(const Camera&) = delete;
  ~Camera() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  /// Asks for the item of a list that `query` names; false behind its end.
  template <typename Query>
  [[nodiscard]] bool ask(unsigned long request, Query& query) const {
    return descriptor_ >= 0 && query.index < kMaxListed && ::ioctl(descriptor_, request, &query) == 0;
  }

 private:
  int descriptor_;
};

double rate_of(const v4l2_fract& interval) {
  return interval.numerator > 0 ? static_cast<double>(interval.denominator) / interval.numerator : 0;
}

double max_rate(const Camera& camera, std::uint32_t format, Resolution size) {
  double rate = 0;
  v4l2_frmivalenum query{};
  query.pixel_format = format;
  query.width = static_cast<std::uint32_t>(size.width);
  query.height = static_cast<std::uint32_t>(size.height);
  for (; camera.ask(VIDIOC_ENUM_FRAMEINTERVALS, query); ++query.index) {
    const bool listed = query.type == V4L2_FRMIVAL_TYPE_DISCRETE;
    rate = std::max(rate, rate_of(listed ? query.discrete : query.stepwise.min));
    if (!listed) break;
  }
  return rate;
}

int within(int wanted, std::uint32_t min, std::uint32_t max, std::uint32_t step) {
  const auto least = static_cast<int>(min);
  const int inside = std::clamp(wanted, least, std::max(least, static_cast<int>(max)));
  return step > 1 ? inside - (inside - least) % static_cast<int>(step) : inside;
}

void add_sizes(const Camera& camera, std::uint32_t format, bool compressed, Resolution wanted,
               std::vector<CameraMode>& modes) {
  v4l2_frmsizeenum query{};
  query.pixel_format = format;
  for (; camera.ask(VIDIOC_ENUM_FRAMESIZES, query); ++query.index) {
    const bool listed = query.type == V4L2_FRMSIZE_TYPE_DISCRETE;
    const v4l2_frmsize_stepwise& range = query.stepwise;
    const Resolution size =
        listed ? Resolution{static_cast<int>(query.discrete.width), static_cast<int>(query.discrete.height)}
               : Resolution{within(wanted.width, range.min_width, range.max_width, range.step_width),
                            within(wanted.height, range.min_height, range.max_height, range.step_height)};
    modes.push_back({.size = size, .max_rate = max_rate(camera, format, size), .compressed = compressed});
    if (!listed) break;
  }
}

}  // namespace

std::vector<CameraMode> list_camera_modes(const std::string& device, Resolution wanted) {
  const Camera camera(device);
  std::vector<CameraMode> modes;
  v4l2_fmtdesc query{};
  query.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  for (; camera.ask(VIDIOC_ENUM_FMT, query); ++query.index) {
    const bool compressed = std::ranges::find(kMotionJpeg, query.pixelformat) != std::end(kMotionJpeg);
    const bool samples = std::ranges::find(kSamples, query.pixelformat) != std::end(kSamples);
    if (compressed || samples) add_sizes(camera, query.pixelformat, compressed, wanted, modes);
  }
  return modes;
}

std::optional<CameraMode> choose_camera_mode(const std::vector<CameraMode>& modes, Resolution wanted, FrameRate rate) {
  const auto worth = [&](const CameraMode& mode) {
    // Intervals are whole fractions: 29.97 frames/s are as good as 30.
    constexpr double kAlmost = 0.98;
    const double wanted_rate = rate.per_second();
    const double said = mode.max_rate > 0 ? mode.max_rate : wanted_rate;
    const double of_use = said >= kAlmost * wanted_rate ? wanted_rate : said;
    const auto width = static_cast<double>(std::min(mode.size.width, wanted.width));
    const auto height = static_cast<double>(std::min(mode.size.height, wanted.height));
    const std::int64_t excess = mode.size.area() - std::min(mode.size.area(), wanted.area());
    return std::tuple(width * height * of_use, of_use, !mode.compressed, -excess);
  };
  const auto best = std::ranges::max_element(modes, {}, worth);
  return best == modes.end() ? std::nullopt : std::optional(*best);
}

}  // namespace counterpoint
