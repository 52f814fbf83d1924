// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/requantise/level_choice.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace counterpoint::mpeg {
namespace {

/// A prefix of levels that may be part of the best: it ends at node number `node`; 0 is the start of the block.
struct Prefix {
  float cost;
  std::int32_t place;  ///< The place of its last level; at the start, the one before the first that can have any.
  std::int32_t node;
};

/// A level at the present place after the best of the prefixes.
struct Extension {
  float cost = std::numeric_limits<float>::max();
  std::int32_t before = 0;

  /// Computes both without a branch: nobody can foresee which is less, and a wrong guess takes longer.
  [[gnu::always_inline]] void improve(float other, std::int32_t node) {
    const std::int32_t better = -static_cast<std::int32_t>(other < cost);
    cost = other < cost ? other : cost;
    before ^= (before ^ node) & better;
  }
};

/// The number of bits of `magnitude` by run; `is_first`: where a non-intra block starts, before which no run can be.
[[gnu::always_inline]] inline const float* lengths_of(const RunLevelCodes& codes, std::int32_t magnitude,
                                                      bool is_first) {
  static constexpr float kFirstOne = RunLevelCodes::kFirstOneLength;
  return is_first && magnitude == 1 ? &kFirstOne : codes.lengths(magnitude).data();
}

/// The prefixes that are alive, the one that ends first in front, and the levels that they end with.
class Search {
 public:
  [[gnu::always_inline]] Search(const BlockQuantiser& quantiser, const Price& price, BlockLevels& levels)
      : codes_(*quantiser.codes), lambda_(price.lambda), levels_(levels) {
    alive_[0] = {.cost = 0, .place = quantiser.intra ? 0 : -1, .node = 0};
  }

  /// Coefficient number `i` of `target`, which becomes node number `node`, after the first `count` prefixes; the number
  /// of those that are alive then.
  [[gnu::always_inline]] std::size_t take(const LevelTarget& target, const LevelOptions& options, std::size_t i,
                                          std::size_t count, std::size_t node) {
    const std::int32_t place = target.place(i);
    const std::int32_t nearest = options.nearest[i];
    Extension best;
    Extension below;
    const float* const lengths = lengths_of(codes_, nearest, place == 0);
    const float error_cost = options.nearest_cost[i];
    // The last of several prefixes that are equally good.
    if (nearest == 1) {
      for (std::size_t n = count; n-- > 0;) {
        const Prefix& before = alive_[n];
        best.improve(before.cost + error_cost + lambda_ * lengths[place - before.place - 1], before.node);
      }
    } else {
      const float* const lengths_below = lengths_of(codes_, nearest - 1, place == 0);
      const float below_cost = options.below_cost[i];
      for (std::size_t n = count; n-- > 0;) {
        const Prefix& before = alive_[n];
        const std::int32_t run = place - before.place - 1;
        best.improve(before.cost + error_cost + lambda_ * lengths[run], before.node);
        below.improve(before.cost + below_cost + lambda_ * lengths_below[run], before.node);
      }
    }
    const bool takes_below = below.cost < best.cost;
    if (takes_below) best = below;
    const std::int32_t level = nearest - (takes_below ? 1 : 0);
    levels_.set_node(node, {static_cast<std::int16_t>(target.negative(i) ? -level : level),
                            static_cast<std::uint8_t>(place), static_cast<std::uint8_t>(best.before)});
    // A prefix that costs more and ends farther away cannot be part of the best path: no code is shorter behind a
    // longer run. Those that are left are in the order of their costs.
    while (count > 0 && alive_[count - 1].cost > best.cost) --count;
    alive_[count] = {best.cost, place, static_cast<std::int32_t>(node)};
    return count + 1;
  }
  [[nodiscard]] const Prefix& best() const { return alive_.front(); }

 private:
  const RunLevelCodes& codes_;
  float lambda_;
  BlockLevels& levels_;
  // Nothing is cleared, since only what was written is read.
  std::array<Prefix, 65> alive_;
};

[[gnu::always_inline]] inline void choose(const LevelTarget& target, const BlockQuantiser& quantiser,
                                          const Price& price, BlockLevels& levels) {
  levels.clear();
  LevelOptions options;
  find_level_options(
      target,
      {.quantiser_scale = quantiser.scale, .intra = quantiser.intra, .largest_level = quantiser.codes->largest_level()},
      price.error, options);
  if (options.numbers == 0 && !quantiser.intra) return;
  Search search(quantiser, price, levels);
  std::size_t alive = 1;
  std::size_t node = 0;
  for (std::uint64_t left = options.numbers; left != 0; left &= left - 1) {
    alive = search.take(target, options, static_cast<std::size_t>(std::countr_zero(left)), alive, ++node);
  }
  const Prefix& best = search.best();
  const bool empty = best.node == 0 && !quantiser.intra;
  const float end = price.lambda * static_cast<float>(quantiser.codes->end_of_block_length());
  const float cost = empty ? 0 : best.cost + end;
  if (quantiser.intra || cost < 0) levels.set_best(static_cast<std::size_t>(best.node), cost);
}

using Choose = void (*)(const LevelTarget&, const BlockQuantiser&, const Price&, BlockLevels&);

void choose_anywhere(const LevelTarget& target, const BlockQuantiser& quantiser, const Price& price,
                     BlockLevels& levels) {
  choose(target, quantiser, price, levels);
}

#ifdef __x86_64__
/// The same sums in instructions of three operands. Products are not fused with sums, so the result is the same.
[[gnu::target("avx2")]] void choose_by_avx2(const LevelTarget& target, const BlockQuantiser& quantiser,
                                            const Price& price, BlockLevels& levels) {
  choose(target, quantiser, price, levels);
}
const Choose kChoose = __builtin_cpu_supports("avx2") != 0 ? choose_by_avx2 : choose_anywhere;
#else
constexpr Choose kChoose = choose_anywhere;
#endif

}  // namespace

void BlockLevels::append_to(std::vector<Coefficient>& coefficients) const {
  std::size_t count = 0;
  for (std::size_t i = last_; i != 0; i = nodes_[i].before) ++count;
  coefficients.resize(coefficients.size() + count);
  auto next = coefficients.end();
  for (std::size_t i = last_; i != 0; i = nodes_[i].before) *--next = {nodes_[i].place, nodes_[i].level};
}

void choose_levels(const LevelTarget& target, const BlockQuantiser& quantiser, const Price& price,
                   BlockLevels& levels) {
  kChoose(target, quantiser, price, levels);
}

}  // namespace counterpoint::mpeg
