// SPDX-License-Identifier: GPL-3.0-or-later
// A program or transport stream from anywhere, whose video is put back as it was and shaped. The first byte chooses
// the chunks.
#include <algorithm>
#include <utility>

#include "media/mpeg/picture_splitter.h"
#include "media/mpeg/shaper.h"
#include "media/mpeg_systems/stream_rewriter.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint::mpeg {
namespace {

struct Rewritten {
  Bytes file;
  bool refused = false;  ///< Its video cannot be replaced.
};

Rewritten rewrite(ByteView file, StreamKind kind, Target target, std::size_t chunk) {
  const auto rewriter = make_rewriter(kind, file.first(std::min(file.size(), kBeginningSize)));
  PictureSplitter splitter;
  Shaper shaper({.window = 4}, target);
  Rewritten rewritten;
  const auto shape = [&] {
    while (auto unit = splitter.pop()) {
      if (target.is_everything()) {
        rewriter->replace(unit->size, Bytes(unit->view().begin(), unit->view().end()));
      } else {
        shaper.push(std::move(*unit));
      }
    }
    while (auto picture = shaper.pop()) {
      rewriter->replace(static_cast<std::size_t>(picture->statistics.original_size.bytes()), std::move(picture->bytes));
    }
    const Bytes output = rewriter->take_output();
    rewritten.file.insert(rewritten.file.end(), output.begin(), output.end());
  };
  for (std::size_t at = 0; at < file.size() && !rewritten.refused; at += chunk) {
    rewritten.refused = !rewriter->push(file.subspan(at, std::min(chunk, file.size() - at)));
    static_cast<void>(splitter.push(rewriter->take_video()));
    shape();
  }
  rewritten.refused |= !rewriter->finish();
  static_cast<void>(splitter.push(rewriter->take_video()));
  splitter.flush();
  shaper.finish();
  shape();
  return rewritten;
}

void check(ByteView input) {
  if (input.empty()) return;
  const std::size_t chunk = std::size_t{input[0]} * 16 + 1;
  const ByteView file = input.subspan(1);
  const auto kind = kind_of(file.first(std::min(file.size(), kBeginningSize)));
  if (!kind || *kind == StreamKind::kElementary) return;
  static_cast<void>(check_continuity(*kind, file));
  const Rewritten whole = rewrite(file, *kind, Target::everything(), chunk);
  // Not always the same: lengths are made right, and packets of video with nothing in them go.
  FUZZ_CHECK(whole.refused || whole.file.size() <= file.size());
  const Rewritten half = rewrite(file, *kind, Target::share(0.5), chunk);
  FUZZ_CHECK(half.refused || half.file.size() <= whole.file.size());
}

}  // namespace
}  // namespace counterpoint::mpeg

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::mpeg::check({data, size});
  return 0;
}
