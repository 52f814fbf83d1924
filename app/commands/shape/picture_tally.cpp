// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/picture_tally.h"

#include <string>
#include <utility>

#include "core/base/message.h"
#include "media/mpeg/picture_splitter.h"

namespace counterpoint {

void PictureTally::add(const mpeg::PictureStatistics& picture) {
  const bool is_damaged = picture.damaged_slices > 0 || (picture.understood() && picture.slices == 0);
  ++pictures_;
  damaged_ += is_damaged ? 1U : 0U;
  if (is_damaged) return;
  undamaged_ += picture.understood() ? 1U : 0U;
  // D pictures and scalable ones come behind a sequence header, which tells their time.
  copied_ += !picture.understood() && picture.seconds > 0 ? 1U : 0U;
}

Result<void> PictureTally::check(mpeg::StreamKind kind) const {
  const bool is_elementary = kind == mpeg::StreamKind::kElementary;
  return good() > 0 && (!is_elementary || good() >= damaged_) ? Result<void>() : error();
}

Result<void> PictureTally::check_so_far() const {
  constexpr std::uint64_t kEnough = 1000;
  return good() > 0 || damaged_ < kEnough ? Result<void>() : error();
}

Result<void> PictureTally::check_strictly() const {
  // A container may have a header of its own before each group of pictures, which damages one of them.
  constexpr std::uint64_t kPicturesPerDamage = 20;
  return good() > 0 && damaged_ <= 1 + pictures_ / kPicturesPerDamage ? Result<void>() : error();
}

Error PictureTally::error() const {
  if (damaged_ == 0) return {ErrorKind::kMalformed, kNoPicture};
  return {
      ErrorKind::kMalformed,
      message("has damaged slices in %1 of its %2 pictures: it is damaged throughout, or a kind of file that is not "
              "known, of which \"ffmpeg -i IN -map 0:v -c copy OUT.m2v\" may make an elementary stream",
              std::to_string(damaged_), std::to_string(pictures_))};
}

Result<bool> check_cut_video(ByteView beginning) {
  mpeg::PictureSplitter splitter;
  if (auto pushed = splitter.push(beginning); !pushed) return pushed.error();
  // The last picture is not whole, and stays in the splitter.
  auto unit = splitter.pop();
  if (!unit) return false;
  mpeg::Shaper shaper({.method = mpeg::ShapingMethod::kBreakpoints, .window = 1}, mpeg::Target::share(0.9));
  PictureTally tally;
  for (; unit; unit = splitter.pop()) {
    shaper.push(std::move(*unit));
    while (const auto picture = shaper.pop()) {
      if (picture->has_picture) tally.add(picture->statistics);
    }
  }
  if (auto checked = tally.check_strictly(); !checked) return checked.error();
  return true;
}

}  // namespace counterpoint
