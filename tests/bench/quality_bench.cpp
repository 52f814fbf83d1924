// SPDX-License-Identifier: GPL-3.0-or-later
// The laboratory's model of picture quality beside real pictures.
//
//   quality_bench [--points] [CLIP...]
//
// Each clip (by default the test card) is coded by the program's VP8 encoder at five sizes, four frame rates and seven
// rates. The decoded pictures are enlarged and compared with the source at each age. A content is then fitted to all
// these points, and its constants are printed with the errors of the model; --points prints the points themselves.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "app/lab/metrics/picture_quality.h"
#include "media/capture/video_source_factory.h"
#include "media/codec/vpx_decoder.h"
#include "media/codec/vpx_encoder.h"
#include "media/frame/picture_scaling.h"
#include "media/frame/structural_similarity.h"

namespace counterpoint {
namespace {

using Picture = std::shared_ptr<const FrameBuffer>;
constexpr std::size_t kLength = 150;  ///< Pictures of a clip; a shorter one goes backward and forward again.
constexpr std::size_t kSettled = 45;  ///< The rate control has settled then.
constexpr double kFrameRate = 30;

/// A measured point: what was coded, how old it was, and how alike it looked.
struct Point {
  CodedPicture coded;
  Duration age{};
  double similarity = 0;
};

Duration intervals(std::size_t count) { return Duration(1s) * static_cast<std::int64_t>(count) / 30; }

std::vector<Picture> read_clip(const std::string& name) {
  std::vector<Picture> pictures;
  auto source = open_video_source({.name = name, .size = {.width = 352, .height = 288}, .loop = false}, {});
  if (!source) return pictures;
  while (pictures.size() < kLength) {
    auto frame = (*source)->read();
    if (!frame || !*frame) break;
    pictures.push_back((*frame)->buffer);
  }
  while (!pictures.empty() && pictures.size() < kLength) {
    const std::vector<Picture> backward(pictures.rbegin(), pictures.rend());
    pictures.insert(pictures.end(), backward.begin(), backward.end());
  }
  pictures.resize(std::min(pictures.size(), kLength));
  return pictures;
}

/// Codes each `step`-th picture of the clip at `size`, and gives a point for each age up to the next one.
std::vector<Point> measure(const std::vector<Picture>& clip, Resolution size, std::size_t step, double bits_per_pixel) {
  auto encoder = make_vpx_encoder({.deterministic = true});
  auto decoder = make_vpx_decoder({});
  if (!encoder || !decoder) return {};
  const auto wanted = static_cast<std::int64_t>(bits_per_pixel * static_cast<double>(size.area()) / 8);
  const OperatingPoint point{.frame_size = DataSize::bytes(wanted),
                             .frame_rate = FrameRate::per_second(kFrameRate / static_cast<double>(step)),
                             .resolution = size};
  std::vector<double> sums(step, 0.0);
  double bits = 0;
  double counted = 0;
  for (std::size_t i = 0; i + step <= clip.size(); i += step) {
    auto encoded = (*encoder)->encode({.buffer = clip[i], .at = Timestamp(1s + intervals(i))}, point, false);
    if (!encoded) return {};
    auto decoded = (*decoder)->decode(*encoded);
    if (!decoded || !decoded->buffer || decoded->buffer->size() != size) return {};
    if (i < kSettled) continue;
    const Picture shown = scale_to_fill(decoded->buffer, clip[i]->size());
    for (std::size_t age = 0; age < step; ++age) sums[age] += luma_ssim(*clip[i + age], *shown);
    bits += 8 * static_cast<double>(encoded->data.size());
    ++counted;
  }
  std::vector<Point> points;
  for (std::size_t age = 0; age < step; ++age) {
    points.push_back({.coded = {.bits = bits / counted, .resolution = size, .interval = intervals(step)},
                      .age = intervals(age),
                      .similarity = sums[age] / counted});
  }
  return points;
}

std::vector<Point> measure(const std::vector<Picture>& clip) {
  std::vector<Point> points;
  const Resolution full = clip.front()->size();
  for (const int eighths : {8, 6, 4, 3, 2}) {
    const Resolution size{.width = full.width * eighths / 16 * 2, .height = full.height * eighths / 16 * 2};
    for (const std::size_t step : {1U, 2U, 3U, 6U}) {
      for (const double bits : {0.04, 0.07, 0.12, 0.2, 0.35, 0.6, 1.0}) {
        const std::vector<Point> more = measure(clip, size, step, bits);
        points.insert(points.end(), more.begin(), more.end());
      }
    }
  }
  return points;
}

double error_at(const Point& point, Resolution display, const PictureContent& content) {
  return std::abs(modelled_similarity(point.coded, display, point.age, content) - point.similarity);
}

double mean_error(const std::vector<Point>& points, Resolution display, const PictureContent& content) {
  double sum = 0;
  for (const Point& point : points) sum += error_at(point, display, content);
  return sum / static_cast<double>(points.size());
}

/// Steps of one constant after the other, each by a factor that shrinks while nothing improves.
PictureContent fit_from(PictureContent content, const std::vector<Point>& points, Resolution display) {
  double best = mean_error(points, display, content);
  for (double step = 0.3; step > 0.002;) {
    bool improved = false;
    for (int constant = 0; constant < 7; ++constant) {
      for (const double factor : {1 + step, 1 / (1 + step)}) {
        PictureContent tried = content;
        double still = to_seconds(tried.still);
        double* const constants[] = {&tried.detail, &tried.bits, &tried.steepness, &tried.interval_cost,
                                     &tried.motion, &still,      &tried.uniformity};
        *constants[constant] *= factor;
        tried.still = std::chrono::microseconds(std::llround(still * 1e6));
        const double error = mean_error(points, display, tried);
        if (error >= best) continue;
        best = error;
        content = tried;
        improved = true;
      }
    }
    if (!improved) step /= 2;
  }
  return content;
}

/// The best of two starts: a film with much detail and a pan is far from a talking head.
PictureContent fit(const std::vector<Point>& points, Resolution display) {
  const PictureContent calm = fit_from(kTalkingHead, points, display);
  PictureContent busy = kTalkingHead;
  busy.detail *= 5;
  busy.motion *= 5;
  busy.uniformity = 2;
  busy = fit_from(busy, points, display);
  return mean_error(points, display, busy) < mean_error(points, display, calm) ? busy : calm;
}

void print_points(const std::string& name, const std::vector<Point>& points, Resolution display) {
  for (const Point& point : points) {
    std::printf("%s,%d,%d,%d,%.1f,%.4f,%.4f,%.5f\n", name.c_str(), display.width, display.height,
                point.coded.resolution.width, point.coded.bits, to_seconds(point.coded.interval), to_seconds(point.age),
                point.similarity);
  }
}

bool report(const std::string& name, bool only_points) {
  const std::vector<Picture> clip = read_clip(name);
  if (clip.size() < kLength) return std::fprintf(stderr, "%s: no pictures\n", name.c_str()), false;
  const Resolution display = clip.front()->size();
  const std::vector<Point> points = measure(clip);
  if (only_points) return print_points(name, points, display), true;
  const PictureContent content = fit(points, display);
  double worst = 0;
  for (const Point& point : points) worst = std::max(worst, error_at(point, display, content));
  std::printf("%s, %dx%d, %zu points: detail %.3f, bits %.4f, steepness %.2f, interval cost %.2f, motion %.2f, ",
              name.c_str(), display.width, display.height, points.size(), content.detail, content.bits,
              content.steepness, content.interval_cost, content.motion);
  std::printf("still %.0f ms, uniformity %.2f; SSIM off by %.4f on average, %.3f at most; as a talking head by %.3f\n",
              to_milliseconds(content.still), content.uniformity, mean_error(points, display, content), worst,
              mean_error(points, display, kTalkingHead));
  return true;
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) {
  std::vector<std::string> names(argv + 1, argv + argc);
  const bool only_points = std::erase(names, "--points") > 0;
  if (names.empty()) names.emplace_back("test-card");
  const bool fine = std::ranges::all_of(
      names, [only_points](const std::string& name) { return counterpoint::report(name, only_points); });
  return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
