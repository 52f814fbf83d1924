// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/bytes.h"

namespace counterpoint {

/// Appends big-endian (network order) fields to a growing buffer.
class ByteWriter {
 public:
  ByteWriter() = default;
  explicit ByteWriter(std::size_t expected_size) { bytes_.reserve(expected_size); }

  void u8(std::uint8_t v) { bytes_.push_back(v); }
  void u16(std::uint16_t v) { unsigned_be(v, 2); }
  void u24(std::uint32_t v) { unsigned_be(v, 3); }
  void u32(std::uint32_t v) { unsigned_be(v, 4); }
  void u64(std::uint64_t v) { unsigned_be(v, 8); }
  void view(ByteView v) { bytes_.insert(bytes_.end(), v.begin(), v.end()); }
  void zeros(std::size_t n) { bytes_.resize(bytes_.size() + n); }

  /// Overwrites two bytes that were written before, for lengths known only afterwards.
  void patch_u16(std::size_t position, std::uint16_t v) {
    assert(position + 2 <= bytes_.size());
    bytes_[position] = static_cast<std::uint8_t>(v >> 8);
    bytes_[position + 1] = static_cast<std::uint8_t>(v);
  }

  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] ByteView written() const { return bytes_; }
  [[nodiscard]] Bytes take() { return std::exchange(bytes_, {}); }

 private:
  void unsigned_be(std::uint64_t v, int bytes) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) bytes_.push_back(static_cast<std::uint8_t>(v >> shift));
  }
  Bytes bytes_;
};

}  // namespace counterpoint
