// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/cut/picture_codes.h"

#include "media/mpeg/bitstream/bit_reader.h"

namespace counterpoint::mpeg {

void PictureCodes::reset(std::size_t bytes) {
  slices.clear();
  stuffing.clear();
  block_count = 0;
  cut_bits = 0;
  kept_bits_sum = {};
  if (blocks != nullptr && bytes <= room_bytes) return;
  // A block with a second code takes 6 bits or more. A broken slice may run on into the padding before it is noticed.
  const std::size_t max_blocks = (bytes + kPadding) * 8 / 6 + 1;
  blocks = std::make_unique_for_overwrite<Block[]>(max_blocks);
  kept_bits = std::make_unique_for_overwrite<KeptBits[]>(max_blocks);
  room_bytes = bytes;
}

}  // namespace counterpoint::mpeg
