// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/loop_filter.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace counterpoint {
namespace {

/// Weaker filters are told apart by the neighbours that libvpx tries.
constexpr int kStrongLevel = 16;
constexpr Duration kMaxPatience = 32s;

/// The boolean entropy decoder of RFC 6386 section 7, for values that are as often 0 as 1; sticky zero after the end.
class BoolReader {
 public:
  explicit BoolReader(ByteView data) : data_(data), value_(next() << 8U | next()) {}
  unsigned read(int bits) {
    unsigned value = 0;
    for (int i = 0; i < bits; ++i) value = value << 1U | bit();
    return value;
  }
  bool flag() { return read(1) != 0; }
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  unsigned next() {
    if (position_ < data_.size()) return data_[position_++];
    // The decoder reads two bytes ahead of what it needs.
    ok_ = ++position_ <= data_.size() + 2;
    return 0;
  }
  unsigned bit() {
    const unsigned split = 1 + (range_ - 1) / 2;
    const bool high = value_ >= split << 8U;
    if (high) value_ -= split << 8U;
    range_ = high ? range_ - split : split;
    while (range_ < 128) {
      range_ <<= 1U;
      value_ <<= 1U;
      if (++shifted_ < 8) continue;
      shifted_ = 0;
      value_ |= next();
    }
    return high ? 1 : 0;
  }

  ByteView data_;
  std::size_t position_ = 0;
  unsigned value_;
  unsigned range_ = 255;
  int shifted_ = 0;
  bool ok_ = true;
};

/// update_segmentation() of RFC 6386 section 19.2.
void skip_segmentation(BoolReader& bits) {
  const bool update_map = bits.flag();
  if (bits.flag()) {
    bits.read(1);  // segment_feature_mode
    for (const int width : {7, 6}) {
      for (int segment = 0; segment < 4; ++segment) {
        if (bits.flag()) bits.read(width + 1);
      }
    }
  }
  for (int i = 0; update_map && i < 3; ++i) {
    if (bits.flag()) bits.read(8);
  }
}

}  // namespace

std::optional<int> vp8_loop_filter_level(ByteView frame) {
  constexpr std::size_t kFrameTagSize = 3;
  constexpr std::size_t kKeyFrameHeaderSize = 10;
  if (frame.size() < kFrameTagSize) return std::nullopt;
  const bool key_frame = (frame[0] & 1U) == 0;
  const std::size_t header = key_frame ? kKeyFrameHeaderSize : kFrameTagSize;
  if (frame.size() <= header) return std::nullopt;
  BoolReader bits(frame.subspan(header));
  if (key_frame) bits.read(2);  // color_space and clamping_type
  if (bits.flag()) skip_segmentation(bits);
  bits.read(1);  // filter_type
  const unsigned level = bits.read(6);
  if (!bits.ok()) return std::nullopt;
  return static_cast<int>(level);
}

void LoopFilterWatch::handle_frame(int level, Duration interval) {
  if (level != level_) patience_ = kMinPatience;
  if (level != level_ || level < kStrongLevel) {
    same_for_ = Duration::zero();
  } else if (wants_search()) {
    // The search has found the same level.
    patience_ = std::min<Duration>(2 * patience_, kMaxPatience);
    same_for_ = Duration::zero();
  } else {
    same_for_ += interval;
  }
  level_ = level;
}

}  // namespace counterpoint
