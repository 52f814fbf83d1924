// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// The content of a film, as far as it decides how well it can be coded. tests/bench/quality_bench finds the constants
/// of a clip by coding it; docs/decisions/0014-picture-quality.md has those of five clips.
struct PictureContent {
  double detail = 0;         ///< Distortion added for each time that a side is halved or so: 0.05 (face) to 0.3 (maps).
  double bits = 0;           ///< Bits a pixel at 30 frames/s where coding distorts as much as the picture has to show.
  double steepness = 0;      ///< Exponent of the fall of coding's distortion with bits, 0.6 to 1.1.
  double interval_cost = 0;  ///< Exponent by which bits grow with the time between two coded pictures, 0 to 1.
  double motion = 0;         ///< Distortion of a picture that has been still for long, 0.5 to 6.
  Duration still{};          ///< Age at which half of that is reached.
  /// Exponent of its growth with age. Random movement leads as far as the root of the time, steady movement as far as
  /// the time, and a picture's likeness to its displaced self falls with the square: 1 (jitter) to 2 (a pan).
  double uniformity = 1;
};

/// A talking head, after an earlier fit of the clips Foreman (held in the hand) and Carphone (in a moving car).
inline constexpr PictureContent kTalkingHead{
    .detail = 0.06, .bits = 0.0034, .steepness = 0.87, .interval_cost = 0.2, .motion = 1.07, .still = 380ms};

/// A coded picture on the screen.
struct CodedPicture {
  double bits = 0;        ///< Mean of the pictures around it that are no key frames, > 0.
  Resolution resolution;  ///< The coded size.
  Duration interval{};    ///< Capture times of it and of the picture that it refers to, > 0.
};

/// Structural similarity, 0 to 1, of what is on a screen of `display` and of the source at that size, when `picture`
/// came on the screen `age` (>= 0) ago: 1 / (1 + distortions), those of enlarging, of coding and of age.
[[nodiscard]] double modelled_similarity(const CodedPicture& picture, Resolution display, Duration age,
                                         const PictureContent& content = kTalkingHead);

}  // namespace counterpoint
