// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/bytes.h"

namespace counterpoint {

/// Reads big-endian (network order) fields with a sticky error.
///
/// 1. Reading past the end yields zeros and makes ok() false for good; nothing is ever read out of bounds.
/// 2. Check ok() once, after the last field.
class ByteReader {
 public:
  explicit ByteReader(ByteView data) : data_(data) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::size_t remaining() const { return data_.size() - position_; }
  [[nodiscard]] std::size_t position() const { return position_; }

  std::uint8_t u8() { return static_cast<std::uint8_t>(unsigned_be(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(unsigned_be(2)); }
  std::uint32_t u24() { return static_cast<std::uint32_t>(unsigned_be(3)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(unsigned_be(4)); }
  std::uint64_t u64() { return unsigned_be(8); }

  /// The next `n` bytes; empty, with the error set, when there are fewer.
  ByteView view(std::size_t n) {
    if (!take(n)) return {};
    return data_.subspan(position_ - n, n);
  }
  /// All that is left.
  ByteView rest() { return view(remaining()); }
  void skip(std::size_t n) { take(n); }

 private:
  bool take(std::size_t n) {
    if (!ok_ || n > remaining()) return ok_ = false;
    position_ += n;
    return true;
  }
  std::uint64_t unsigned_be(std::size_t n) {
    if (!take(n)) return 0;
    std::uint64_t value = 0;
    for (std::size_t i = position_ - n; i < position_; ++i) value = value << 8 | data_[i];
    return value;
  }

  ByteView data_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

}  // namespace counterpoint
