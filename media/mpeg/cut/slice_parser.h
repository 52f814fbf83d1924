// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the slices of one picture: slice header, macroblock layer and block layer (6.2.4 to 6.2.6).
#pragma once

#include "media/mpeg/bitstream/picture_unit.h"
#include "media/mpeg/cut/picture_codes.h"

namespace counterpoint::mpeg {

/// Weights of squared errors in a picture (> 0, at most 16).
struct ErrorWeights {
  float luminance = 1;
  float chrominance = 1;
};

/// The codes of `unit` that can be cut, for the kLambdas lambdas from `first` on (moved onto the grid). `reused` is
/// any older result whose memory is reused.
///
/// 1. A slice that is broken in any way is marked as damaged and has no blocks.
/// 2. All slices are damaged when the unit's picture is not supported: D pictures, scalable streams, broken headers.
/// 3. A pure function of its arguments: pictures can be parsed in any order and by several threads.
[[nodiscard]] PictureCodes parse_picture(const PictureUnit& unit, const ErrorWeights& error_weights, LambdaIndex first,
                                         PictureCodes room = {});

/// Likely best `first` of a picture of unknown lambda, from the quantiser of its slices.
[[nodiscard]] LambdaIndex likely_first_lambda(const PictureUnit& unit);

}  // namespace counterpoint::mpeg
