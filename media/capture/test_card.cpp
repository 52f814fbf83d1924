// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/test_card.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>

#include "core/base/rng.h"
#include "media/capture/marks.h"

namespace counterpoint {
namespace {

struct Colour {
  std::uint8_t y, cb, cr;
};
constexpr Colour kDark = {.y = 45, .cb = 134, .cr = 124};
constexpr Colour kGrid = {.y = 75, .cb = 132, .cr = 125};
constexpr Colour kCircle = {.y = 190, .cb = 128, .cr = 128};
constexpr Colour kDigits = {.y = 220, .cb = 128, .cr = 128};
constexpr Colour kSkin = {.y = 165, .cb = 112, .cr = 150};
constexpr Colour kFeature = {.y = 60, .cb = 122, .cr = 140};
/// 75 % colour bars (ITU-R BT.471) in BT.601: white, yellow, cyan, green, magenta, red, blue.
constexpr std::array<Colour, 7> kBars = {{{.y = 180, .cb = 128, .cr = 128},
                                          {.y = 162, .cb = 44, .cr = 142},
                                          {.y = 131, .cb = 156, .cr = 44},
                                          {.y = 112, .cb = 72, .cr = 58},
                                          {.y = 84, .cb = 184, .cr = 198},
                                          {.y = 65, .cb = 100, .cr = 212},
                                          {.y = 35, .cb = 212, .cr = 114}}};
/// Digits 3 wide and 5 high, one row of three bits after the other, and a colon.
constexpr std::array<std::uint16_t, 11> kGlyphs = {
    0b111101101101111, 0b010110010010111, 0b111001111100111, 0b111001111001111, 0b101101111001001, 0b111100111001111,
    0b111100111101111, 0b111001001001001, 0b111101111101111, 0b111101111001111, 0b000010000010000};
constexpr std::size_t kColon = 10;
constexpr int kGridShare = 12;  // Squares over the height.
constexpr int kHeadShare = 3;   // The head's diameter is a third of the smaller side.

/// One sample of luma, and the chroma that it shares with three neighbours.
void set_sample(FrameBuffer& picture, int x, int y, Colour colour) {
  const auto column = static_cast<std::size_t>(x);
  picture.row(0, y)[column] = colour.y;
  picture.row(1, y / 2)[column / 2] = colour.cb;
  picture.row(2, y / 2)[column / 2] = colour.cr;
}

/// Fills a rectangle, cut at the borders of the frame.
void fill(FrameBuffer& picture, int left, int top, int width, int height, Colour colour) {
  const Resolution size = picture.size();
  const int x0 = std::clamp(left, 0, size.width);
  const int x1 = std::clamp(left + width, 0, size.width);
  const int y0 = std::clamp(top, 0, size.height);
  const int y1 = std::clamp(top + height, 0, size.height);
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) set_sample(picture, x, y, colour);
  }
}

void draw_grid(FrameBuffer& picture) {
  const Resolution size = picture.size();
  const int step = std::max(4, size.height / kGridShare);
  for (int x = size.width / 2 % step; x < size.width; x += step) fill(picture, x, 0, 1, size.height, kGrid);
  for (int y = size.height / 2 % step; y < size.height; y += step) fill(picture, 0, y, size.width, 1, kGrid);
}

void draw_bars(FrameBuffer& picture) {
  const Resolution size = picture.size();
  const int top = size.height / 6;
  const int height = size.height / 5;
  for (int x = 0; x < size.width; ++x) {
    const auto bar = static_cast<std::size_t>(x) * kBars.size() / static_cast<std::size_t>(size.width);
    fill(picture, x, top, 1, height, kBars[bar]);
  }
  for (int x = 0; x < size.width; ++x) {
    const int luma = 16 + 219 * x / size.width;
    fill(picture, x, top + height, 1, size.height / 20, {.y = static_cast<std::uint8_t>(luma), .cb = 128, .cr = 128});
  }
}

void draw_circle(FrameBuffer& picture) {
  const Resolution size = picture.size();
  const double radius = 0.42 * std::min(size.width, size.height);
  const double half_line = std::max(0.75, size.height / 400.0);
  const double inner = (radius - half_line) * (radius - half_line);
  const double outer = (radius + half_line) * (radius + half_line);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const double across = x - size.width / 2.0;
      const double up = y - size.height / 2.0;
      const double square = across * across + up * up;
      if (square >= inner && square <= outer) set_sample(picture, x, y, kCircle);
    }
  }
}

FrameBuffer make_background(Resolution size) {
  FrameBuffer picture(size);
  fill(picture, 0, 0, size.width, size.height, kDark);
  draw_grid(picture);
  draw_bars(picture);
  draw_circle(picture);
  return picture;
}

