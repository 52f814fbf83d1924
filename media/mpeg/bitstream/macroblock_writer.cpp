// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/bitstream/macroblock_writer.h"

#include <span>

#include "media/mpeg/bitstream/vlc_codes.h"

namespace counterpoint::mpeg {
namespace {

class SliceWriter {
 public:
  SliceWriter(const PictureUnit& unit, const MacroblockPicture& picture)
      : unit_(unit),
        picture_(picture),
        syntax_(unit.headers),
        intra_codes_(syntax_.picture.intra_vlc_format ? DctTable::kB15 : DctTable::kB14, syntax_.is_mpeg2),
        other_codes_(DctTable::kB14, syntax_.is_mpeg2) {}

  Bytes write(const MacroblockSlice& slice) {
    const auto all =
        std::span(picture_.macroblocks).subspan(slice.first_macroblock, slice.end_macroblock - slice.first_macroblock);
    BitWriter writer(room(slice, all));
    header(writer, slice, all);
    std::uint32_t next_address = slice.row_address;
    for (const CodedMacroblock& macroblock : all) {
      if (macroblock.skipped) continue;
      address(writer, macroblock.address + 1 - next_address);
      next_address = macroblock.address + 1;
      write(writer, macroblock);
    }
    return writer.take();
  }

 private:
  /// More bytes than it can take.
  std::size_t room(const MacroblockSlice& slice, std::span<const CodedMacroblock> macroblocks) const {
    constexpr std::size_t kCodeBytes = 4;
    constexpr std::size_t kMacroblockBytes = 32;
    std::size_t bytes = (slice.header_end_bit - slice.first_byte * 8) / 8 + 16;
    for (const CodedMacroblock& macroblock : macroblocks) {
      // Addresses in a slice add up to less than the picture's; each escape is less than the macroblocks it stands for.
      bytes += kMacroblockBytes + (macroblock.motion.end - macroblock.motion.first) / 8;
      for (std::uint32_t i = macroblock.first_block; i < macroblock.end_block; ++i) {
        const CodedBlock& block = picture_.blocks[i];
        bytes += (block.end - block.first) * kCodeBytes + (block.dc.end - block.dc.first) / 8 + 2;
      }
    }
    return bytes + syntax_.macroblocks_a_row * syntax_.rows / 16;
  }

  void header(BitWriter& writer, const MacroblockSlice& slice, std::span<const CodedMacroblock> macroblocks) {
    quantiser_scale_code_ = macroblocks.front().quantiser_scale_code;
    for (const CodedMacroblock& macroblock : macroblocks) {
      if ((macroblock.type & (kMacroblockIntra | kMacroblockPattern)) == 0 || macroblock.skipped) continue;
      quantiser_scale_code_ = macroblock.quantiser_scale_code;
      break;
    }
    writer.copy(unit_.bytes.data(), slice.first_byte * 8, slice.quantiser_bit);
    writer.append(quantiser_scale_code_, 5);
    writer.copy(unit_.bytes.data(), slice.quantiser_bit + 5, slice.header_end_bit);
  }

  static void append(BitWriter& writer, BitCode code) { writer.append(code.bits, code.length); }

  static void address(BitWriter& writer, std::uint32_t increment) {
    for (; increment > 33; increment -= 33) append(writer, address_increment_code(0));
    append(writer, address_increment_code(increment));
  }

