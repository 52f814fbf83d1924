// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/loop_filter.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "media/capture/test_card.h"
#include "media/codec/vpx_decoder.h"
#include "media/codec/vpx_encoder.h"
#include "tests/support/picture_quality.h"

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

Bytes inter_frame(unsigned level, bool segmentation) {
  BoolWriter bits;
  bits.write(segmentation ? 1 : 0, 1);
  if (segmentation) {
    bits.write(3, 2);  // The map and the data are updated.
    bits.write(1, 1);
    for (const int width : {7, 6}) {
      for (unsigned segment = 0; segment < 4; ++segment) {
        bits.write(segment % 2, 1);
        if (segment % 2 == 1) bits.write(21 + segment, width + 1);
      }
    }
    for (unsigned i = 0; i < 3; ++i) {
      bits.write(i % 2, 1);
      if (i % 2 == 1) bits.write(200, 8);
    }
  }
  bits.write(0, 1);
  bits.write(level, 6);
  Bytes frame{0x11, 0, 0};
  for (const std::uint8_t byte : bits.finish()) frame.push_back(byte);
  return frame;
}

TEST(LoopFilterLevel, IsReadFromTheHeaderOfAFrame) {
  for (unsigned level = 0; level < 64; ++level) {
    for (const bool segmentation : {false, true}) {
      EXPECT_EQ(vp8_loop_filter_level(inter_frame(level, segmentation)), static_cast<int>(level)) << segmentation;
    }
  }
}

TEST(LoopFilterLevel, IsNotToldByAFrameThatEndsBeforeIt) {
  const Bytes frame = inter_frame(42, true);
  for (std::size_t size = 0; size < 6; ++size) {
    EXPECT_EQ(vp8_loop_filter_level(ByteView(frame).first(size)), std::nullopt) << size;
  }
}

TEST(LoopFilterWatch, WantsASearchWhenAStrongLevelStands) {
  constexpr Duration kInterval = 100ms;
  LoopFilterWatch watch;
  const auto frames_until_search = [&](int level) {
    for (int frames = 1; frames <= 1000; ++frames) {
      watch.handle_frame(level, kInterval);
      if (watch.wants_search()) return frames;
    }
    return 0;
  };
  EXPECT_EQ(frames_until_search(57), 11) << "a second after the first of them";
  EXPECT_EQ(frames_until_search(57), 21) << "the search found nothing, so the next comes later";
  EXPECT_EQ(frames_until_search(57), 41);
  EXPECT_EQ(frames_until_search(40), 11) << "another level is another chance";
  watch.handle_frame(3, kInterval);
  EXPECT_EQ(frames_until_search(3), 0) << "weak levels are no trap";
  for (int i = 0; i < 100; ++i) {
    watch.handle_frame(30 + i % 2, kInterval);
    EXPECT_FALSE(watch.wants_search()) << "a level that moves is followed by libvpx itself";
  }
}

TEST(LoopFilterWatch, KeepsTheEncoderFromBlurringAStillPictureForEver) {
  constexpr Resolution kSize{.width = 640, .height = 360};
  const FrameRate rate = FrameRate::per_second(30);
  auto encoder = make_vpx_encoder({.codec = VideoCodec::kVp8, .deterministic = true, .speed = 6});
  auto decoder = make_vpx_decoder({.codec = VideoCodec::kVp8});
  ASSERT_TRUE(encoder && decoder);
  TestCard card(kSize, rate);
  double psnr = 0;
  double bytes = 0;
  constexpr int kFrames = 150;
  constexpr int kLast = 30;
  for (int i = 0; i < kFrames; ++i) {
    const auto frame = card.read();
    // The rate grows as in a call, from that of the start to what the path carries.
    const DataRate bits = DataRate::kilobits_per_second(std::min(1000 + 20 * i, 4000));
    const auto encoded = (*encoder)->encode(**frame, OperatingPoint::from_rate(bits, rate, kSize), false);
    ASSERT_TRUE(encoded);
    const auto decoded = (*decoder)->decode(*encoded);
    ASSERT_TRUE(decoded);
    if (i < kFrames - kLast) continue;
    psnr += luma_psnr(*(*frame)->buffer, *decoded->buffer) / kLast;
    bytes += static_cast<double>(encoded->data.size()) / kLast;
  }
  EXPECT_GE(psnr, 50) << "41 dB without the search";
  EXPECT_LE(bytes, 6000) << "12,000 without it";
}

}  // namespace
}  // namespace counterpoint
