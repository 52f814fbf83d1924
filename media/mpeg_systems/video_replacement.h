// SPDX-License-Identifier: GPL-3.0-or-later
// Maps the bytes of a video stream to those of its shaped form.
#pragma once

#include <cstddef>
#include <deque>

#include "core/base/bytes.h"

namespace counterpoint::mpeg {

/// Byte n of a picture's new form takes the place of byte n of its old form; the places beyond its end stay empty.
///
/// 1. Headers do not move within their picture, so a packet in which a picture began still is one: time stamps hold.
/// 2. No byte comes at another time than one of the same picture did, and a decoder's buffer never holds more of a
///    picture than it did, nor has less of what it needs. So it cannot overflow or run dry where it did not before.
class VideoReplacement {
 public:
  /// The next `old_size` bytes of the video are `bytes` now, which are no more.
  void add(std::size_t old_size, Bytes bytes);
  /// Up to which byte of the old video the new one is known.
  [[nodiscard]] std::size_t known() const { return known_; }
  /// Number of bytes that replace those from `first` up to `end` (known), none of which was taken.
  [[nodiscard]] std::size_t size_of(std::size_t first, std::size_t end) const;
  /// Bytes that replace the next `old_size` bytes (known).
  [[nodiscard]] Bytes take(std::size_t old_size);
  /// Number of bytes of the old video that were taken.
  [[nodiscard]] std::size_t taken() const { return taken_; }

 private:
  struct Piece {
    std::size_t old_first = 0;
    std::size_t old_end = 0;
    Bytes bytes;
  };
  [[nodiscard]] static ByteView part(const Piece& piece, std::size_t first, std::size_t end);

  std::deque<Piece> pieces_;
  std::size_t known_ = 0;
  std::size_t taken_ = 0;
};

}  // namespace counterpoint::mpeg
