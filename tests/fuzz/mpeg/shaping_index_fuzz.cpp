// SPDX-License-Identifier: GPL-3.0-or-later
// An index for shaping from anywhere, once as a file and once as one record whose hashes are right, for a picture that
// goes with it. The first two bytes say how long the picture's stream is, the third the lambda.
#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/byte_writer.h"
#include "media/mpeg/index/shaping_index.h"
#include "media/mpeg/picture_splitter.h"
#include "media/mpeg/shaper.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint::mpeg {
namespace {

constexpr std::size_t kChunk = 100;

std::vector<PictureUnit> split(ByteView stream, std::shared_ptr<const ShapingIndex> index) {
  PictureSplitter splitter;
  splitter.use_index(std::move(index));
  for (; !stream.empty(); stream = stream.subspan(std::min(kChunk, stream.size()))) {
    static_cast<void>(splitter.push(stream.first(std::min(kChunk, stream.size()))));
  }
  splitter.flush();
  std::vector<PictureUnit> units;
  while (auto unit = splitter.pop()) units.push_back(std::move(*unit));
  return units;
}

/// The index of a stream of one picture, that of `unit`, with all hashes right.
Bytes index_of(const PictureUnit& unit, ByteView record) {
  ByteWriter list;
  list.u64(bytes_hash(picture_bytes(unit)));
  list.u32(static_cast<std::uint32_t>(picture_bytes(unit).size()));
  list.u32(record_hash(record));
  list.u32(static_cast<std::uint32_t>(record.size()));
  ByteWriter index;
  index.view(kShapingIndexMagic);
  index.u32(std::bit_cast<std::uint32_t>(ShaperConfig().lifetime_weight));
  index.u32(std::bit_cast<std::uint32_t>(ShaperConfig().chrominance_weight));
  index.u32(1);
  index.u32(static_cast<std::uint32_t>(bytes_hash(list.written())));
  index.view(list.written());
  index.view(record);
  return index.take();
}

/// Splits `stream` and shapes it, both by `index`: whatever that holds, all bytes come out in their order.
void split_and_shape(ByteView stream, const std::shared_ptr<const ShapingIndex>& index) {
  Shaper shaper({}, Target::share(0.5));
  static_cast<void>(shaper.use_index(index));
  Bytes whole;
  for (PictureUnit& unit : split(stream, index)) {
    whole.insert(whole.end(), unit.view().begin(), unit.view().end());
    FUZZ_CHECK(std::ranges::is_sorted(unit.start_codes, {}, &StartCode::offset));
    shaper.push(std::move(unit));
  }
  FUZZ_CHECK(std::ranges::equal(whole, stream));
  shaper.finish();
  while (const auto picture = shaper.pop()) {
    FUZZ_CHECK(picture->statistics.size <= picture->statistics.original_size);
  }
}

void check(ByteView input) {
  constexpr std::size_t kHead = 3;
  if (input.size() < kHead) return;
  const std::size_t size = std::min(input.size() - kHead, std::size_t{input[0]} << 8 | input[1]);
  const Cut cut = {.lambda = input[2], .more = 0.5F};
  const ByteView stream = input.subspan(kHead, size);
  const ByteView index = input.subspan(kHead + size);
  if (auto opened = ShapingIndex::open(index)) {
    split_and_shape(stream, std::make_shared<const ShapingIndex>(std::move(*opened)));
  }
  Bytes record(index.begin(), index.end());
  seal_record(record);
  FUZZ_CHECK(record.size() == index.size());
  for (const PictureUnit& unit : split(stream, nullptr)) {
    const Bytes forged = index_of(unit, record);
    auto opened = ShapingIndex::open(forged);
    FUZZ_CHECK(opened.ok());
    split_and_shape(unit.view(), std::make_shared<const ShapingIndex>(std::move(*opened)));
    const auto picture = IndexedPicture::read(record, unit);
    if (!picture) continue;
    FUZZ_CHECK(picture->original_bits() <= unit.size * 8 && picture->cut_bits() <= picture->original_bits());
    FUZZ_CHECK(picture->damaged_slices() <= picture->slices());
    const auto kept = picture->kept_bits();
    FUZZ_CHECK(std::ranges::is_sorted(kept, std::greater()));
    const auto bytes = picture->write(unit, cut);
    FUZZ_CHECK(!bytes || bytes->size() <= unit.size);
  }
}

}  // namespace
}  // namespace counterpoint::mpeg

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::mpeg::check({data, size});
  return 0;
}
