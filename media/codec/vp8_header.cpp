// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/vp8_header.h"

#include <cstddef>
#include <cstdint>

namespace counterpoint {
namespace {

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

/// A signed number that may be left out.
void skip_optional(BoolReader& bits, int width) {
  if (bits.flag()) bits.read(width + 1);
}

/// update_segmentation()
void skip_segmentation(BoolReader& bits) {
  const bool update_map = bits.flag();
  if (bits.flag()) {
    bits.read(1);  // segment_feature_mode
    for (const int width : {7, 6}) {
      for (int segment = 0; segment < 4; ++segment) skip_optional(bits, width);
    }
  }
  for (int i = 0; update_map && i < 3; ++i) {
    if (bits.flag()) bits.read(8);
  }
}

/// mb_lf_adjustments()
void skip_filter_adjustments(BoolReader& bits) {
  if (!bits.flag() || !bits.flag()) return;
  for (int i = 0; i < 8; ++i) skip_optional(bits, 6);
}

void skip_quantisers(BoolReader& bits) {
  bits.read(7);
  for (int i = 0; i < 5; ++i) skip_optional(bits, 4);
}

/// The part of an inter frame's header that says what it leaves to later frames. True if it is nothing.
bool read_no_refresh(BoolReader& bits) {
  const bool golden = bits.flag();
  const bool alternate = bits.flag();
  const unsigned golden_copy = golden ? 0 : bits.read(2);
  const unsigned alternate_copy = alternate ? 0 : bits.read(2);
  bits.read(2);  // sign_bias_golden and sign_bias_alternate
  const bool entropy = bits.flag();
  const bool last = bits.flag();
  return !golden && !alternate && golden_copy == 0 && alternate_copy == 0 && !entropy && !last;
}

}  // namespace

std::optional<Vp8Header> parse_vp8_header(ByteView frame) {
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
  Vp8Header result{.loop_filter_level = static_cast<int>(bits.read(6))};
  bits.read(3);  // sharpness_level
  skip_filter_adjustments(bits);
  bits.read(2);  // log2_nbr_of_dct_partitions
  skip_quantisers(bits);
  result.non_reference = !key_frame && read_no_refresh(bits);
  return bits.ok() ? std::optional(result) : std::nullopt;
}

}  // namespace counterpoint
