// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/bitstream/picture_unit.h"

#include <algorithm>

namespace counterpoint::mpeg {

double PictureUnit::seconds() const {
  if (!has_picture || !headers.sequence()) return 0;
  const Sequence& sequence = *headers.sequence();
  const Picture& picture = headers.picture();
  const double frame =
      static_cast<double>(sequence.frame_rate_denominator) / static_cast<double>(sequence.frame_rate_numerator);
  if (picture.picture_structure != PictureStructure::kFrame) return frame / 2;
  if (!picture.repeat_first_field) return frame;
  if (sequence.progressive_sequence) return frame * (picture.top_field_first ? 3 : 2);
  return frame * 1.5;
}

bool PictureUnit::is_headless() const {
  const auto is_slice = [](const StartCode& code) { return is_mpeg_slice(code.value); };
  return !has_picture && (start_codes.empty() || std::ranges::any_of(start_codes, is_slice));
}

bool PictureUnit::has_only_zeros(std::uint32_t first, std::uint32_t end) const {
  const ByteView rest = view().subspan(first / 8, end - first / 8);
  const auto is_zero = [](std::uint8_t byte) { return byte == 0; };
  return rest.empty() || ((rest[0] << first % 8 & 0xFF) == 0 && std::ranges::all_of(rest.subspan(1), is_zero));
}

}  // namespace counterpoint::mpeg
