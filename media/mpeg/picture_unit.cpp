// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/picture_unit.h"

namespace counterpoint::mpeg {

double PictureUnit::seconds() const {
  if (!has_picture || !headers.sequence() || headers.sequence()->frame_rate_numerator == 0) return 0;
  const Sequence& sequence = *headers.sequence();
  const Picture& picture = headers.picture();
  const double frame =
      static_cast<double>(sequence.frame_rate_denominator) / static_cast<double>(sequence.frame_rate_numerator);
  if (picture.picture_structure != PictureStructure::kFrame) return frame / 2;
  if (!picture.repeat_first_field) return frame;
  if (sequence.progressive_sequence) return frame * (picture.top_field_first ? 3 : 2);
  return frame * 1.5;
}

}  // namespace counterpoint::mpeg
