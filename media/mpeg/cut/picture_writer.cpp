// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/cut/picture_writer.h"

#include "media/mpeg/cut/gap_copier.h"

namespace counterpoint::mpeg {
namespace {

/// Says of one block after the other how much of it stays.
class BlockCutter {
 public:
  BlockCutter(const PictureCodes& codes, Cut cut) : codes_(codes), lambda_(cut.lambda), share_(cut.more) {}

  std::uint32_t kept_bits(std::size_t block) {
    const std::uint32_t few = codes_.kept_at(block, lambda_);
    const std::uint32_t many = codes_.kept_at(block, lambda_ - 1);
    return few + share_.grant(many - few);
  }

 private:
  const PictureCodes& codes_;
  LambdaIndex lambda_;
  EvenShare share_;
};

void write_slice(const PictureCodes& codes, const Slice& slice, BlockCutter& cutter, GapCopier& copier) {
  std::uint32_t stuffing = slice.first_stuffing;
  GapCopier::Gaps gaps = copier.start_slice();
  const auto leave_out_stuffing_before = [&](std::uint32_t bit) {
    for (; stuffing < slice.end_stuffing && codes.stuffing[stuffing].first < bit; ++stuffing) {
      gaps.leave_out(codes.stuffing[stuffing]);
    }
  };
  for (std::uint32_t i = slice.first_block; i < slice.end_block; ++i) {
    const Block block = codes.blocks[i];
    leave_out_stuffing_before(block.floor_end);
    // The end of block, which stands behind the codes, follows what is kept of them.
    gaps.leave_out({block.floor_end + cutter.kept_bits(i), block.floor_end + block.cut_bits});
  }
  leave_out_stuffing_before(slice.end_bit);
  copier.end_slice(gaps, slice.end_bit, slice.next_byte);
}

}  // namespace

Bytes write_picture(const PictureUnit& unit, const PictureCodes& codes, Cut cut) {
  GapCopier copier(unit.view(), codes.block_count + codes.stuffing.size());
  BlockCutter cutter(codes, cut);
  for (const Slice& slice : codes.slices) write_slice(codes, slice, cutter, copier);
  return copier.take();
}

}  // namespace counterpoint::mpeg
