// SPDX-License-Identifier: GPL-3.0-or-later
// Forecasts the bits that pictures take when they are coded again at a lambda, from those that were.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "media/mpeg/bitstream/headers.h"

namespace counterpoint::mpeg {

/// A picture that a budget is for.
struct ExpectedPicture {
  MpegPictureType picture_coding_type = MpegPictureType::kI;
  float error_weight = 1;  ///< Above 0.
  double original_bits = 0;
  double fixed_bits = 0;  ///< Bits of the picture when each block is cut to its floor.
};

/// The range of lambda, squared error a bit; at its ends all or hardly anything stays.
inline constexpr float kMinLambda = 0.01F;
inline constexpr float kMaxLambda = 1e7F;

/// The share 1 / (1 + (lambda / half_lambda)^power) of a picture's bits above its floor stays.
struct BitsCurve {
  double half_lambda = 0;  ///< Divided by error_weight; 0: nothing is known.
  double power = 2.1;      ///< Default: of what was tried, the best luminance of *mobile*.
  /// Share of ExpectedPicture::fixed_bits that stays at any lambda; unknown before such a picture was met, then likely
  /// 1.
  std::optional<double> floor_share;

  [[nodiscard]] double floor(const ExpectedPicture& picture) const {
    return std::min(floor_share.value_or(1) * picture.fixed_bits, picture.original_bits);
  }

  [[nodiscard]] double bits(const ExpectedPicture& picture, double lambda) const;
  /// Moves the curve to the bits that the picture took. At the floor, and when nothing was left out, they are only a
  /// bound.
  void learn(const ExpectedPicture& picture, double lambda, double bits);
};

class BitsForecast {
 public:
  [[nodiscard]] bool has_experience() const;
  [[nodiscard]] BitsCurve curve(MpegPictureType type) const;
  /// `picture` took `bits` at `lambda`.
  void learn(const ExpectedPicture& picture, double lambda, double bits);
  /// No lambda makes `picture` smaller than `bits`.
  void learn_floor(const ExpectedPicture& picture, double bits);
  /// Known minimum of their bits: types of pictures that were not met yet count nothing.
  [[nodiscard]] double known_floor(std::span<const ExpectedPicture> pictures) const;
  /// Expected bits above their likely floors.
  [[nodiscard]] double bits_above_floor(std::span<const ExpectedPicture> pictures, double lambda) const;
  [[nodiscard]] double bits(std::span<const ExpectedPicture> pictures, double lambda) const;

 private:
  std::array<BitsCurve, 3> curves_;  ///< I, P, B.
};

/// Looks for the lambda at which a picture and those after it take a budget.
class LambdaSearch {
 public:
  /// For the first of `horizon`, which must outlive it, as `forecast` must.
  LambdaSearch(const BitsForecast& forecast, std::span<const ExpectedPicture> horizon, double budget);

  [[nodiscard]] float first() const { return solve(); }
  /// From now on, other choices are made: what was too many or too few bits before need not be so again.
  void forget_bounds() { below_ = 0, above_ = 2 * kMaxLambda; }
  /// The lambda to try after the picture took `bits` at `lambda`; 0 when nothing better is left.
  [[nodiscard]] float next(float lambda, double bits);

 private:
  [[nodiscard]] float solve() const;

  const BitsForecast& forecast_;
  std::span<const ExpectedPicture> horizon_;
  double budget_;
  BitsCurve own_;
  float last_lambda_ = 0;
  double last_bits_ = 0;
  float below_ = 0;               ///< Too many bits here,
  float above_ = 2 * kMaxLambda;  ///< and too few here.
};

}  // namespace counterpoint::mpeg
