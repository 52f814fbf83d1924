// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes pictures by their macroblocks: the paper's variants, and coding levels again. Slower than cutting by
// PictureCodes, as it parses down to the levels and may follow the error from picture to picture.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "core/base/bytes.h"
#include "media/mpeg/bitstream/picture_unit.h"
#include "media/mpeg/config/shaper_config.h"
#include "media/mpeg/requantise/bits_forecast.h"
#include "media/mpeg/requantise/error_tracker.h"
#include "media/mpeg/requantise/macroblock_targets.h"
#include "media/mpeg/requantise/parallel_for.h"

namespace counterpoint::mpeg {

struct MacroblockShaped {
  Bytes bytes;
  double smallest_bits = 0;  ///< The picture could not have taken less.
  double horizon_floor = 0;  ///< Set by requantise(): smallest_bits and the known minimum of the others in the horizon.
  bool feasible = true;      ///< Set by cut(): smallest_bits are within the budget.
  int search_steps = 0;      ///< Lambdas that were tried.
  std::uint32_t slices = 0;
  std::uint32_t damaged_slices = 0;
};

class MacroblockShaper {
 public:
  explicit MacroblockShaper(const ShaperConfig& config) : config_(config) {}

  /// `asked` is called before each picture is coded again. When it says true, requantise() keeps what it has and
  /// trial_encode() learns no more. Default: never.
  void stop_when(std::function<bool()> asked) { stop_asked_ = std::move(asked); }
  /// `parallel_for` does the work on each picture from now on.
  void share_work(ParallelFor parallel_for) { parallel_for_ = std::move(parallel_for); }
  [[nodiscard]] bool is_stopped() const { return stop_asked_ && stop_asked_(); }

  /// True if `unit` holds a supported picture no larger than any level allows: 1920x1152 (13818-2, section 8). The
  /// limit keeps a broken header from exhausting the memory.
  [[nodiscard]] static bool can_shape(const PictureUnit& unit);

  /// Jacobs' C(n), as `config` says, for the next picture: R_budget = (B_T/B) R - R_o and what the picture before left
  /// or overdrew. `original_bits` is R, without stuffing, and `share` B_T/B. A negative budget of a B picture counts as
  /// 0, and the next picture pays.
  MacroblockShaped cut(const PictureUnit& unit, double original_bits, double share);

  /// Codes the next picture again so that it and those that follow it in `horizon`, whose first it is, take `budget`
  /// bits with one lambda for all, over each picture's error weight. `tolerance` in bits is how far they may be
  /// expected to miss it besides 3 % of what follows, which later pictures make up for.
  MacroblockShaped requantise(const PictureUnit& unit, std::span<const ExpectedPicture> horizon, double budget,
                              double tolerance);
  /// True if requantise() has coded pictures from which it can predict the size of others.
  [[nodiscard]] bool has_experience() const { return forecast_.has_experience(); }
  /// Gains that by coding `units`, which are those of `horizon` as far as they are known, in vain.
  void trial_encode(std::span<const PictureUnit* const> units, std::span<const ExpectedPicture> horizon, double budget);
  /// The pictures before the next one were not shaped here.
  void forget_errors() { tracker_ = {}; }

 private:
  void trial_encode(const PictureUnit& unit, const ExpectedPicture& expected, float lambda);
  MacroblockShaped finish(MacroblockTargets& picture, const MacroblockPicture& shaped, Bytes bytes);

  ShaperConfig config_;
  std::function<bool()> stop_asked_;
  ParallelFor parallel_for_ = do_in_turn;
  ErrorTracker tracker_;
  double carried_bits_ = 0;  ///< Set by cut().
  BitsForecast forecast_;
};

}  // namespace counterpoint::mpeg
