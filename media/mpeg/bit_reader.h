// SPDX-License-Identifier: GPL-3.0-or-later
// Reads bits, most significant first, from octets that are followed by padding.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace counterpoint::mpeg {

/// Zero octets that follow every buffer that is parsed here. More than the longest block: DC and 64 escapes of 28 bits.
inline constexpr std::size_t kPadding = 512;

/// The 64 bits that start at octet `data`, the first in the most significant place.
[[nodiscard]] inline std::uint64_t load_bits(const std::uint8_t* data) {
  std::uint64_t word = 0;
  std::memcpy(&word, data, sizeof word);
  if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap64(word);
  return word;
}

/// 1. Reading past the end is harmless for kPadding octets: whoever loops checks position() at least once a block.
/// 2. Nothing is ever written.
class BitReader {
 public:
  /// Starts at bit `position` of `data`.
  explicit BitReader(const std::uint8_t* data, std::uint32_t position = 0) : data_(data), position_(position) {}

  /// In bits from the start of the data.
  [[nodiscard]] std::uint32_t position() const { return position_; }
  [[nodiscard]] const std::uint8_t* data() const { return data_; }
  /// The next 57 bits or more, left-aligned.
  [[nodiscard]] std::uint64_t window() const { return load_bits(data_ + position_ / 8) << (position_ % 8); }
  /// The next `n` bits (1 to 32), not taken.
  [[nodiscard]] std::uint32_t peek(unsigned n) const { return static_cast<std::uint32_t>(window() >> (64 - n)); }
  void skip(std::uint32_t n) { position_ += n; }
  /// The next `n` bits (0 to 32).
  std::uint32_t read(unsigned n) {
    if (n == 0) return 0;
    const std::uint32_t value = peek(n);
    position_ += n;
    return value;
  }
  bool flag() { return read(1) != 0; }

 private:
  const std::uint8_t* data_;
  std::uint32_t position_;
};

}  // namespace counterpoint::mpeg
