// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/requantise/level_choice.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace counterpoint::mpeg {
namespace {

/// A prefix of levels that ends at a place.
struct Node {
  float cost = 0;
  std::int16_t level = 0;
  std::int8_t place = -1;
  std::int8_t before = -1;  ///< The node that it goes on from.
};

/// Without clearing what nobody reads.
BlockLevels no_levels() {
  BlockLevels levels;
  return levels;
}

constexpr int kRow = 8;

/// True if a level may be nearer than 0 at one of the places of the row from `first` on. Most rows have none.
bool may_have_levels(std::span<const float, 64> target, const BlockQuantiser& quantiser, int first) {
  // The size of a SIMD register that every processor has.
  using Vector = float __attribute__((vector_size(16)));
  using Words = std::array<std::uint64_t, 2>;
  std::array<Vector, 2> wanted;
  std::array<Vector, 2> step;
  static_assert(sizeof wanted == kRow * sizeof(float));
  std::memcpy(&wanted, target.data() + first, sizeof wanted);
  std::memcpy(&step, quantiser.step + first, sizeof step);
  const float least = quantiser.intra ? 0.999F : 1.999F;
  const auto may = (wanted[0] >= least * step[0]) | (-wanted[0] >= least * step[0]) | (wanted[1] >= least * step[1]) |
                   (-wanted[1] >= least * step[1]);
  const auto words = std::bit_cast<Words>(may);
  return (words[0] | words[1]) != 0;
}

class Search {
 public:
  Search(const BlockQuantiser& quantiser, const Price& price)
      : quantiser_(quantiser), price_(price), largest_level_(quantiser.codes->largest_level()) {
    nodes_[0].place = quantiser.intra ? 0 : -1;
  }

  void take(int place, float target) {
    const float magnitude = std::abs(target);
    const float step = quantiser_.step[place];
    const float doubled = magnitude / step;
    const int nearest = std::min(static_cast<int>((doubled + (quantiser_.intra ? 1.0F : 0.0F)) / 2), largest_level_);
    if (nearest < 1) return;
    Node best;
    best.cost = std::numeric_limits<float>::max();
    for (int level = nearest; level >= std::max(nearest - 1, 1); --level) {
      const float error = magnitude - reconstruct(level, step, quantiser_.intra);
      append(place, level, price_.error * (error * error - magnitude * magnitude), best);
    }
    if (target < 0) best.level = static_cast<std::int16_t>(-best.level);
    add(best);
  }

  BlockLevels finish() const {
    const float end = price_.lambda * static_cast<float>(quantiser_.codes->end_of_block_length());
    BlockLevels levels;
    std::size_t last = alive_[0];
    for (std::size_t i = 1; i < alive_count_; ++i) {
      if (nodes_[alive_[i]].cost < nodes_[last].cost) last = alive_[i];
    }
    levels.cost = last == 0 && !quantiser_.intra ? 0 : nodes_[last].cost + end;
    if (last != 0 && !quantiser_.intra && levels.cost >= 0) return no_levels();
    for (std::size_t i = last; i != 0; i = static_cast<std::uint8_t>(nodes_[i].before)) {
      levels.coefficients[levels.count++] = {static_cast<std::uint8_t>(nodes_[i].place), nodes_[i].level};
    }
    std::reverse(levels.coefficients.begin(), levels.coefficients.begin() + static_cast<std::ptrdiff_t>(levels.count));
    return levels;
  }

 private:
  /// `best` becomes the prefix that has `level` at `place`, when it costs less.
  void append(int place, int level, float error_cost, Node& best) const {
    for (std::size_t i = alive_count_; i-- > 0;) {
      const Node& before = nodes_[alive_[i]];
      const auto run = static_cast<std::size_t>(place - before.place - 1);
      const bool short_one = before.place < 0 && place == 0 && level == 1;
      const unsigned length = short_one ? RunLevelCodes::kFirstOneLength : quantiser_.codes->length(run, level);
      const float cost = before.cost + error_cost + price_.lambda * static_cast<float>(length);
      if (cost >= best.cost) continue;
      best = {cost, static_cast<std::int16_t>(level), static_cast<std::int8_t>(place),
              static_cast<std::int8_t>(alive_[i])};
    }
  }

  void add(const Node& node) {
    // A node that costs more and is farther away cannot be part of the best path; the allowance is for a longer run
    // whose code may be a bit shorter.
    while (alive_count_ > 0 && nodes_[alive_[alive_count_ - 1]].cost > node.cost + price_.lambda) --alive_count_;
    nodes_[++node_count_] = node;
    alive_[alive_count_++] = node_count_;
  }

  const BlockQuantiser& quantiser_;
  const Price& price_;
  const int largest_level_;
  std::array<Node, 65> nodes_{};
  std::array<std::uint8_t, 65> alive_{};
  std::size_t alive_count_ = 1;
  std::uint8_t node_count_ = 0;
};

}  // namespace

BlockLevels choose_levels(std::span<const float, 64> target, const BlockQuantiser& quantiser, const Price& price) {
  int first = 0;
  while (first < 64 && !may_have_levels(target, quantiser, first)) first += kRow;
  if (first == 64 && !quantiser.intra) return no_levels();
  Search search(quantiser, price);
  for (; first < 64; first += kRow) {
    if (!may_have_levels(target, quantiser, first)) continue;
    for (int place = std::max(first, quantiser.intra ? 1 : 0); place < first + kRow; ++place) {
      search.take(place, target[static_cast<std::size_t>(place)]);
    }
  }
  return search.finish();
}

}  // namespace counterpoint::mpeg