/// A shaded, textured face, to give an encoder as much to do as a person does.
FrameBuffer make_head(Resolution size) {
  const int side = std::max(8, std::min(size.width, size.height) / kHeadShare) & ~1;
  FrameBuffer head({.width = side, .height = side});
  Rng rng(1);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const double shade = 40.0 * (0.5 - static_cast<double>(x + y) / (2.0 * side));
      const double texture = 6.0 * std::sin(x * 0.35) * std::sin(y * 0.27) + 2.0 * rng.gaussian();
      Colour colour = kSkin;
      colour.y = static_cast<std::uint8_t>(kSkin.y + shade + texture);
      set_sample(head, x, y, colour);
    }
  }
  for (const int x : {side * 3 / 10, side * 6 / 10}) fill(head, x, side * 3 / 10, side / 10, side / 10, kFeature);
  return head;
}

}  // namespace

TestCard::TestCard(Resolution size, FrameRate frame_rate)
    : background_(make_background(size)), head_(make_head(size)), frame_rate_(frame_rate) {}

Result<std::optional<VideoFrame>> TestCard::read() {
  if (interrupted_) return std::optional<VideoFrame>();
  const Duration media_time = this->media_time();
  auto picture = pool_.make(background_.size());
  for (int plane = 0; plane < 3; ++plane) {
    const auto bytes =
        static_cast<std::size_t>(picture->stride(plane)) * static_cast<std::size_t>(picture->plane_size(plane).height);
    std::memcpy(picture->data(plane), background_.data(plane), bytes);
  }
  draw_head(*picture, to_seconds(media_time));
  draw_clock(*picture, media_time);
  add_marks(*picture, next_number_, flash_is_due(media_time, frame_rate_.interval()));
  ++next_number_;
  return std::optional(VideoFrame{.buffer = std::move(picture), .media_time = media_time, .at = {}});
}

Result<std::optional<VideoFrame>> TestCard::skip() {
  if (interrupted_) return std::optional<VideoFrame>();
  const Duration media_time = this->media_time();
  ++next_number_;
  return std::optional(VideoFrame{.buffer = nullptr, .media_time = media_time, .at = {}});
}

Message TestCard::description() const {
  std::string rate = std::to_string(frame_rate_.per_second());
  rate.erase(rate.find_last_not_of('0') + 1);
  if (rate.back() == '.') rate.pop_back();
  const Resolution size = background_.size();
  return message("test card %1, %2 frames/s", pixels(size.width, size.height), figure(rate));
}

/// The head sways on a slow Lissajous curve and its mouth opens four times a second, as in speech.
void TestCard::draw_head(FrameBuffer& picture, double seconds) const {
  constexpr double kTurn = 2 * std::numbers::pi;
  const Resolution size = picture.size();
  const int side = head_.size().width;
  const int room_x = (size.width - side) / 2;
  const int room_y = size.height / 12;
  const int left = (room_x + static_cast<int>(0.45 * room_x * std::sin(kTurn * seconds / 5))) & ~1;
  const int top = (size.height / 2 + static_cast<int>(room_y * std::sin(kTurn * seconds / 3.1))) & ~1;
  for (int plane = 0; plane < 3; ++plane) {
    const int shift = plane == 0 ? 0 : 1;
    const int diameter = head_.plane_size(plane).width;
    for (int y = 0; y < diameter; ++y) {
      const int target = (top >> shift) + y;
      if (target >= picture.plane_size(plane).height) break;
      const double height = (y + 0.5) / diameter * 2 - 1;
      const int half = static_cast<int>(std::sqrt(1 - height * height) * diameter / 2);
      const auto source = head_.row(plane, y).subspan(static_cast<std::size_t>(diameter / 2 - half),
                                                      static_cast<std::size_t>(2 * half));
      std::ranges::copy(source, picture.row(plane, target).begin() + (left >> shift) + diameter / 2 - half);
    }
  }
  const int mouth = static_cast<int>(side / 6.0 * std::abs(std::sin(kTurn * seconds * 2)));
  fill(picture, left + side * 7 / 20, top + side * 13 / 20, side * 3 / 10, std::max(2, mouth), kFeature);
}

/// Minutes, seconds and hundredths at the bottom left.
void TestCard::draw_clock(FrameBuffer& picture, Duration media_time) const {
  const auto hundredths = static_cast<std::size_t>(media_time / 10ms);
  const std::size_t seconds = hundredths / 100;
  const std::array<std::size_t, 8> glyphs = {seconds / 600 % 10,   seconds / 60 % 10, kColon,
                                             seconds % 60 / 10,    seconds % 10,      kColon,
                                             hundredths / 10 % 10, hundredths % 10};
  const Resolution size = picture.size();
  const int dot = std::max(1, std::min(size.width, size.height) / 90);
  int left = 4 * dot;
  for (const std::size_t glyph : glyphs) {
    for (int bit = 0; bit < 15; ++bit) {
      if ((kGlyphs[glyph] >> (14 - bit) & 1) == 0) continue;
      fill(picture, left + bit % 3 * dot, size.height - (9 - bit / 3) * dot, dot, dot, kDigits);
    }
    left += 4 * dot;
  }
}

}  // namespace counterpoint
