// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/bit_writer.h"

#include <algorithm>
#include <utility>

namespace counterpoint::mpeg {
namespace {

/// The 64 bits from bit `position` on.
std::uint64_t word_at(const std::uint8_t* data, std::uint32_t position) {
  const std::uint8_t* const octet = data + position / 8;
  const unsigned bit = position % 8;
  return load_bits(octet) << bit | std::uint64_t{octet[8]} >> (8 - bit);
}

}  // namespace

void BitWriter::copy(const std::uint8_t* data, std::uint32_t first, std::uint32_t end) {
  if (first < used_) {  // What stands before the data must not be read.
    const std::uint32_t head = std::min<std::uint32_t>(end, 8) - first;
    append(load_bits(data) << first >> 1 >> (63 - head), head);
    first += head;
    if (first == end) return;
  }
  // Words of the source from `used_` bits before the run on fit the octets here. The first gives way to what is
  // pending.
  std::uint32_t from = first - used_;
  std::uint32_t left = end - from;
  const std::uint64_t all_ones = ~std::uint64_t{0};
  std::uint64_t word = pending_ | (word_at(data, from) & all_ones >> used_);
  for (; left >= 64; left -= 64) {
    store(word);
    next_ += 8;
    word = word_at(data, from += 64);
  }
  store(word);
  next_ += left / 8;
  used_ = left % 8;
  pending_ = word << (left - used_) & ~(all_ones >> used_);
}

Bytes BitWriter::take() {
  align();
  octets_.resize(size());
  next_ = nullptr;
  return std::exchange(octets_, {});
}

}  // namespace counterpoint::mpeg
