// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the lambda of each picture so that each group of pictures takes exactly its budget.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "media/mpeg/bitstream/headers.h"
#include "media/mpeg/config/shaper_config.h"
#include "media/mpeg/cut/picture_codes.h"
#include "media/mpeg/cut/picture_writer.h"

namespace counterpoint::mpeg {

/// The size of one picture, or of several together, over lambda. The rest of a picture whose header is missing is
/// copied, and counts nothing: no other picture pays for it.
struct SizeCurve {
  double fixed_bits = 0;     ///< Bits that no breakpoint can save.
  double original_bits = 0;  ///< Bits without stuffing.
  double received_bits = 0;  ///< Bits with stuffing: a share is a part of these.
  double seconds = 0;
  MpegPictureType picture_coding_type = MpegPictureType::kI;  ///< Set for a single picture.
  std::size_t pictures_left = 0;                ///< Pictures after it in its group; set for a single picture.
  std::array<double, kLambdaGrid> kept_bits{};  ///< Other bits that each lambda keeps.

  [[nodiscard]] double cut_bits() const { return original_bits - fixed_bits; }
  SizeCurve& operator+=(const SizeCurve& other);
  SizeCurve& operator-=(const SizeCurve& other);
};

/// The account of one stream.
///
/// 1. The horizon of each choice is the rest of the group: the pictures that entered, and for those that have not come
///    yet their likes in the group before. One lambda for all of them has to spend what is left of the group's
///    budget.
/// 2. A new target holds for the whole horizon, so the next picture obeys it. A surplus or deficit is scaled with the
///    target: the horizon's plan goes on, with the same share of the new target's bits.
/// 3. A deficit is paid by the next groups, but never more than one group's budget: a long stretch that cannot be made
///    small enough does not starve the following ones. A surplus of a group that has no more bits to spend is lost but
///    for a thousandth of its budget.
class RateControl {
 public:
  /// The next picture that enters is the first of a group.
  void start_group();
  /// A picture follows those that entered before it. Pictures of one group enter before those of the next.
  void enter(const SizeCurve& picture);
  /// Picture number `index` of those not charged yet is better known now.
  void correct(std::size_t index, const SizeCurve& picture);
  /// All pictures of the group have entered. May be said again.
  void complete_group();
  /// Sets the target of the horizon. Before the first call, it is Target::everything().
  void set_target(const Target& target);
  /// The cut of the earliest picture that entered and was not charged yet.
  [[nodiscard]] Cut choose() const;
  /// True if the target gives the whole group less than its smallest form takes. `horizon_floor` is that of the
  /// horizon, in bits.
  [[nodiscard]] bool floor_is_too_large(double horizon_floor) const {
    return charged_floor_ + horizon_floor > group_budget();
  }
  /// The horizon with each block cut to its floor, in bits.
  [[nodiscard]] double cut_floor() const { return horizon_.fixed_bits; }
  /// Bits for all pictures of the horizon, whatever they were and become.
  [[nodiscard]] double horizon_budget() const { return balance_ + target_bits(); }
  /// Bits for the whole group, if the target was the same all the time.
  [[nodiscard]] double group_budget() const { return group_budget_ + target_bits(); }
  /// The target's share of what the pictures of the horizon take now without stuffing; above 1 when all of it may stay.
  [[nodiscard]] double horizon_share() const { return target_bits() / std::max(horizon_.original_bits, 1.0); }
  /// They, one by one: those that entered and were not charged, then those that are expected.
  [[nodiscard]] std::vector<const SizeCurve*> horizon() const;
  /// Books `bits` of that picture, which could not have taken less than `floor`.
  void charge(double bits, double floor);
  /// `bits` of what was charged were not sent after all.
  void return_unsent_bits(double bits) { balance_ += bits; }
  /// Assumed number of pictures of the group before; 0 before there was one.
  [[nodiscard]] std::size_t last_group_size() const { return last_group_.size(); }

 private:
  /// Bits of the target for the horizon, without the balance.
  [[nodiscard]] double target_bits() const { return target_.bits_for(horizon_.seconds, horizon_.received_bits); }

  Target target_ = Target::everything();
  std::vector<SizeCurve> group_;       ///< Pictures of this group that have entered.
  std::vector<SizeCurve> last_group_;  ///< Pictures of the group before.
  std::size_t charged_ = 0;            ///< Pictures of this group.
  SizeCurve horizon_;
  double balance_ = 0;        ///< Bits left over, or, below 0, overdrawn.
  double set_aside_ = 0;      ///< Part of the balance that a smaller target took away, in this group.
  double group_budget_ = 0;   ///< For what was charged of this group, if it had had the present target.
  double charged_floor_ = 0;  ///< The smallest form of that.
};

}  // namespace counterpoint::mpeg
