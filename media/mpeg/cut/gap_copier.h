// SPDX-License-Identifier: GPL-3.0-or-later
// Copies a picture and leaves runs of its bits out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/bytes.h"
#include "media/mpeg/bitstream/bit_writer.h"

namespace counterpoint::mpeg {

/// 1. Calls go through the slices from front to back.
/// 2. kPadding bytes can be read behind `bytes`.
class GapCopier {
 public:
  /// `gaps`: the most that are left out of one slice.
  GapCopier(ByteView bytes, std::size_t gaps) : bytes_(bytes), writer_(bytes.size()), runs_(gaps + 1) {}

  /// End of the last gap, in bits.
  [[nodiscard]] std::uint32_t position() const { return position_; }
  /// An empty gap leaves out nothing, and costs what others cost: which blocks lose nothing cannot be foreseen, and a
  /// wrong guess takes longer.
  void leave_out(BitRange gap) {
    runs_[count_] = {position_, gap.first};
    const std::uint32_t some = gap.first != gap.end ? 1 : 0;
    count_ += some;
    position_ += some * (gap.end - position_);
  }
  /// The slice ends before bit `end`; zero bits follow up to a byte, and then byte `next`.
  void end_slice(std::uint32_t end, std::uint32_t next) {
    runs_[count_++] = {position_, end};
    writer_.copy(bytes_.data(), std::span(runs_).first(count_));
    writer_.align();
    count_ = 0;
    position_ = next * 8;
  }
  /// All that was kept, with what follows the last slice.
  [[nodiscard]] Bytes take() {
    writer_.copy(bytes_.data(), position_, static_cast<std::uint32_t>(bytes_.size() * 8));
    return writer_.take();
  }

 private:
  ByteView bytes_;
  BitWriter writer_;
  std::vector<BitRange> runs_;
  std::size_t count_ = 0;
  std::uint32_t position_ = 0;
};

}  // namespace counterpoint::mpeg
