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

/// 1. Slices are copied from front to back, and so are the gaps of each.
/// 2. kPadding bytes can be read behind `bytes`.
class GapCopier {
 public:
  /// The gaps of one slice: a local variable, so that what changes with each gap stays in registers.
  class Gaps {
   public:
    /// End of the last gap, in bits.
    [[nodiscard]] std::uint32_t position() const { return position_; }
    /// An empty gap leaves out nothing, and costs what others cost: which blocks lose nothing cannot be foreseen, and a
    /// wrong guess takes longer.
    void leave_out(BitRange gap) {
      *run_ = {position_, gap.first};
      const std::uint32_t some = gap.first != gap.end ? 1 : 0;
      run_ += some;
      position_ += some * (gap.end - position_);
    }

   private:
    friend class GapCopier;
    Gaps(BitRange* run, std::uint32_t position) : run_(run), position_(position) {}

    BitRange* run_;  ///< It ends before the next gap.
    std::uint32_t position_;
  };

  /// `gaps`: the most that are left out of one slice.
  GapCopier(ByteView bytes, std::size_t gaps) : bytes_(bytes), writer_(bytes.size()), runs_(gaps + 1) {}

  [[nodiscard]] Gaps start_slice() { return {runs_.data(), position_}; }
  /// The slice with these gaps ends before bit `end`; zero bits follow up to a byte, and then byte `next`.
  void end_slice(Gaps gaps, std::uint32_t end, std::uint32_t next) {
    *gaps.run_++ = {gaps.position_, end};
    writer_.copy(bytes_.data(), std::span(runs_.data(), gaps.run_));
    writer_.align();
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
  std::uint32_t position_ = 0;  ///< Bits that were copied or left out.
};

}  // namespace counterpoint::mpeg
