// SPDX-License-Identifier: GPL-3.0-or-later
// Codes one picture again with the vectors and kinds of prediction that it has: levels, quantisers, which blocks are
// coded and which macroblocks are skipped are chosen so that squared error plus lambda times bits is least. The error
// that the picture inherits is coded along, and so does not pile up.
#pragma once

#include <vector>

#include "core/base/bytes.h"
#include "media/mpeg/bitstream/macroblocks.h"
#include "media/mpeg/requantise/bits_forecast.h"
#include "media/mpeg/requantise/macroblock_targets.h"
#include "media/mpeg/requantise/slice_requantiser.h"

namespace counterpoint::mpeg {

class Requantiser {
 public:
  /// Lambda over the squared quantiser_scale that goes best with it, at a weight of 16 in the matrix: from trials.
  static constexpr float kErrorOfStep = SliceRequantiser::kErrorOfStep;

  /// `picture` must outlive it. `chrominance_weight`: how much an error there counts against luminance.
  Requantiser(MacroblockTargets& picture, float chrominance_weight)
      : picture_(picture), price_{.chrominance_weight = chrominance_weight} {}

  /// The picture's bytes with what is best for `lambda` (above 0), squared error a bit; from kMaxLambda on with as
  /// little as is legal.
  Bytes requantise(float lambda);
  /// From now on, quantisers are tried as for the lambda of the last time. Bits then change smoothly with lambda.
  void hold_quantisers() { quantisers_held_ = true; }
  /// The result of the last requantise().
  [[nodiscard]] MacroblockPicture chosen() const;

 private:
  MacroblockTargets& picture_;
  PicturePrice price_;
  bool quantisers_held_ = false;
  std::vector<MacroblockPicture> codings_;  ///< Slice by slice.
};

}  // namespace counterpoint::mpeg
