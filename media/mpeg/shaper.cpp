// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/shaper.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace counterpoint::mpeg {
namespace {

/// Writes 0xFFFF over vbv_delay, the 16 bits after the first 13 of a picture header.
void set_variable_rate(PictureUnit& unit) {
  for (std::size_t i = 0; i < unit.start_codes.size(); ++i) {
    const StartCode code = unit.start_codes[i];
    if (code.value != kMpegPictureStart || unit.end_of(i) < code.offset + 8U) continue;
    std::uint8_t* const body = unit.bytes.data() + code.offset + 4;
    body[1] |= 0x07;
    body[2] = 0xFF;
    body[3] |= 0xF8;
  }
}

/// Weight of an error that `pictures_left` further pictures inherit.
float error_weight_of(float lifetime_weight, std::size_t pictures_left) {
  constexpr float kMaxErrorWeight = 16;
  return std::min(1 + lifetime_weight * static_cast<float>(pictures_left), kMaxErrorWeight);
}

DataSize whole_bytes(double bits) { return DataSize::bytes(static_cast<std::int64_t>(bits / 8)); }

ShaperConfig in_range(ShaperConfig config) {
  config.window = std::max<std::size_t>(config.window, 1);
  config.lifetime_weight = std::clamp(config.lifetime_weight, 0.0F, 2.0F);
  config.requantised_lifetime_weight = std::clamp(config.requantised_lifetime_weight, 0.0F, 2.0F);
  config.chrominance_weight = std::clamp(config.chrominance_weight, 0.1F, 2.0F);
  config.max_codings = std::clamp(config.max_codings, 1, 12);
  return config;
}

CopyReason copy_reason_of(const PictureUnit& unit) {
  if (!unit.has_picture || unit.headers.can_parse_slices()) return CopyReason::kNone;
  if (!unit.headers.sequence()) return CopyReason::kNoSequenceHeader;
  if (unit.headers.sequence()->scalable) return CopyReason::kScalable;
  const bool is_d = unit.headers.picture().picture_coding_type == MpegPictureType::kD;
  return is_d ? CopyReason::kDPicture : CopyReason::kDamagedHeaders;
}

}  // namespace

PictureStatistics statistics_of(const PictureUnit& unit) {
  const Picture& picture = unit.headers.picture();
  const DataSize size = DataSize::bytes(static_cast<std::int64_t>(unit.size));
  return {.picture_coding_type = picture.picture_coding_type,
          .picture_structure = picture.picture_structure,
          .temporal_reference = picture.temporal_reference,
          .starts_group = unit.starts_group,
          .seconds = unit.seconds(),
          .seconds_assumed = unit.headers.sequence() && unit.headers.sequence()->frame_rate_assumed,
          .original_size = size,
          .size = size,
          .smallest_size = size,
          .copy_reason = copy_reason_of(unit)};
}

Shaper::Shaper(ShaperConfig config, Target target)
    : config_(in_range(config)), target_(target), scanner_(config_.chrominance_weight), macroblock_shaper_(config_) {}

Result<void> Shaper::use_index(std::shared_ptr<const ShapingIndex> index) {
  if (!index->is_for(config_)) {
    return Error{ErrorKind::kInvalidArgument,
                 "the index for shaping was made for other weights of errors; make it again"};
  }
  scanner_.use_index(std::move(index));
  return {};
}

void Shaper::push(PictureUnit unit) {
  HeldPicture held;
  const Picture& picture = unit.headers.picture();
  const bool is_field = unit.has_picture && picture.picture_structure != PictureStructure::kFrame;
  const bool second_field = is_field && first_field_ && first_field_->picture_structure != picture.picture_structure &&
                            first_field_->temporal_reference == picture.temporal_reference;
  first_field_ = is_field && !second_field ? std::optional(picture) : std::nullopt;
  const bool is_intra = unit.headers.can_parse_slices() && picture.picture_coding_type == MpegPictureType::kI;
  held.starts_group = !second_field && (unit.starts_group || (unit.has_picture && is_intra));
  held.unit = std::move(unit);
  held_.push_back(std::move(held));
}

