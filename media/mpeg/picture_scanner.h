// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "media/mpeg/bitstream/picture_unit.h"
#include "media/mpeg/cut/picture_codes.h"
#include "media/mpeg/cut/picture_writer.h"
#include "media/mpeg/cut/slice_parser.h"
#include "media/mpeg/index/shaping_index.h"
#include "media/mpeg/rate_control.h"
#include "media/mpeg/shaping_index_writer.h"

namespace counterpoint::mpeg {

/// A picture that a Shaper holds, and the codes that can be cut from it.
struct HeldPicture {
  PictureUnit unit;
  bool starts_group = false;
  float error_weight = 0;         ///< Weight of luminance errors; 0 before the picture is scanned.
  std::size_t pictures_left = 0;  ///< Pictures after it in its group.
  PictureCodes codes;
  std::optional<IndexedPicture> indexed;  ///< Stands for `codes`.
  SizeCurve size;
};

/// Finds the codes of pictures that can be cut, by parsing or in an index, and cuts them.
class PictureScanner {
 public:
  /// `chrominance_weight`: see ShaperConfig.
  explicit PictureScanner(float chrominance_weight) : chrominance_weight_(chrominance_weight) {}

  /// From now on, pictures are looked up in `index` first.
  void use_index(std::shared_ptr<const ShapingIndex> index) { index_ = std::move(index); }
  /// From now on each scanned picture is added to `index`, which must outlive the scanner.
  void describe_to(ShapingIndexWriter& index) { new_index_ = &index; }

  /// Finds the codes and the size of `held`, whose error_weight is known.
  void scan(HeldPicture& held);
  /// Scans `held` again if its sizes at `lambda` and the one below are only extrapolated; else false.
  bool scan_around(HeldPicture& held, LambdaIndex lambda);
  /// The next pictures will probably be cut at `lambda`.
  void expect(LambdaIndex lambda) { first_lambda_ = lambda - kLambdas / 2; }
  /// False until expect() was called.
  [[nodiscard]] bool expects_lambda() const { return first_lambda_.has_value(); }
  /// The bytes of `held` after `cut`.
  [[nodiscard]] Bytes cut(HeldPicture& held, Cut cut);
  /// Takes the memory of a picture that has left the shaper.
  void recycle(PictureCodes codes);

 private:
  void parse(HeldPicture& held, LambdaIndex first);
  [[nodiscard]] ErrorWeights error_weights(const HeldPicture& held) const;

  float chrominance_weight_;
  std::shared_ptr<const ShapingIndex> index_;
  ShapingIndexWriter* new_index_ = nullptr;
  std::vector<PictureCodes> free_codes_;
  std::optional<LambdaIndex> first_lambda_;  ///< First lambda to try on the next picture.
};

}  // namespace counterpoint::mpeg
