// SPDX-License-Identifier: GPL-3.0-or-later
// screen_text_bench PAGE.pgm OUT.pgm KBITS SECONDS: codes a still page as a shared screen is coded, at KBITS kbit/s,
// and writes what a peer sees SECONDS after the first frame was captured, when the path carries just that rate.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include "app/pipelines/video/frame_budget.h"
#include "app/pipelines/video/screen_point.h"
#include "media/codec/vpx_decoder.h"
#include "media/codec/vpx_encoder.h"

namespace {

using namespace counterpoint;

std::shared_ptr<FrameBuffer> read_page(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string magic;
  Resolution size;
  int white = 0;
  if (!(file >> magic >> size.width >> size.height >> white) || magic != "P5" || white != 255) return nullptr;
  if (size.width < 16 || size.height < 16 || size.width > kMaxPictureSide || size.height > kMaxPictureSide)
    return nullptr;
  file.get();
  auto frame = std::make_shared<FrameBuffer>(size);
  for (int y = 0; y < size.height; ++y) {
    for (std::uint8_t& luma : frame->row(0, y)) luma = static_cast<std::uint8_t>(16 + file.get() * 219 / 255);
  }
  for (const int plane : {1, 2}) {
    for (int y = 0; y < frame->plane_size(plane).height; ++y) {
      std::memset(frame->row(plane, y).data(), 128, frame->row(plane, y).size());
    }
  }
  return frame;
}

void write_page(const std::string& path, const FrameBuffer& frame) {
  std::ofstream file(path, std::ios::binary);
  file << "P5\n" << frame.size().width << ' ' << frame.size().height << "\n255\n";
  for (int y = 0; y < frame.size().height; ++y) {
    for (const std::uint8_t luma : frame.row(0, y)) {
      file.put(static_cast<char>(std::clamp((luma - 16) * 255 / 219, 0, 255)));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto page = argc == 5 ? read_page(argv[1]) : nullptr;
  if (!page) {
    std::cerr << "usage: screen_text_bench PAGE.pgm OUT.pgm KBITS SECONDS (an 8-bit grey PGM)\n";
    return 2;
  }
  const DataRate rate = DataRate::kilobits_per_second(std::atoi(argv[3]));
  const Duration end = from_seconds(std::atof(argv[4]));
  auto encoder = make_vpx_encoder({.codec = VideoCodec::kVp8, .deterministic = true});
  auto decoder = make_vpx_decoder({.codec = VideoCodec::kVp8});
  if (!encoder || !decoder) return 1;
  (*encoder)->set_content_hint(ContentHint::kText);
  constexpr ScreenCoding kCoding;
  const OperatingPoint camera = OperatingPoint::from_rate(rate, FrameRate::per_second(30), {640, 360});
  const OperatingPoint point = kCoding.at(camera);
  FrameBudget budget;
  std::shared_ptr<const FrameBuffer> seen;
  Timestamp arrived{};
  int frames = 0;
  for (Timestamp now{}; now - Timestamp() < end; now += point.frame_rate.interval()) {
    if (!budget.has_room(now, rate)) continue;
    auto coded = (*encoder)->encode({.buffer = page, .media_time = now - Timestamp(), .at = now}, point, frames == 0);
    if (!coded) return 1;
    const DataSize size = DataSize::bytes(static_cast<std::int64_t>(coded->data.size()));
    budget.spend(size);
    arrived = std::max(arrived, now) + size / rate;
    const auto frame = (*decoder)->decode(*coded);
    if (!frame) return 1;
    ++frames;
    if (arrived - Timestamp() <= end) seen = frame->buffer;
    std::cout << to_seconds(now - Timestamp()) << " s: " << coded->size.width << 'x' << coded->size.height << ", "
              << coded->data.size() << " bytes, there at " << to_seconds(arrived - Timestamp()) << " s\n";
  }
  if (!seen) return 1;
  write_page(argv[2], *seen);
  return 0;
}
