// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "media/mpeg/picture_splitter.h"
#include "media/mpeg/shaper.h"
#include "media/mpeg/shaping_index_writer.h"

namespace counterpoint::mpeg {

/// The index of the whole `stream` for shapers of `config`. It takes about eight times as long as shaping the stream.
/// kMalformed when that is no MPEG-1 or MPEG-2 video.
[[nodiscard]] inline Result<Bytes> make_shaping_index(ByteView stream, const ShaperConfig& config) {
  PictureSplitter splitter;
  if (const auto pushed = splitter.push(stream); !pushed) return pushed.error();
  if (const auto finished = splitter.finish(); !finished) return finished.error();
  Shaper shaper(config);
  ShapingIndexWriter index(shaper.config());
  shaper.describe_to(index);
  while (auto unit = splitter.pop()) shaper.push(std::move(*unit));
  shaper.finish();
  while (shaper.pop()) {
  }
  return index.take();
}

}  // namespace counterpoint::mpeg