Shaper::Group Shaper::first_group() const {
  Group group;
  for (; group.size < config_.window; ++group.size) {
    if (group.size == held_.size()) {
      group.complete = finished_;
      return group;
    }
    if (group.size > 0 && held_[group.size].starts_group) {
      group.complete = true;
      return group;
    }
  }
  return group;
}

float Shaper::luminance_error_weight(const HeldPicture& held, std::size_t pictures_left) const {
  if (held.unit.headers.picture().picture_coding_type == MpegPictureType::kB) return 1;
  return error_weight_of(config_.lifetime_weight, pictures_left);
}

double Shaper::reference_frames(const Group& group) const {
  double frames = 0;
  for (std::size_t i = 0; i < group.size; ++i) {
    const Picture& picture = held_[i].unit.headers.picture();
    if (!held_[i].unit.has_picture || picture.picture_coding_type == MpegPictureType::kB) continue;
    frames += picture.picture_structure == PictureStructure::kFrame ? 1 : 0.5;
  }
  return frames;
}

/// Pictures that an error in a reference picture counts for, at most: those that go with five reference frames. Beyond
/// these it is smoothed away or made up for. If it counted to the end of a long chain of P pictures, these would fade.
std::size_t Shaper::error_lifetime(const Group& group) const {
  constexpr double kReferenceFrames = 5;
  constexpr std::size_t kUnknown = std::numeric_limits<std::size_t>::max();
  const double frames = reference_frames(group);
  if (frames == 0 || (!group.complete && group.size < config_.assumed_group)) return kUnknown;
  return static_cast<std::size_t>(kReferenceFrames * static_cast<double>(group.size) / frames);
}

void Shaper::scan_group(const Group& group) {
  std::size_t group_end = position_in_group_ + group.size;
  if (!group.complete) {
    const std::size_t last = rate_control_.last_group_size();
    group_end = std::max(group_end, last != 0 ? last : config_.assumed_group);
  }
  // A group that is longer than the window goes on: if the last pictures of the window counted as its end, it would
  // fade up to there, and stay so.
  const bool endless = !group.complete && config_.window > config_.assumed_group;
  const std::size_t lifetime = error_lifetime(group);
  const bool guesses = group.complete && !scanner_.expects_lambda();
  RateControl so_far;
  for (std::size_t i = 0; i < group.size; ++i) {
    HeldPicture& held = held_[i];
    if (held.error_weight > 0) continue;
    held.pictures_left = endless ? lifetime : std::min(group_end - (position_in_group_ + i + 1), lifetime);
    held.error_weight = luminance_error_weight(held, held.pictures_left);
    scanner_.scan(held);
    rate_control_.enter(held.size);
    if (!guesses) continue;
    so_far.enter(held.size);
    expect_lambda(so_far);
  }
  if (group.complete) rate_control_.complete_group();
}

/// The pictures so far tell what lambda to expect of the others in the first group: what a wrong guess has parsed is
/// parsed again. Near the floor they tell too little.
void Shaper::expect_lambda(RateControl& so_far) {
  constexpr double kFarAbove = 2;
  so_far.set_target(target_);
  if (so_far.horizon_budget() < kFarAbove * so_far.cut_floor()) return;
  if (const Cut cut = so_far.choose(); cut.is_on_grid()) scanner_.expect(cut.lambda);
}

Cut Shaper::choose(const Group& group) {
  constexpr int kMaxRounds = 8;
  Cut cut = rate_control_.choose();
  for (int round = 0; round < kMaxRounds && cut.is_on_grid(); ++round) {
    bool all_know_it = true;
    for (std::size_t i = 0; i < group.size; ++i) {
      if (!scanner_.scan_around(held_[i], cut.lambda)) continue;
      rate_control_.correct(i, held_[i].size);
      all_know_it = false;
    }
    if (all_know_it) break;
    cut = rate_control_.choose();
  }
  if (cut.is_on_grid()) scanner_.expect(cut.lambda);
  return cut;
}

