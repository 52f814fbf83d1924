// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/picture_scanner.h"

#include <algorithm>
#include <cmath>

namespace counterpoint::mpeg {
namespace {

/// Sets the bits that each lambda keeps: exact for those that were tried, extrapolated for the others.
void set_kept_bits(SizeCurve& curve, const PictureCodes& codes) {
  constexpr double kLossPerStep = 0.9;
  const auto all = static_cast<double>(codes.cut_bits);
  const auto kept = [&](LambdaIndex index) -> double& { return curve.kept_bits[static_cast<std::size_t>(index)]; };
  const LambdaIndex last = codes.first_lambda + kLambdas - 1;
  for (LambdaIndex i = codes.first_lambda; i <= last; ++i) kept(i) = static_cast<double>(codes.kept_at(i));
  // Whole numbers, so that sums forget a guess without a trace once it is known better.
  for (LambdaIndex i = codes.first_lambda; i > 0; --i) {
    kept(i - 1) = all - std::floor((all - kept(i)) * kLossPerStep);
  }
  for (LambdaIndex i = last + 1; i < kLambdaGrid; ++i) kept(i) = std::floor(kept(i - 1) * kLossPerStep);
}

SizeCurve size_curve(const PictureUnit& unit, const IndexedPicture& picture) {
  return {.fixed_bits = static_cast<double>(picture.original_bits() - picture.cut_bits()),
          .original_bits = static_cast<double>(picture.original_bits()),
          .received_bits = static_cast<double>(unit.size * 8),
          .seconds = unit.seconds(),
          .picture_coding_type = unit.headers.picture().picture_coding_type,
          .kept_bits = picture.kept_bits()};
}

SizeCurve size_curve(const PictureUnit& unit, const PictureCodes& codes) {
  SizeCurve curve;
  if (unit.is_headless()) return curve;
  curve.received_bits = curve.original_bits = static_cast<double>(unit.size * 8);
  for (const Slice& slice : codes.slices) {
    const auto after_slice = slice.next_byte * 8 - (slice.end_bit + 7) / 8 * 8;
    curve.original_bits -= after_slice;
  }
  for (const BitRange& stuffing : codes.stuffing) curve.original_bits -= stuffing.end - stuffing.first;
  curve.fixed_bits = curve.original_bits - static_cast<double>(codes.cut_bits);
  set_kept_bits(curve, codes);
  curve.seconds = unit.seconds();
  curve.picture_coding_type = unit.headers.picture().picture_coding_type;
  return curve;
}

}  // namespace

void PictureScanner::scan(HeldPicture& held) {
  if (new_index_ != nullptr) new_index_->add(held.unit, error_weights(held));
  if (index_ != nullptr) held.indexed = index_->find(held.unit);
  if (held.indexed) {
    held.size = size_curve(held.unit, *held.indexed);
    held.size.pictures_left = held.pictures_left;
  } else {
    parse(held, first_lambda_.value_or(likely_first_lambda(held.unit)));
  }
}

bool PictureScanner::scan_around(HeldPicture& held, LambdaIndex lambda) {
  if (held.indexed) return false;
  if (held.codes.covers(lambda) && held.codes.covers(std::max(lambda - 1, 0))) return false;
  parse(held, lambda - kLambdas / 2);
  return true;
}

Bytes PictureScanner::cut(HeldPicture& held, Cut cut) {
  if (held.indexed) {
    if (auto bytes = held.indexed->write(held.unit, cut)) return std::move(*bytes);
    parse(held, cut.lambda - kLambdas / 2);
  }
  return write_picture(held.unit, held.codes, cut);
}

void PictureScanner::recycle(PictureCodes codes) {
  if (codes.blocks != nullptr) free_codes_.push_back(std::move(codes));
}

void PictureScanner::parse(HeldPicture& held, LambdaIndex first) {
  held.indexed.reset();
  if (!free_codes_.empty() && held.codes.blocks == nullptr) {
    held.codes = std::move(free_codes_.back());
    free_codes_.pop_back();
  }
  held.codes = parse_picture(held.unit, error_weights(held), first, std::move(held.codes));
  held.size = size_curve(held.unit, held.codes);
  held.size.pictures_left = held.pictures_left;
}

ErrorWeights PictureScanner::error_weights(const HeldPicture& held) const {
  return {held.error_weight, held.error_weight * chrominance_weight_};
}

}  // namespace counterpoint::mpeg
