// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/macroblock_shaper.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "media/mpeg/bitstream/macroblock_writer.h"
#include "media/mpeg/budget_fit.h"
#include "media/mpeg/constrained_shaping.h"
#include "media/mpeg/requantise/requantiser.h"

namespace counterpoint::mpeg {
namespace {

double bits_of(const Bytes& bytes) { return static_cast<double>(bytes.size()) * 8; }

/// The mean squared quantiser_scale of what is coded.
double squared_scale(const MacroblockTargets& picture) {
  const auto& scales = quantiser_scales(picture.syntax().picture.q_scale_type);
  double sum = 0;
  double count = 0;
  for (const CodedMacroblock& macroblock : picture.original().macroblocks) {
    if (macroblock.first_block == macroblock.end_block) continue;
    const double scale = scales[macroblock.quantiser_scale_code];
    sum += scale * scale;
    ++count;
  }
  return count > 0 ? sum / count : 1;
}

}  // namespace

bool MacroblockShaper::can_shape(const PictureUnit& unit) {
  constexpr std::uint32_t kMaxSamples = 1920 * 1152;
  if (!unit.has_picture || !unit.headers.can_parse_slices()) return false;
  const Sequence& sequence = *unit.headers.sequence();
  return (sequence.horizontal_size + 15) / 16 * ((sequence.vertical_size + 31) / 32) <= kMaxSamples / (16 * 32);
}

MacroblockShaped MacroblockShaper::finish(MacroblockTargets& picture, const MacroblockPicture& shaped, Bytes bytes) {
  picture.commit(shaped);
  MacroblockShaped result;
  result.bytes = std::move(bytes);
  result.slices = static_cast<std::uint32_t>(shaped.slices.size());
  result.damaged_slices =
      static_cast<std::uint32_t>(std::ranges::count(shaped.slices, true, &MacroblockSlice::damaged));
  return result;
}

MacroblockShaped MacroblockShaper::cut(const PictureUnit& unit, double original_bits, double share) {
  const bool causal = config_.method == ShapingMethod::kCausal;
  MacroblockTargets picture(unit, causal ? &tracker_ : nullptr, parallel_for_);
  const std::vector<BreakpointCurve> clusters = cluster_curves(picture, config_.cluster);
  double all = 0;
  for (const BreakpointCurve& cluster : clusters) all += cluster.bits.back();
  double budget = share * original_bits - (original_bits - all) + carried_bits_;
  const bool is_b = unit.headers.picture().picture_coding_type == MpegPictureType::kB;
  const double debt = is_b ? std::min(budget, 0.0) : 0;
  budget -= debt;
  const Breakpoints breakpoints = config_.method == ShapingMethod::kRateBased
                                      ? rate_based_breakpoints(clusters, budget)
                                      : lagrangian_breakpoints(clusters, budget);
  carried_bits_ = budget - breakpoints.bits + debt;
  const MacroblockPicture shaped = cut_clusters(picture, config_.cluster, breakpoints);
  MacroblockShaped result = finish(picture, shaped, write_macroblocks(unit, shaped));
  result.smallest_bits = original_bits - all;
  result.feasible = breakpoints.feasible && debt >= 0;
  result.search_steps = breakpoints.steps;
  return result;
}

void MacroblockShaper::trial_encode(const PictureUnit& unit, const ExpectedPicture& expected, float lambda) {
  MacroblockTargets picture(unit, &tracker_, parallel_for_);
  if (lambda == 0) {
    // About half of the bits go at four times the lambda that goes best with the quantiser they have.
    const double likely = 4 * Requantiser::kErrorOfStep * squared_scale(picture) * expected.error_weight;
    lambda = std::clamp(static_cast<float>(likely), kMinLambda, kMaxLambda);
  }
  Requantiser requantiser(picture, config_.chrominance_weight);
  forecast_.learn_floor(expected, bits_of(requantiser.requantise(kMaxLambda)));
  const Bytes bytes = requantiser.requantise(lambda / expected.error_weight);
  picture.commit(requantiser.chosen());
  forecast_.learn(expected, lambda, bits_of(bytes));
}

void MacroblockShaper::trial_encode(std::span<const PictureUnit* const> units, std::span<const ExpectedPicture> horizon,
                                    double budget) {
  // The second time with the lambda that the first pictures suggest.
  constexpr std::size_t kFirstPictures = 6;
  float lambda = 0;
  for (const std::size_t count : {std::min(kFirstPictures, units.size()), units.size()}) {
    forget_errors();
    for (std::size_t i = 0; i < count && !is_stopped(); ++i) {
      if (can_shape(*units[i])) trial_encode(*units[i], horizon[i], lambda);
    }
    if (has_experience()) lambda = LambdaSearch(forecast_, horizon, budget).first();
  }
  forget_errors();
}

MacroblockShaped MacroblockShaper::requantise(const PictureUnit& unit, std::span<const ExpectedPicture> horizon,
                                              double budget, double tolerance) {
  constexpr int kFreeAttempts = 1;
  constexpr double kLeftToOthers = 0.03;
  const ExpectedPicture& expected = horizon.front();
  const auto rest = horizon.subspan(1);
  if (!has_experience()) {
    const PictureUnit* const units[] = {&unit};
    trial_encode(units, horizon, budget);
  }
  MacroblockTargets picture(unit, &tracker_, parallel_for_);
  Requantiser requantiser(picture, config_.chrominance_weight);
  const double smallest_bits = bits_of(requantiser.requantise(kMaxLambda));
  forecast_.learn_floor(expected, smallest_bits);
  LambdaSearch search(forecast_, horizon, budget);
  BudgetFit fit(budget);
  const bool last = horizon.size() == 1;
  Bytes bytes;
  int tried = 0;
  float lambda = search.first();
  for (float next = lambda; next != 0 && tried < config_.max_codings; ++tried) {
    lambda = next;
    bytes = requantiser.requantise(lambda / expected.error_weight);
    if (last) fit.add(requantiser.chosen(), bytes, lambda);
    const double missing = bits_of(bytes) + forecast_.bits(rest, lambda) - budget;
    const double allowed = last ? 0 : tolerance + kLeftToOthers * forecast_.bits_above_floor(rest, lambda);
    if (tried == kFreeAttempts) {
      requantiser.hold_quantisers();
      search.forget_bounds();
    }
    next = search.next(lambda, bits_of(bytes));
    if (std::abs(missing) <= allowed || fit.is_close() || is_stopped()) next = 0;
  }
  forecast_.learn(expected, lambda, bits_of(bytes));
  MacroblockPicture chosen = requantiser.chosen();
  if (last) {
    BudgetFit::Fitted fitted = fit.nearest(unit);
    chosen = std::move(fitted.picture);
    bytes = std::move(fitted.bytes);
  }
  MacroblockShaped result = finish(picture, chosen, std::move(bytes));
  result.smallest_bits = smallest_bits;
  result.horizon_floor = smallest_bits + forecast_.known_floor(rest);
  result.search_steps = tried;
  return result;
}

}  // namespace counterpoint::mpeg