  void write(BitWriter& writer, const CodedMacroblock& macroblock) {
    const bool has_blocks = (macroblock.type & (kMacroblockIntra | kMacroblockPattern)) != 0;
    const bool new_quantiser = has_blocks && macroblock.quantiser_scale_code != quantiser_scale_code_;
    const unsigned flags =
        (macroblock.type & ~unsigned{kMacroblockQuant}) | (new_quantiser ? unsigned{kMacroblockQuant} : 0U);
    append(writer, macroblock_type_code(static_cast<std::size_t>(syntax_.picture.picture_coding_type) - 1, flags));
    const bool has_motion = (flags & (kMacroblockMotionForward | kMacroblockMotionBackward)) != 0;
    if (has_motion && syntax_.has_motion_type()) {
      writer.append(static_cast<std::uint64_t>(macroblock.prediction.type), 2);
    }
    if (has_blocks && syntax_.has_dct_type()) writer.append(macroblock.field_dct ? 1 : 0, 1);
    if (new_quantiser) writer.append(quantiser_scale_code_ = macroblock.quantiser_scale_code, 5);
    writer.copy(unit_.bytes.data(), macroblock.motion.first, macroblock.motion.end);
    if ((flags & kMacroblockPattern) != 0) pattern(writer, macroblock);
    if (!has_blocks) return;
    for (std::uint32_t i = macroblock.first_block; i < macroblock.end_block; ++i) {
      block(writer, picture_.blocks[i], macroblock.is_intra());
    }
  }

  void pattern(BitWriter& writer, const CodedMacroblock& macroblock) const {
    const std::uint32_t count = syntax_.block_count;
    std::uint32_t pattern = 0;
    for (std::uint32_t i = macroblock.first_block; i < macroblock.end_block; ++i) {
      pattern |= 1U << (count - 1 - picture_.blocks[i].number);
    }
    append(writer, coded_block_pattern_code(pattern >> (count - 6)));
    writer.append(pattern & ((1U << (count - 6)) - 1), count - 6);
  }

  void block(BitWriter& writer, const CodedBlock& block, bool intra) const {
    const RunLevelCodes& codes = intra ? intra_codes_ : other_codes_;
    writer.copy(unit_.bytes.data(), block.dc.first, block.dc.end);
    int place = intra ? 0 : -1;
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      const Coefficient coefficient = picture_.coefficients[i];
      const bool short_one = place < 0 && coefficient.place == 0 && (coefficient.level == 1 || coefficient.level == -1);
      if (short_one) {
        writer.append(coefficient.level < 0 ? 0b11 : 0b10, RunLevelCodes::kFirstOneLength);
      } else {
        codes.write(writer, static_cast<std::size_t>(coefficient.place - place - 1), coefficient.level);
      }
      place = coefficient.place;
    }
    codes.write_end_of_block(writer);
  }

  const PictureUnit& unit_;
  const MacroblockPicture& picture_;
  MacroblockSyntax syntax_;
  RunLevelCodes intra_codes_;
  RunLevelCodes other_codes_;
  std::uint8_t quantiser_scale_code_ = 0;
};

}  // namespace

Bytes write_slice(const PictureUnit& unit, const MacroblockPicture& picture, const MacroblockSlice& slice) {
  return slice.damaged ? Bytes() : SliceWriter(unit, picture).write(slice);
}

Bytes join_slices(const PictureUnit& unit, std::span<const MacroblockSlice> slices, std::span<const Bytes> written) {
  Bytes bytes;
  bytes.reserve(unit.size);
  const auto copy = [&](std::size_t first, std::size_t end) {
    bytes.insert(bytes.end(), unit.bytes.begin() + static_cast<std::ptrdiff_t>(first),
                 unit.bytes.begin() + static_cast<std::ptrdiff_t>(end));
  };
  std::size_t position = 0;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const MacroblockSlice& slice = slices[i];
    if (slice.damaged || written[i].size() > slice.next_byte - slice.first_byte) continue;
    copy(position, slice.first_byte);
    bytes.insert(bytes.end(), written[i].begin(), written[i].end());
    position = slice.next_byte;
  }
  copy(position, unit.size);
  return bytes;
}

Bytes write_macroblocks(const PictureUnit& unit, const MacroblockPicture& picture) {
  std::vector<Bytes> written;
  for (const MacroblockSlice& slice : picture.slices) written.push_back(write_slice(unit, picture, slice));
  return join_slices(unit, picture.slices, written);
}

}  // namespace counterpoint::mpeg
