// SPDX-License-Identifier: GPL-3.0-or-later
// Scans the run-level codes of one block (7.2.2) and finds its steps of rate and distortion. This is where the time
// goes.
#pragma once

#include <array>
#include <cstdint>

#include "media/mpeg/headers.h"
#include "media/mpeg/picture_codes.h"
#include "media/mpeg/vlc_tables.h"

namespace counterpoint::mpeg {

/// Squared weights of the quantiser matrix in scan order: [1] is the first place. Longer than a block, since a broken
/// block may run past its end before that is noticed.
using ScanWeights = std::array<float, 65 + 2 * 64>;

/// How the codes of a block are read and weighed.
struct BlockKind {
  const DctTables* tables = nullptr;
  const ScanWeights* weights = nullptr;
  float scale = 0;  ///< Squared quantiser_scale, and all constant factors: energy times this is squared error.
  bool mpeg1_escape = false;  ///< Escapes of 20 or 28 bits instead of 24.
};

/// Where a slice's findings go.
struct BlockSink {
  Block* block;
  std::uint16_t* step_bits;
  SlopeBin* step_slope;
};

/// Scans the block of `data` whose run-level codes start at bit `position`: of an intra block behind the DC
/// coefficient. Returns the bit behind its end of block; 0 when it is broken. Reads at most kPadding octets, whatever
/// they hold.
[[nodiscard]] std::uint32_t scan_intra_block(const std::uint8_t* data, std::uint32_t position, const BlockKind& kind,
                                             BlockSink& sink);
[[nodiscard]] std::uint32_t scan_non_intra_block(const std::uint8_t* data, std::uint32_t position,
                                                 const BlockKind& kind, BlockSink& sink);

}  // namespace counterpoint::mpeg
