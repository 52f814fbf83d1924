// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/bitstream/bit_writer.h"

#include <algorithm>
#include <utility>

namespace counterpoint::mpeg {
namespace {

constexpr std::uint64_t kAllOnes = ~std::uint64_t{0};

}  // namespace

void BitWriter::copy(const std::uint8_t* data, std::uint32_t first, std::uint32_t end) {
  if (first < used_) {  // Bytes before the data must not be read.
    const std::uint32_t head = std::min<std::uint32_t>(end, 8) - first;
    append(load_bits(data) << first >> 1 >> (63 - head), head);
    first += head;
  }
  const BitRange run = {first, end};
  if (first < end) copy(data, std::span(&run, 1));
}

void BitWriter::copy(const std::uint8_t* data, std::span<const BitRange> runs) {
  // A word loaded at any bit alignment has at least 57 valid bits; invalid bits behind the 7 bytes are overwritten.
  constexpr std::size_t kWord = 7;
  // Locals, since the bytes written might be the members.
  std::uint8_t* next = next_;
  std::uint64_t pending = pending_;
  unsigned used = used_;
  for (const BitRange run : runs) {
    // Words of the source from `used` bits before the run on fit the bytes here; the first gives way to what is
    // pending.
    const std::uint32_t from = run.first - used;
    const std::uint8_t* byte = data + from / 8;
    const unsigned bit = from % 8;
    const auto word = [byte, bit](std::size_t at) { return load_bits(byte + at) << bit; };
    store(pending | (word(0) & kAllOnes >> used), next);
    // Mostly too many, but how many are needed cannot be foreseen, and a wrong guess costs more.
    for (std::size_t i = 1; i < kWordsAtOnce; ++i) store(word(i * kWord), next + i * kWord);
    const std::uint32_t left = run.end - from;
    for (std::size_t done = kWordsAtOnce * kWord; done * 8 < left; done += kWord) store(word(done), next + done);
    next += left / 8;
    used = left % 8;
    pending = (std::uint64_t{*next} << 56) & ~(kAllOnes >> used);
  }
  next_ = next;
  pending_ = pending;
  used_ = used;
}

Bytes BitWriter::take() {
  align();
  bytes_.resize(size());
  next_ = nullptr;
  return std::exchange(bytes_, {});
}

}  // namespace counterpoint::mpeg
