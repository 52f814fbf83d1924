// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/picture_codes.h"

#include <algorithm>

#include "media/mpeg/bit_reader.h"

namespace counterpoint::mpeg {

void PictureCodes::reset(std::size_t octets) {
  slices.clear();
  stuffing.clear();
  block_count = step_count = 0;
  std::ranges::fill(bits_of_slope, 0U);
  if (blocks != nullptr && octets <= room_octets) return;
  // The shortest run-level code takes 2 bits, the shortest block with a second code 6. A broken slice may run on into
  // the padding before it is noticed.
  const std::size_t bits = (octets + kPadding) * 8;
  blocks = std::make_unique_for_overwrite<Block[]>(bits / 6 + 1);
  step_bits = std::make_unique_for_overwrite<std::uint16_t[]>(bits / 2 + 1);
  step_slope = std::make_unique_for_overwrite<SlopeBin[]>(bits / 2 + 1);
  room_octets = octets;
}

}  // namespace counterpoint::mpeg
