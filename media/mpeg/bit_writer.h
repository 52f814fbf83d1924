// SPDX-License-Identifier: GPL-3.0-or-later
// Writes bits, most significant first, and copies runs of bits at any alignment in words of 64 bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/bytes.h"
#include "media/mpeg/bit_reader.h"

namespace counterpoint::mpeg {

/// 1. The room is given once; whoever writes knows a bound on what will be written.
/// 2. Up to eight octets past the last one written are overwritten with anything.
class BitWriter {
 public:
  /// Room for `size` octets.
  explicit BitWriter(std::size_t size) : octets_(size + 16), next_(octets_.data()) {}

  /// The `n` (0 to 56) lowest bits of `value`, whose other bits are zero.
  void append(std::uint64_t value, unsigned n) {
    pending_ |= value << (63 - used_ - n) << 1;
    store(pending_);
    used_ += n;
    next_ += used_ / 8;
    pending_ <<= used_ & ~7U;
    used_ %= 8;
  }
  /// The bits of `data` from `first` up to but without `end`, which is not before it. Nine octets more can be read.
  void copy(const std::uint8_t* data, std::uint32_t first, std::uint32_t end);
  /// Zero bits up to the next octet.
  void align() {
    if (used_ != 0) append(0, 8 - used_);
  }
  /// Octets so far; call when aligned.
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(next_ - octets_.data()); }
  /// All that was written, with zero bits up to an octet. The writer is empty afterwards.
  [[nodiscard]] Bytes take();

 private:
  void store(std::uint64_t word) {
    if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap64(word);
    std::memcpy(next_, &word, sizeof word);
  }

  Bytes octets_;
  std::uint8_t* next_;
  std::uint64_t pending_ = 0;  ///< Left-aligned; the first `used_` bits are meant.
  unsigned used_ = 0;          ///< 0 to 7 between calls.
};

}  // namespace counterpoint::mpeg
