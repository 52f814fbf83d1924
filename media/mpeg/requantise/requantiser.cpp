// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/requantise/requantiser.h"

#include <cstddef>
#include <vector>

#include "media/mpeg/bitstream/macroblock_writer.h"

namespace counterpoint::mpeg {

Bytes Requantiser::requantise(float lambda) {
  price_.lambda = lambda;
  if (!quantisers_held_) price_.lambda_of_quantisers = lambda;
  const std::vector<MacroblockSlice>& slices = picture_.original().slices;
  std::vector<MacroblockPicture> codings(slices.size());
  std::vector<Bytes> written(slices.size());
  picture_.parallel_for()(slices.size(), [&](std::size_t i) {
    codings[i] = SliceRequantiser(picture_, price_).requantise(slices[i]);
    written[i] = write_slice(picture_.unit(), codings[i], codings[i].slices.front());
  });
  chosen_.clear();
  chosen_.slices = slices;
  chosen_.macroblocks.reserve(picture_.original().macroblocks.size());
  for (const MacroblockPicture& coding : codings) append_macroblocks(coding, 0, coding.macroblocks.size(), chosen_);
  return join_slices(picture_.unit(), slices, written);
}

}  // namespace counterpoint::mpeg
