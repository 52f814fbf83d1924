// SPDX-License-Identifier: GPL-3.0-or-later
// Writes bits, most significant first, and copies runs of bits at any alignment in words of 64 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/bytes.h"
#include "media/mpeg/bitstream/bit_reader.h"

namespace counterpoint::mpeg {

/// A run of bits.
struct BitRange {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
};

/// 1. The capacity is fixed when it is made, so a bound on the output must be known.
/// 2. Up to 32 bytes past the last one written are overwritten with anything.
class BitWriter {
 public:
  /// Room for `size` bytes.
  explicit BitWriter(std::size_t size) : bytes_(size + (kWordsAtOnce + 1) * 8), next_(bytes_.data()) {}

  /// The `n` (0 to 56) lowest bits of `value`, whose other bits are zero.
  void append(std::uint64_t value, unsigned n) {
    pending_ |= value << (63 - used_ - n) << 1;
    store(pending_, next_);
    used_ += n;
    next_ += used_ / 8;
    pending_ <<= used_ & ~7U;
    used_ %= 8;
  }
  /// The bits of `data` from `first` up to but without `end`, which is not before it. 32 bytes more can be read.
  void copy(const std::uint8_t* data, std::uint32_t first, std::uint32_t end);
  /// The same of several runs, of which none starts in the first byte of `data` unless this is aligned.
  void copy(const std::uint8_t* data, std::span<const BitRange> runs);
  /// Zero bits up to the next byte.
  void align() {
    if (used_ != 0) append(0, 8 - used_);
  }
  /// Bytes so far; call when aligned.
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(next_ - bytes_.data()); }
  /// All that was written, with zero bits up to a byte. The writer is empty afterwards.
  [[nodiscard]] Bytes take();

 private:
  static constexpr std::size_t kWordsAtOnce = 3;

  static void store(std::uint64_t word, std::uint8_t* bytes) {
    if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap64(word);
    std::memcpy(bytes, &word, sizeof word);
  }

  Bytes bytes_;
  std::uint8_t* next_;
  std::uint64_t pending_ = 0;  ///< Left-aligned; the first `used_` bits are meant.
  unsigned used_ = 0;          ///< 0 to 7 between calls.
};

}  // namespace counterpoint::mpeg
