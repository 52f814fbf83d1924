// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/requantise/requantiser.h"

#include <cstddef>

#include "media/mpeg/bitstream/macroblock_writer.h"

namespace counterpoint::mpeg {

Bytes Requantiser::requantise(float lambda) {
  price_.lambda = lambda;
  if (!quantisers_held_) price_.lambda_of_quantisers = lambda;
  const std::vector<MacroblockSlice>& slices = picture_.original().slices;
  codings_.resize(slices.size());
  std::vector<Bytes> written(slices.size());
  picture_.parallel_for()(slices.size(), [&](std::size_t i) {
    codings_[i] = SliceRequantiser(picture_, price_).requantise(slices[i]);
    written[i] = write_slice(picture_.unit(), codings_[i], codings_[i].slices.front());
  });
  return join_slices(picture_.unit(), slices, written);
}

MacroblockPicture Requantiser::chosen() const {
  MacroblockPicture chosen;
  chosen.slices = picture_.original().slices;
  chosen.macroblocks.reserve(picture_.original().macroblocks.size());
  for (const MacroblockPicture& coding : codings_) append_macroblocks(coding, 0, coding.macroblocks.size(), chosen);
  return chosen;
}

}  // namespace counterpoint::mpeg