std::optional<ShapedPicture> Shaper::pop() {
  const Group group = first_group();
  if (group.size == 0 || (!group.complete && group.size < config_.window)) return std::nullopt;
  if (held_.front().starts_group) {
    rate_control_.start_group();
    position_in_group_ = 0;
    share_of_.reset();
  }
  scan_group(group);
  rate_control_.set_target(target_);
  choose_method(group);
  if (prefers_speed_ && config_.method == ShapingMethod::kRequantised) by_macroblocks_ = false;
  if (macroblock_shaper_.is_stopped()) return std::nullopt;
  ShapedPicture shaped = shape(held_.front(), group);
  if (macroblock_shaper_.is_stopped()) return std::nullopt;
  scanner_.recycle(std::move(held_.front().codes));
  shaped.original = std::move(held_.front().unit);
  held_.pop_front();
  ++position_in_group_;
  return shaped;
}

Bytes Shaper::cut(HeldPicture& held, const Group& group, PictureStatistics& statistics) {
  const Cut cut = choose(group);
  Bytes bytes = scanner_.cut(held, cut);
  statistics.indexed = held.indexed.has_value();
  statistics.slices = held.indexed ? held.indexed->slices() : static_cast<std::uint32_t>(held.codes.slices.size());
  if (held.unit.has_picture && statistics.understood()) {
    statistics.damaged_slices =
        held.indexed ? held.indexed->damaged_slices()
                     : static_cast<std::uint32_t>(std::ranges::count(held.codes.slices, true, &Slice::damaged));
  }
  statistics.smallest_size = whole_bytes(held.size.fixed_bits);
  statistics.target_reached = cut.lambda < kLambdaGrid || !rate_control_.floor_is_too_large(rate_control_.cut_floor());
  const std::size_t charged = held.unit.is_headless() ? 0 : bytes.size();
  rate_control_.charge(static_cast<double>(charged * 8), held.size.fixed_bits);
  return bytes;
}

/// True at a P picture of a group that is being cut and has been without an I picture for long. The reverse change is
/// never made inside a group: errors of requantised pictures are only corrected by requantising.
bool Shaper::may_choose_again() const {
  const PictureUnit& unit = held_.front().unit;
  return config_.method == ShapingMethod::kRequantised && !by_macroblocks_ && position_in_group_ >= config_.window &&
         unit.has_picture && unit.headers.picture().picture_coding_type == MpegPictureType::kP;
}

/// At the start of a group, when it may be chosen again, and when the target changes within one.
void Shaper::choose_method(const Group& group) {
  if (config_.method == ShapingMethod::kBreakpoints) return;
  const bool chooses = !share_of_ || may_choose_again();
  if (share_of_ == target_ && !chooses) return;
  share_of_ = target_;
  share_ = rate_control_.horizon_share();
  if (!chooses) return;
  const bool before = by_macroblocks_;
  // At the beginning of the first group, only a window of many pictures tells how many bits the others will take.
  const bool knows_share =
      group.complete || rate_control_.last_group_size() != 0 || group.size >= config_.assumed_group;
  const bool long_chain = position_in_group_ > 0 || reference_frames(group) > config_.long_chain;
  const double below =
      long_chain ? std::max(config_.requantise_below, config_.requantise_long_chain_below) : config_.requantise_below;
  by_macroblocks_ = config_.method != ShapingMethod::kRequantised ||
                    (can_code_again(held_.front().unit) && (below >= 1 || (knows_share && share_ < below)));
  if (!by_macroblocks_) return;
  if (!before) macroblock_shaper_.forget_errors();
  const bool trial_encodes = config_.method == ShapingMethod::kRequantised && config_.trial_encodes;
  if (trial_encodes && !macroblock_shaper_.has_experience()) trial_encode(group);
}

