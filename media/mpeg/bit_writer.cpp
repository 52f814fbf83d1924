// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/bit_writer.h"

#include <utility>

namespace counterpoint::mpeg {

void BitWriter::copy(const std::uint8_t* data, std::uint32_t first, std::uint32_t end) {
  constexpr std::uint32_t kWord = 56;
  constexpr std::uint32_t kWorthMemcpy = 512;
  if (end - first >= kWorthMemcpy && first % 8 == used_) {
    if (used_ != 0) {
      const std::uint32_t head = 8 - used_;
      append(data[first / 8] & (0xFFU >> used_), head);
      first += head;
    }
    const std::uint32_t octets = (end - first) / 8;
    std::memcpy(next_, data + first / 8, octets);
    next_ += octets;
    first += octets * 8;
  }
  while (end - first > kWord) {
    append(load_bits(data + first / 8) << (first % 8) >> (64 - kWord), kWord);
    first += kWord;
  }
  if (const std::uint32_t rest = end - first; rest != 0) {
    append(load_bits(data + first / 8) << (first % 8) >> (64 - rest), rest);
  }
}

Bytes BitWriter::take() {
  align();
  octets_.resize(size());
  next_ = nullptr;
  return std::exchange(octets_, {});
}

}  // namespace counterpoint::mpeg
