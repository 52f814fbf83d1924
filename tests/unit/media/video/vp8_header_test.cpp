// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/vp8_header.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace counterpoint {
namespace {

/// The boolean entropy encoder of RFC 6386 section 7, for values that are as often 0 as 1.
class BoolWriter {
 public:
  void write(unsigned value, int bits) {
    for (int i = bits - 1; i >= 0; --i) write((value >> i & 1U) != 0);
  }
  [[nodiscard]] Bytes finish() {
    write(0, 32);
    return data_;
  }

 private:
  void write(bool bit) {
    const unsigned split = 1 + (range_ - 1) / 2;
    low_ += bit ? std::uint64_t{split} << 24U : 0;
    range_ = bit ? range_ - split : split;
    while (range_ < 128) {
      range_ <<= 1U;
      low_ <<= 1U;
      if (++bits_ < 8) continue;
      bits_ = 0;
      if (low_ >> 40U != 0) carry();
      data_.push_back(static_cast<std::uint8_t>(low_ >> 32U & 0xffU));
      low_ &= 0xffffffffU;
    }
  }
  void carry() {
    std::size_t i = data_.size();
    while (data_[--i] == 0xff) data_[i] = 0;
    ++data_[i];
  }

  Bytes data_;
  std::uint64_t low_ = 0;
  unsigned range_ = 255;
  int bits_ = 0;
};

/// The fields of a header that differ, beside the level of the filter.
struct Fields {
  unsigned segmentation = 0;  ///< 1 if it is used, 7 if its map and its data are updated as well.
  unsigned adjustments = 0;   ///< 0: those of the filter are not told anew; else one more than are.
  unsigned refreshed = 0;     ///< Bits: the golden frame, the alternate one, the entropy, the last frame.
  unsigned golden_copy = 0;
  unsigned alternate_copy = 0;
};

void write_optional(BoolWriter& bits, bool present, unsigned value, int width) {
  bits.write(present ? 1 : 0, 1);
  if (present) bits.write(value, width);
}

Bytes inter_frame(unsigned level, const Fields& fields) {
  BoolWriter bits;
  bits.write(fields.segmentation & 1U, 1);
  if (fields.segmentation != 0) bits.write(fields.segmentation >> 1U, 2);
  if (fields.segmentation == 7) {
    bits.write(1, 1);
    for (const int width : {7, 6}) {
      for (unsigned segment = 0; segment < 4; ++segment) {
        write_optional(bits, segment % 2 == 1, 21 + segment, width + 1);
      }
    }
    for (unsigned i = 0; i < 3; ++i) write_optional(bits, i % 2 == 1, 200, 8);
  }
  bits.write(0, 1);
  bits.write(level, 6);
  bits.write(5, 3);
  bits.write(1, 1);
  bits.write(fields.adjustments > 0 ? 1 : 0, 1);
  for (unsigned i = 0; fields.adjustments > 0 && i < 8; ++i) write_optional(bits, i + 1 < fields.adjustments, 77, 7);
  bits.write(2, 2);
  bits.write(101, 7);
  for (unsigned i = 0; i < 5; ++i) write_optional(bits, i % 2 == 0, 19, 5);
  bits.write(fields.refreshed & 3U, 2);
  if ((fields.refreshed & 2U) == 0) bits.write(fields.golden_copy, 2);
  if ((fields.refreshed & 1U) == 0) bits.write(fields.alternate_copy, 2);
  bits.write(3, 2);
  bits.write(fields.refreshed >> 2U, 2);
  Bytes frame{0x11, 0, 0};
  for (const std::uint8_t byte : bits.finish()) frame.push_back(byte);
  return frame;
}

TEST(Vp8Header, TellsTheLevelOfTheLoopFilter) {
  for (unsigned level = 0; level < 64; ++level) {
    for (const unsigned segmentation : {0U, 7U}) {
      const auto header = parse_vp8_header(inter_frame(level, {.segmentation = segmentation}));
      ASSERT_TRUE(header);
      EXPECT_EQ(header->loop_filter_level, static_cast<int>(level)) << segmentation;
    }
  }
}

TEST(Vp8Header, TellsTheFramesThatLeaveNothingToLaterOnes) {
  const auto leaves_nothing = [](const Fields& fields) {
    return parse_vp8_header(inter_frame(9, fields))->non_reference;
  };
  EXPECT_TRUE(leaves_nothing({}));
  EXPECT_TRUE(leaves_nothing({.segmentation = 7}));
  EXPECT_TRUE(leaves_nothing({.adjustments = 1}));
  EXPECT_TRUE(leaves_nothing({.adjustments = 8}));
  EXPECT_FALSE(leaves_nothing({.golden_copy = 1}));
  EXPECT_FALSE(leaves_nothing({.alternate_copy = 2}));
  for (unsigned refreshed = 1; refreshed < 16; ++refreshed) EXPECT_FALSE(leaves_nothing({.refreshed = refreshed}));
}

TEST(Vp8Header, IsNotToldByAFrameThatEndsWithinIt) {
  const Bytes frame = inter_frame(42, {.segmentation = 7});
  for (std::size_t size = 0; size < 14; ++size) {
    EXPECT_FALSE(parse_vp8_header(ByteView(frame).first(size))) << size;
  }
}

}  // namespace
}  // namespace counterpoint
