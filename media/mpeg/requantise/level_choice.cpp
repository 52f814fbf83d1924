// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/requantise/level_choice.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace counterpoint::mpeg {
namespace {

/// A level at a place, behind those of the node before it.
struct Node {
  std::int16_t level;
  std::uint8_t place;
  std::uint8_t before;
};

/// A prefix of levels that may be part of the best: it ends at node number `node`; 0 is the start of the block.
struct Prefix {
  float cost;
  std::int32_t place;  ///< The place of its last level; at the start, the one before the first that can have any.
  std::uint8_t node;
};

/// A level at the present place after the best of the prefixes.
struct Extension {
  float cost = std::numeric_limits<float>::max();
  std::uint8_t before = 0;
};

class Search {
 public:
  [[gnu::always_inline]] Search(const BlockQuantiser& quantiser, const Price& price, const LevelOptions& options)
      : codes_(*quantiser.codes), price_(price), options_(options), intra_(quantiser.intra) {
    alive_[0] = {.cost = 0, .place = intra_ ? 0 : -1, .node = 0};
  }

  [[gnu::always_inline]] void take(std::size_t place, bool negative) {
    const std::int32_t nearest = options_.nearest[place];
    const bool is_first = place == 0;
    Extension best = extend(place, lengths(nearest, is_first), options_.nearest_cost[place]);
    std::int32_t level = nearest;
    if (nearest > 1) {
      const Extension below = extend(place, lengths(nearest - 1, is_first), options_.below_cost[place]);
      if (below.cost < best.cost) {
        best = below;
        level = nearest - 1;
      }
    }
    add(best, {static_cast<std::int16_t>(negative ? -level : level), static_cast<std::uint8_t>(place), best.before});
  }

  [[gnu::always_inline]] void finish(BlockLevels& levels) const {
    const float end = price_.lambda * static_cast<float>(codes_.end_of_block_length());
    const Prefix* best = alive_.data();
    for (std::size_t i = 1; i < alive_count_; ++i) {
      if (alive_[i].cost < best->cost) best = &alive_[i];
    }
    const bool empty = best->node == 0 && !intra_;
    const float cost = empty ? 0 : best->cost + end;
    if (!intra_ && cost >= 0) return;
    levels.cost = cost;
    for (std::uint8_t i = best->node; i != 0; i = nodes_[i].before) {
      levels.last[levels.last.size() - ++levels.count] = {nodes_[i].place, nodes_[i].level};
    }
  }

 private:
  /// Bits of `magnitude` by run; `is_first`: where a non-intra block starts, before which no run can be.
  [[nodiscard, gnu::always_inline]] const float* lengths(std::int32_t magnitude, bool is_first) const {
    static constexpr float kFirstOne = RunLevelCodes::kFirstOneLength;
    return is_first && magnitude == 1 ? &kFirstOne : codes_.lengths(magnitude).data();
  }

  /// The last of several prefixes that are equally good.
  [[nodiscard, gnu::always_inline]] Extension extend(std::size_t place, const float* lengths, float error_cost) const {
    Extension best;
    for (std::size_t i = alive_count_; i-- > 0;) {
      const Prefix& before = alive_[i];
      const std::int32_t run = static_cast<std::int32_t>(place) - before.place - 1;
      const float cost = before.cost + error_cost + price_.lambda * lengths[run];
      if (cost < best.cost) best = {cost, before.node};
    }
    return best;
  }

  [[gnu::always_inline]] void add(Extension best, Node node) {
    // A prefix that costs more and ends farther away cannot be part of the best path; the allowance is for a longer run
    // whose code may be a bit shorter.
    while (alive_count_ > 0 && alive_[alive_count_ - 1].cost > best.cost + price_.lambda) --alive_count_;
    nodes_[++node_count_] = node;
    alive_[alive_count_++] = {best.cost, node.place, node_count_};
  }

  const RunLevelCodes& codes_;
  const Price& price_;
  const LevelOptions& options_;
  bool intra_;
  // These are not cleared: only what was written is read.
  std::array<Node, 65> nodes_;
  std::array<Prefix, 65> alive_;
  std::size_t alive_count_ = 1;
  std::uint8_t node_count_ = 0;
};

[[gnu::always_inline]] inline void choose(std::span<const float, 64> target, const BlockQuantiser& quantiser,
                                          const Price& price, BlockLevels& levels) {
  levels.count = 0;
  levels.cost = 0;
  LevelOptions options;
  find_level_options(target,
                     {.step = std::span<const float, 64>(quantiser.step, 64),
                      .intra = quantiser.intra,
                      .largest_level = quantiser.codes->largest_level()},
                     price.error, options);
  // The DC coefficient of an intra block is no level.
  std::uint64_t places = options.places & ~std::uint64_t{quantiser.intra ? 1U : 0U};
  if (places == 0 && !quantiser.intra) return;
  Search search(quantiser, price, options);
  for (; places != 0; places &= places - 1) {
    const auto place = static_cast<std::size_t>(std::countr_zero(places));
    search.take(place, target[place] < 0);
  }
  search.finish(levels);
}

using Choose = void (*)(std::span<const float, 64>, const BlockQuantiser&, const Price&, BlockLevels&);

void choose_anywhere(std::span<const float, 64> target, const BlockQuantiser& quantiser, const Price& price,
                     BlockLevels& levels) {
  choose(target, quantiser, price, levels);
}

#ifdef __x86_64__
/// The same sums in instructions of three operands. Products are not fused with sums, so the result is the same.
[[gnu::target("avx2")]] void choose_by_avx2(std::span<const float, 64> target, const BlockQuantiser& quantiser,
                                            const Price& price, BlockLevels& levels) {
  choose(target, quantiser, price, levels);
}
const Choose kChoose = __builtin_cpu_supports("avx2") != 0 ? choose_by_avx2 : choose_anywhere;
#else
constexpr Choose kChoose = choose_anywhere;
#endif

}  // namespace

void choose_levels(std::span<const float, 64> target, const BlockQuantiser& quantiser, const Price& price,
                   BlockLevels& levels) {
  kChoose(target, quantiser, price, levels);
}

}  // namespace counterpoint::mpeg
