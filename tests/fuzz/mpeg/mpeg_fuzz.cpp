// SPDX-License-Identifier: GPL-3.0-or-later
// A video elementary stream from anywhere, shaped at targets that the input chooses. The first byte chooses the
// window and the variant, the second the chunks.
#include <algorithm>
#include <utility>

#include "media/mpeg/config/variants.h"
#include "media/mpeg/picture_splitter.h"
#include "media/mpeg/shaper.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint::mpeg {
namespace {

struct Shaped {
  Bytes stream;
  std::size_t pictures = 0;
  std::size_t damaged_slices = 0;
  bool refused = false;  ///< No video after all.
};

Shaped shape(ByteView stream, const ShaperConfig& config, std::size_t chunk, double share) {
  PictureSplitter splitter;
  Shaper shaper(config, Target::share(share));
  Shaped shaped;
  const auto pop_all = [&] {
    while (auto unit = splitter.pop()) shaper.push(std::move(*unit));
    while (const auto picture = shaper.pop()) {
      const PictureStatistics& statistics = picture->statistics;
      // A damaged slice is never amplified: what leaves is no larger than what came.
      FUZZ_CHECK(statistics.size <= statistics.original_size);
      FUZZ_CHECK(statistics.damaged_slices <= statistics.slices);
      shaped.stream.insert(shaped.stream.end(), picture->bytes.begin(), picture->bytes.end());
      shaped.pictures += picture->has_picture ? 1U : 0U;
      shaped.damaged_slices += statistics.damaged_slices;
    }
  };
  for (std::size_t at = 0; at < stream.size(); at += chunk) {
    if (!splitter.push(stream.subspan(at, std::min(chunk, stream.size() - at)))) {
      shaped.refused = true;
      return shaped;
    }
    pop_all();
  }
  static_cast<void>(splitter.finish());
  shaper.finish();
  pop_all();
  return shaped;
}

void check(ByteView input) {
  if (input.size() < 2) return;
  constexpr std::size_t kWindows = 20;
  ShaperConfig config = kVariants[input[0] / kWindows % kVariants.size()].config;
  config.window = std::size_t{input[0]} % kWindows + 1;
  const std::size_t chunk = std::size_t{input[1]} * 16 + 1;
  const ByteView stream = input.subspan(2);
  const Shaped whole = shape(stream, config, stream.size() + 1, 1);
  const Shaped half = shape(stream, config, chunk, 0.5);
  FUZZ_CHECK(whole.refused == half.refused);
  if (whole.refused) return;
  FUZZ_CHECK(whole.stream.size() <= stream.size());
  // Not than `whole`: a slice that is audio in syntax but not in meaning is cut, but copied with its stuffing where
  // macroblocks are written anew.
  FUZZ_CHECK(half.stream.size() <= stream.size());
  // Omitted data is gone: the second time nothing changes.
  const Shaped again = shape(whole.stream, config, chunk, 1);
  FUZZ_CHECK(again.stream == whole.stream && again.pictures == whole.pictures);
  // The new stream can be read.
  FUZZ_CHECK(shape(half.stream, config, chunk, 1).damaged_slices <= half.damaged_slices);
}

}  // namespace
}  // namespace counterpoint::mpeg

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::mpeg::check({data, size});
  return 0;
}
