// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/requantise/bits_forecast.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace counterpoint::mpeg {
namespace {

std::size_t place_of(MpegPictureType type) { return std::min<std::size_t>(static_cast<std::size_t>(type) - 1, 2); }

constexpr double kMinShare = 0.01;
constexpr double kMaxShare = 0.99;

/// Share of the bits above the floor.
double share(const ExpectedPicture& picture, double floor, double bits) {
  return (bits - floor) / std::max(picture.original_bits - floor, 1.0);
}

/// (lambda / half_lambda)^power where that share stays.
double odds(double share) { return 1 / std::clamp(share, kMinShare, kMaxShare) - 1; }

}  // namespace

double BitsCurve::bits(const ExpectedPicture& picture, double lambda) const {
  const double least = floor(picture);
  return least + (picture.original_bits - least) / (1 + std::pow(lambda / (picture.error_weight * half_lambda), power));
}

void BitsCurve::learn(const ExpectedPicture& picture, double lambda, double bits) {
  const double stays = share(picture, floor(picture), bits);
  const double found = lambda / picture.error_weight / std::pow(odds(stays), 1 / power);
  const bool known = half_lambda > 0;
  if (known && stays <= kMinShare && found > half_lambda) return;
  if (known && stays >= kMaxShare && found < half_lambda) return;
  half_lambda = found;
}

bool BitsForecast::has_experience() const {
  return std::ranges::any_of(curves_, [](const BitsCurve& curve) { return curve.half_lambda > 0; });
}

BitsCurve BitsForecast::curve(MpegPictureType type) const {
  const BitsCurve& known = curves_[place_of(type)];
  if (known.half_lambda > 0) return known;
  BitsCurve likely = *std::ranges::max_element(curves_, {}, &BitsCurve::half_lambda);
  likely.floor_share = known.floor_share;
  return likely;
}

void BitsForecast::learn(const ExpectedPicture& picture, double lambda, double bits) {
  curves_[place_of(picture.picture_coding_type)].learn(picture, lambda, bits);
}

void BitsForecast::learn_floor(const ExpectedPicture& picture, double bits) {
  curves_[place_of(picture.picture_coding_type)].floor_share = bits / std::max(picture.fixed_bits, 1.0);
}

double BitsForecast::known_floor(std::span<const ExpectedPicture> pictures) const {
  double sum = 0;
  for (const ExpectedPicture& picture : pictures) {
    const BitsCurve& known = curves_[place_of(picture.picture_coding_type)];
    if (known.floor_share) sum += known.floor(picture);
  }
  return sum;
}

double BitsForecast::bits_above_floor(std::span<const ExpectedPicture> pictures, double lambda) const {
  double sum = bits(pictures, lambda);
  for (const ExpectedPicture& picture : pictures) sum -= curve(picture.picture_coding_type).floor(picture);
  return sum;
}

double BitsForecast::bits(std::span<const ExpectedPicture> pictures, double lambda) const {
  double sum = 0;
  for (const ExpectedPicture& picture : pictures) sum += curve(picture.picture_coding_type).bits(picture, lambda);
  return sum;
}

LambdaSearch::LambdaSearch(const BitsForecast& forecast, std::span<const ExpectedPicture> horizon, double budget)
    : forecast_(forecast),
      horizon_(horizon),
      budget_(budget),
      own_(forecast.curve(horizon.front().picture_coding_type)) {}

float LambdaSearch::solve() const {
  double below = kMinLambda;
  double above = kMaxLambda;
  while (above > below * 1.0001) {
    const double middle = std::sqrt(below * above);
    const double bits = own_.bits(horizon_.front(), middle) + forecast_.bits(horizon_.subspan(1), middle);
    (bits > budget_ ? below : above) = middle;
  }
  return static_cast<float>(above);
}

float LambdaSearch::next(float lambda, double bits) {
  const ExpectedPicture& picture = horizon_.front();
  if (last_lambda_ > 0 && bits != last_bits_) {
    const double floor = own_.floor(picture);
    const double between = std::log(odds(share(picture, floor, bits)) / odds(share(picture, floor, last_bits_)));
    own_.power = std::clamp(between / std::log(lambda / last_lambda_), 0.3, 6.0);
  }
  own_.learn(picture, lambda, bits);
  last_lambda_ = lambda;
  last_bits_ = bits;
  (bits + forecast_.bits(horizon_.subspan(1), lambda) > budget_ ? below_ : above_) = lambda;
  if (below_ == lambda && bits <= own_.floor(picture)) return 0;
  if (below_ >= 0.99F * kMaxLambda || above_ <= 1.01F * kMinLambda) return 0;
  const float solved = solve();
  if (solved > below_ && solved < above_) return solved;
  // Bits do not fall as smoothly as the curve does.
  const float middle = std::sqrt(std::max(below_, kMinLambda) * std::min(above_, kMaxLambda));
  return middle > below_ && middle < above_ ? middle : 0;
}

}  // namespace counterpoint::mpeg