bool Shaper::can_code_again(const PictureUnit& unit) const {
  if (prefers_speed_) return false;
  if (!MacroblockShaper::can_shape(unit)) return true;  // Says nothing of the other pictures.
  const double frames = unit.headers.picture().picture_structure == PictureStructure::kFrame ? 1 : 0.5;
  const Sequence& sequence = *unit.headers.sequence();
  const double macroblocks = static_cast<double>(sequence.horizontal_size) * sequence.vertical_size / 256;
  return frames * macroblocks <= config_.max_macroblocks_per_second * unit.seconds();
}

/// Lets the shaper learn from a group what it will take, so that this first one gets its bits in the right places.
void Shaper::trial_encode(const Group& group) {
  const bool knows_enough = group.complete || group.size >= config_.assumed_group;
  if (!knows_enough || target_.is_everything()) return;
  std::vector<const PictureUnit*> units;
  for (std::size_t i = 0; i < group.size; ++i) units.push_back(&held_[i].unit);
  macroblock_shaper_.trial_encode(units, horizon(), rate_control_.horizon_budget());
}

std::vector<ExpectedPicture> Shaper::horizon() const {
  std::vector<ExpectedPicture> pictures;
  for (const SizeCurve* size : rate_control_.horizon()) {
    const bool is_b = size->picture_coding_type == MpegPictureType::kB;
    const std::size_t lives = is_b ? 0 : size->pictures_left;
    pictures.push_back({size->picture_coding_type, error_weight_of(config_.requantised_lifetime_weight, lives),
                        size->original_bits, size->fixed_bits});
  }
  return pictures;
}

Bytes Shaper::shape_macroblocks(HeldPicture& held, PictureStatistics& statistics) {
  // Each group can be off by this much, and the next makes up for it.
  constexpr double kTolerance = 0.0003;
  const bool requantised = config_.method == ShapingMethod::kRequantised;
  MacroblockShaped shaped = requantised
                                ? macroblock_shaper_.requantise(held.unit, horizon(), rate_control_.horizon_budget(),
                                                                kTolerance * rate_control_.group_budget())
                                : macroblock_shaper_.cut(held.unit, held.size.original_bits, share_);
  statistics.slices = shaped.slices;
  statistics.damaged_slices = shaped.damaged_slices;
  statistics.smallest_size = whole_bytes(shaped.smallest_bits);
  statistics.target_reached = requantised ? !rate_control_.floor_is_too_large(shaped.horizon_floor) : shaped.feasible;
  rate_control_.charge(static_cast<double>(shaped.bytes.size() * 8), shaped.smallest_bits);
  statistics.search_steps = shaped.search_steps;
  return std::move(shaped.bytes);
}

ShapedPicture Shaper::shape(HeldPicture& held, const Group& group) {
  variable_rate_ = variable_rate_ || !target_.is_everything();
  if (variable_rate_) set_variable_rate(held.unit);
  ShapedPicture shaped;
  shaped.has_picture = held.unit.has_picture;
  PictureStatistics& statistics = shaped.statistics = statistics_of(held.unit);
  const bool by_macroblocks = by_macroblocks_ && !target_.is_everything() && MacroblockShaper::can_shape(held.unit);
  shaped.bytes = by_macroblocks ? shape_macroblocks(held, statistics) : cut(held, group, statistics);
  // Slices of D pictures are of a kind of their own, which nothing here understands.
  if (statistics.picture_coding_type == MpegPictureType::kD) statistics.damaged_slices = 0;
  statistics.starts_group = held.starts_group;
  statistics.size = DataSize::bytes(static_cast<std::int64_t>(shaped.bytes.size()));
  statistics.smallest_size = std::min(statistics.smallest_size, statistics.size);
  return shaped;
}

}  // namespace counterpoint::mpeg
