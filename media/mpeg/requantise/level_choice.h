// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the levels of one block for a given quantiser so that squared error plus lambda times bits is least.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "media/mpeg/bitstream/macroblocks.h"
#include "media/mpeg/bitstream/vlc_codes.h"
#include "media/mpeg/requantise/level_options.h"

namespace counterpoint::mpeg {

/// Coding and meaning of a block's levels.
struct BlockQuantiser {
  const RunLevelCodes* codes = nullptr;
  float scale = 1;  ///< quantiser_scale.
  bool intra = false;
};

/// Weights of errors and bits.
struct Price {
  float error = 1;   ///< Weight of a squared error.
  float lambda = 0;  ///< Weight of a bit.
};

/// The levels of a block.
class BlockLevels {
 public:
  /// A level and the number of the node before it; 0 is the start of the block.
  struct Node {
    std::int16_t level;
    std::uint8_t place;
    std::uint8_t before;
  };

  [[nodiscard]] bool empty() const { return last_ == 0; }
  /// Gives the cost, that of the end of block included, compared with no level at all: below 0 when levels pay.
  [[nodiscard]] float cost() const { return cost_; }
  void append_to(std::vector<Coefficient>& coefficients) const;

  void clear() { set_best(0, 0); }
  /// Node number `number`, from 1 on, is `node`.
  void set_node(std::size_t number, Node node) { nodes_[number] = node; }
  /// The levels are those up to node number `last`; 0: there are none.
  void set_best(std::size_t last, float cost) {
    last_ = last;
    cost_ = cost;
  }

 private:
  std::size_t last_ = 0;
  float cost_ = 0;
  // Nothing is cleared, since only what was written is read.
  std::array<Node, 65> nodes_;
};

/// The best levels for `target` (of intra blocks without DC), by dynamic programming over the last place that has a
/// level. Candidates for each coefficient are the nearest level, the one below it, and 0.
void choose_levels(const LevelTarget& target, const BlockQuantiser& quantiser, const Price& price, BlockLevels& levels);

}  // namespace counterpoint::mpeg
