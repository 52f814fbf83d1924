// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/loop_filter.h"

#include <gtest/gtest.h>

#include "media/capture/test_card.h"
#include "media/codec/vpx_decoder.h"
#include "media/codec/vpx_encoder.h"
#include "tests/support/picture_quality.h"

namespace counterpoint {
namespace {

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
