// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/metrics/picture_quality.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {
namespace {

/// A picture of half the sides needs 2^1.9 times the bits a pixel: there is more in each pixel.
constexpr double kScaleExponent = 1.9;
/// A small picture shows less of what could have moved.
constexpr double kBlurExponent = 0.5;
/// The interval at which the constants of contents hold.
constexpr double kUsualInterval = 1.0 / 30;  // s

}  // namespace

double modelled_similarity(const CodedPicture& picture, Resolution display, Duration age,
                           const PictureContent& content) {
  const auto pixels = static_cast<double>(picture.resolution.area());
  const double scale = std::min(1.0, std::sqrt(pixels / static_cast<double>(display.area())));
  const double intervals = std::max(1.0, to_seconds(picture.interval) / kUsualInterval);
  const double wanted =
      content.bits * std::pow(intervals, content.interval_cost) * std::pow(scale, -kScaleExponent) * pixels;
  const double enlarging = content.detail * (1 / scale - 1);
  const double coding = std::pow(wanted / picture.bits, content.steepness);
  const double aged = std::pow(to_seconds(age), content.uniformity);
  const double moved = content.motion * aged / (aged + std::pow(to_seconds(content.still), content.uniformity));
  return 1 / (1 + enlarging + coding + moved * std::pow(scale, kBlurExponent));
}

}  // namespace counterpoint
