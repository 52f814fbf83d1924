// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/video_replacement.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace counterpoint::mpeg {

void VideoReplacement::add(std::size_t old_size, Bytes bytes) {
  assert(bytes.size() <= old_size);
  if (old_size == 0) return;
  pieces_.push_back({.old_first = known_, .old_end = known_ + old_size, .bytes = std::move(bytes)});
  known_ += old_size;
}

/// Bytes of `piece` in the places of the old stream from `first` up to `end`.
ByteView VideoReplacement::part(const Piece& piece, std::size_t first, std::size_t end) {
  const std::size_t from = std::max(first, piece.old_first) - piece.old_first;
  const std::size_t to = std::min(std::min(end, piece.old_end) - piece.old_first, piece.bytes.size());
  return from < to ? ByteView(piece.bytes).subspan(from, to - from) : ByteView();
}

std::size_t VideoReplacement::size_of(std::size_t first, std::size_t end) const {
  assert(first >= taken_ && end <= known_);
  std::size_t size = 0;
  for (const Piece& piece : pieces_) {
    if (piece.old_first >= end) break;
    if (piece.old_end > first) size += part(piece, first, end).size();
  }
  return size;
}

Bytes VideoReplacement::take(std::size_t old_size) {
  assert(taken_ + old_size <= known_);
  const std::size_t end = taken_ + old_size;
  Bytes bytes;
  while (!pieces_.empty() && pieces_.front().old_first < end) {
    const ByteView piece = part(pieces_.front(), taken_, end);
    bytes.insert(bytes.end(), piece.begin(), piece.end());
    if (pieces_.front().old_end > end) break;
    pieces_.pop_front();
  }
  taken_ = end;
  return bytes;
}

}  // namespace counterpoint::mpeg
