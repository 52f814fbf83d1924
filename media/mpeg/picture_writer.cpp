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

/// Bits of `block`, whose steps are the next ones, that `cut` keeps beyond its floor.
std::uint32_t kept_bits(const std::uint16_t* step_bits, const SlopeBin* step_slope, std::uint32_t count, Cut& cut) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count && step_slope[i] >= cut.slope; ++i) {
    if (step_slope[i] == cut.slope) {
      if (step_bits[i] > cut.bits_at_slope) break;
      cut.bits_at_slope -= step_bits[i];
    }
    kept += step_bits[i];
  }
  return kept;
}

void write_slice(const PictureCodes& codes, const Slice& slice, Cut& cut, SliceCopier& copier) {
  std::uint32_t step = slice.first_step;
  std::uint32_t stuffing = slice.first_stuffing;
  const auto leave_out_stuffing_before = [&](std::uint32_t bit) {
    for (; stuffing < slice.end_stuffing && codes.stuffing[stuffing].first < bit; ++stuffing) {
      copier.copy_until(codes.stuffing[stuffing].first);
      copier.leave_out_until(codes.stuffing[stuffing].end);
    }
  };
  for (std::uint32_t i = slice.first_block; i < slice.end_block; ++i) {
    const Block block = codes.blocks[i];
    const std::uint32_t kept =
        kept_bits(codes.step_bits.get() + step, codes.step_slope.get() + step, block.step_count, cut);
    step += block.step_count;
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
  for (const Slice& slice : codes.slices) {
    write_slice(codes, slice, cut, copier);
    copier.copy_until(slice.end_bit);
    copier.align();
    copier.leave_out_until(slice.next_octet * 8);
  }
  copier.copy_until(static_cast<std::uint32_t>(unit.size * 8));
  return copier.take();
}

}  // namespace counterpoint::mpeg
