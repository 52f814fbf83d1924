// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/picture_writer.h"

#include "media/mpeg/bit_writer.h"
#include "media/mpeg/vlc_tables.h"

namespace counterpoint::mpeg {
namespace {

constexpr std::uint64_t kEndOfBlockB14 = 0b10;
constexpr std::uint64_t kEndOfBlockB15 = 0b0110;

/// Copies a unit from front to back, leaving bits out.
class SliceCopier {
 public:
  SliceCopier(const std::uint8_t* data, std::size_t size) : data_(data), writer_(size) {}

  void copy_until(std::uint32_t bit) {
    writer_.copy(data_, position_, bit);
    position_ = bit;
  }
  void leave_out_until(std::uint32_t bit) { position_ = bit; }
  void append(std::uint64_t bits, unsigned count) { writer_.append(bits, count); }
  void align() { writer_.align(); }
  Bytes take() { return writer_.take(); }

 private:
  const std::uint8_t* data_;
  BitWriter writer_;
  std::uint32_t position_ = 0;
};

/// Says of one block after the other how much of it stays.
class BlockCutter {
 public:
  BlockCutter(const PictureCodes& codes, Cut cut) : codes_(codes), cut_(cut) {}

  std::uint32_t kept_bits(std::size_t block) {
    const std::uint32_t few = codes_.kept_at(block, cut_.multiplier);
    const std::uint32_t many = codes_.kept_at(block, cut_.multiplier - 1);
    const float difference = static_cast<float>(many) - static_cast<float>(few);
    credit_ += difference * cut_.more;
    const bool more = credit_ >= difference;
    credit_ -= more ? difference : 0;
    return more ? many : few;
  }

 private:
  const PictureCodes& codes_;
  Cut cut_;
  float credit_ = 0;  ///< Bits that may be spent beyond what the multiplier keeps.
};

void write_slice(const PictureCodes& codes, const Slice& slice, BlockCutter& cutter, SliceCopier& copier) {
  std::uint32_t stuffing = slice.first_stuffing;
  const auto leave_out_stuffing_before = [&](std::uint32_t bit) {
    for (; stuffing < slice.end_stuffing && codes.stuffing[stuffing].first < bit; ++stuffing) {
      copier.copy_until(codes.stuffing[stuffing].first);
      copier.leave_out_until(codes.stuffing[stuffing].end);
    }
  };
  for (std::uint32_t i = slice.first_block; i < slice.end_block; ++i) {
    const Block block = codes.blocks[i];
    const std::uint32_t kept = cutter.kept_bits(i);
    if (kept == block.cut_bits) continue;
    leave_out_stuffing_before(block.floor_end);
    copier.copy_until(block.floor_end + kept);
    copier.append(block.end_of_block_length == 2 ? kEndOfBlockB14 : kEndOfBlockB15, block.end_of_block_length);
    copier.leave_out_until(block.floor_end + block.cut_bits + block.end_of_block_length);
  }
  leave_out_stuffing_before(slice.end_bit);
}

}  // namespace

Bytes write_picture(const PictureUnit& unit, const PictureCodes& codes, Cut cut) {
  SliceCopier copier(unit.octets.data(), unit.size);
  BlockCutter cutter(codes, cut);
  for (const Slice& slice : codes.slices) {
    write_slice(codes, slice, cutter, copier);
    copier.copy_until(slice.end_bit);
    copier.align();
    copier.leave_out_until(slice.next_octet * 8);
  }
  copier.copy_until(static_cast<std::uint32_t>(unit.size * 8));
  return copier.take();
}

}  // namespace counterpoint::mpeg
