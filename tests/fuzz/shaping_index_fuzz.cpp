// SPDX-License-Identifier: GPL-3.0-or-later
// An index for shaping from anywhere, once as a file and once as one record whose hashes are right, for a picture that
// goes with it. The first two octets say how long the picture's stream is, the third the multiplier.
#include <algorithm>
#include <functional>

#include "media/mpeg/picture_splitter.h"
#include "media/mpeg/shaping_index.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint::mpeg {
namespace {

void check(ByteView input) {
  constexpr std::size_t kHead = 3;
  if (input.size() < kHead) return;
  const std::size_t size = std::min(input.size() - kHead, std::size_t{input[0]} << 8 | input[1]);
  const Cut cut = {.multiplier = input[2], .more = 0.5F};
  const ByteView index = input.subspan(kHead + size);
  const auto opened = ShapingIndex::open(index);
  PictureSplitter splitter;
  static_cast<void>(splitter.push(input.subspan(kHead, size)));
  splitter.flush();
  while (const auto unit = splitter.pop()) {
    if (opened) static_cast<void>(opened->find(*unit));
    Bytes record(index.begin(), index.end());
    seal_record(record);
    FUZZ_CHECK(record.size() == index.size());
    const auto picture = IndexedPicture::read(record, *unit);
    if (!picture) continue;
    FUZZ_CHECK(picture->original_bits() <= unit->size * 8 && picture->cut_bits() <= picture->original_bits());
    FUZZ_CHECK(picture->damaged_slices() <= picture->slices());
    const auto kept = picture->kept_bits();
    FUZZ_CHECK(std::ranges::is_sorted(kept, std::greater()));
    const auto octets = picture->write(*unit, cut);
    FUZZ_CHECK(!octets || octets->size() <= unit->size);
  }
}

}  // namespace
}  // namespace counterpoint::mpeg

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::mpeg::check({data, size});
  return 0;
}
