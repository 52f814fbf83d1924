// SPDX-License-Identifier: GPL-3.0-or-later
// The targets and the limits of a shaper.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/base/units.h"

namespace counterpoint::mpeg {

/// Bound on the size of the shaped stream.
class Target {
 public:
  /// Everything stays; only stuffing goes.
  [[nodiscard]] static constexpr Target everything() { return {DataRate::unlimited(), 1.0}; }
  /// The same number of bits in each second, over a group of pictures.
  [[nodiscard]] static constexpr Target rate(DataRate rate) { return {rate, 1.0}; }
  /// This share (0 to 1) of each group's own bits, stuffing included, which goes first.
  [[nodiscard]] static constexpr Target share(double share) {
    return {DataRate::unlimited(), std::clamp(share, 0.0, 1.0)};
  }
  [[nodiscard]] constexpr bool is_everything() const { return rate_.is_unlimited() && share_ >= 1.0; }
  /// True if it says how much of the stream's own bits stay, and not a rate.
  [[nodiscard]] constexpr bool is_share() const { return rate_.is_unlimited(); }
  [[nodiscard]] constexpr double share() const { return share_; }
  /// The bits for a picture that lasts `seconds` and takes `received_bits` in the stream.
  [[nodiscard]] constexpr double bits_for(double seconds, double received_bits) const {
    if (rate_.is_unlimited()) return share_ * received_bits;
    return std::min(static_cast<double>(rate_.bits_per_second()) * seconds, kMax);
  }
  constexpr bool operator==(const Target&) const = default;

 private:
  static constexpr double kMax = 1e15;
  constexpr Target(DataRate rate, double share) : rate_(rate), share_(share) {}
  DataRate rate_;
  double share_;
};

/// Method by which pictures become smaller. See the table of variants: media/mpeg/config/variants.h.
enum class ShapingMethod : std::uint8_t {
  kBreakpoints,  ///< Each block is cut by one lambda for all blocks of the window.
  kRequantised,  ///< Levels are coded again, as far as ShaperConfig::requantise_below says; else kBreakpoints.
  kMemoryless,   ///< Jacobs 1998, section 2.2: each picture for itself.
  kCausal,       ///< Section 2.3: with the error that it inherits from the pictures before.
  kRateBased,    ///< Section 2.3: the same share of each cluster's bits.
};

/// True if each picture has a target of its own, instead of its group's.
[[nodiscard]] constexpr bool shapes_each_picture(ShapingMethod method) {
  return method != ShapingMethod::kBreakpoints && method != ShapingMethod::kRequantised;
}

struct ShaperConfig {
  ShapingMethod method = ShapingMethod::kBreakpoints;
  /// The n of the paper's C(n), in its three methods: macroblocks that have a breakpoint in common; 0: each block has
  /// its own. Default: the paper's.
  std::size_t cluster = 1;
  /// Groups of pictures that are to keep less than this share of their bits are coded again by kRequantised (0 to 1; 1:
  /// all); one that is longer than the window also from a P picture on.
  double requantise_below = 1;
  /// The same share, if it is more, for groups with more than `long_chain` frames that others are predicted from (0 to
  /// 1): cut errors pile up in these. Default: the share at which both ways are equally good.
  double requantise_long_chain_below = 0.98;
  /// Number of frames (1 to 64). Default: the most that groups of 15 pictures with B pictures have.
  double long_chain = 8;
  /// Codings of one picture by kRequantised to meet its budget, at most (1 to 12), not counting one at its floor.
  /// Default: hardly any picture takes more.
  int max_codings = 12;
  /// kRequantised encodes the first group twice as a trial, to learn the sizes of its pictures.
  bool trial_encodes = true;
  /// Macroblocks of the frames shown in one second; kRequantised only cuts streams that have more. Default: all are
  /// coded again.
  double max_macroblocks_per_second = 1e12;
  /// Pictures (fields count one each) that may be held to choose one lambda for all of them, at least 1. More than
  /// a group of pictures is never held. Default: whole groups; 1 is for live use.
  std::size_t window = 64;
  /// Additional weight of an error in an I or P picture for each picture that follows in its group (0 to 2). Default:
  /// the best of what was tried; it is below 1 since prediction at half samples and from two pictures smooths errors
  /// away.
  float lifetime_weight = 0.4F;
  /// The same for kRequantised, where later pictures make up for errors (0 to 2). Default: the best of what was tried.
  float requantised_lifetime_weight = 0.2F;
  /// Weight of an error in a chrominance sample relative to a luminance sample (0.1 to 2). Default: the least weight,
  /// and a fifth, that keeps chrominance within 1 dB of recoding and above M2VRequantiser on all clips at 0.9 to 0.5 of
  /// the rate (tests/experiments/shaping_quality). 0.85 wins 0.1 to 0.3 dB of luminance for 1 to 3 dB of chrominance.
  float chrominance_weight = 1.2F;
  /// Pictures of a group, as long as none was seen whole (1 to 64). Default: the usual half second.
  std::size_t assumed_group = 15;
};

}  // namespace counterpoint::mpeg
