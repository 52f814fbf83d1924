// SPDX-License-Identifier: GPL-3.0-or-later
// Reads bits, most significant first, from bytes that are followed by padding.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace counterpoint::mpeg {

/// Zero bytes that follow every buffer that is parsed here. More than the longest block: DC and 64 escapes of 28 bits.
inline constexpr std::size_t kPadding = 512;

/// The 64 bits that start at byte `data`, the first in the most significant place.
[[nodiscard]] inline std::uint64_t load_bits(const std::uint8_t* data) {
  std::uint64_t word = 0;
  std::memcpy(&word, data, sizeof word);
  if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap64(word);
  return word;
}

/// Keeps the next bits in a register, so that what is read next does not wait for memory.
///
/// 1. Reading past the end is harmless for kPadding bytes: whoever loops checks position() at least once a block.
/// 2. peek(), skip() and read() look after the register themselves. A loop that cannot afford it calls fill() and then
///    window() and drop() for at most 56 bits.
class BitReader {
 public:
  /// Starts at bit `position` of `data`.
  explicit BitReader(const std::uint8_t* data, std::uint32_t position = 0) : data_(data), next_(data + position / 8) {
    fill();
    drop(position % 8);
  }

  /// In bits from the start of the data.
  [[nodiscard]] std::uint32_t position() const {
    return static_cast<std::uint32_t>(next_ - data_) * 8 - available_ % kWordBits;
  }
  [[nodiscard]] const std::uint8_t* data() const { return data_; }
  /// The next `n` bits (1 to 32), not taken.
  [[nodiscard]] std::uint32_t peek(unsigned n) {
    fill();
    return static_cast<std::uint32_t>(window_ >> (64 - n));
  }
  /// Leaves out `n` (0 to 56) bits.
  void skip(unsigned n) {
    fill();
    drop(n);
  }
  /// The next `n` bits (0 to 32).
  std::uint32_t read(unsigned n) {
    if (n == 0) return 0;
    const std::uint32_t value = peek(n);
    drop(n);
    return value;
  }
  bool flag() { return read(1) != 0; }

  /// From here on, window() holds 56 bits or more.
  void fill() {
    window_ |= load_bits(next_) >> available_ % kWordBits;
    next_ += ~available_ % kWordBits / 8;
    available_ |= 56;
  }
  /// The next bits, left-aligned.
  [[nodiscard]] std::uint64_t window() const { return window_; }
  /// Takes `n` of the bits in the window.
  void drop(unsigned n) {
    window_ <<= n;
    available_ -= n;
  }
  /// Takes as many as the lowest six bits of `n` say. The processor's shift looks at no others, so nothing waits for
  /// these to be cut off.
  void drop_modulo(unsigned n) {
    window_ <<= n % kWordBits;
    available_ -= n;
  }

 private:
  static constexpr unsigned kWordBits = 64;

  const std::uint8_t* data_;
  const std::uint8_t* next_;
  std::uint64_t window_ = 0;
  unsigned available_ = 0;  ///< Bits in the window, modulo 64.
};

}  // namespace counterpoint::mpeg
