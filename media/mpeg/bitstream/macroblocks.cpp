// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/bitstream/macroblocks.h"

#include <utility>

namespace counterpoint::mpeg {

void append_macroblock(const MacroblockPicture& from, CodedMacroblock macroblock, MacroblockPicture& to) {
  const std::uint32_t first_block = std::exchange(macroblock.first_block, static_cast<std::uint32_t>(to.blocks.size()));
  for (std::uint32_t i = first_block; i < macroblock.end_block; ++i) {
    CodedBlock block = from.blocks[i];
    const auto codes_begin = from.coefficients.begin() + block.first;
    const auto codes_end = from.coefficients.begin() + block.end;
    block.first = static_cast<std::uint32_t>(to.coefficients.size());
    to.coefficients.insert(to.coefficients.end(), codes_begin, codes_end);
    block.end = static_cast<std::uint32_t>(to.coefficients.size());
    to.blocks.push_back(block);
  }
  macroblock.end_block = static_cast<std::uint32_t>(to.blocks.size());
  to.macroblocks.push_back(macroblock);
}

void append_macroblocks(const MacroblockPicture& from, std::size_t first, std::size_t end, MacroblockPicture& to) {
  for (std::size_t index = first; index < end; ++index) append_macroblock(from, from.macroblocks[index], to);
}

}  // namespace counterpoint::mpeg
