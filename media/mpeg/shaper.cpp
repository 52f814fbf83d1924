// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/shaper.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "media/mpeg/slice_parser.h"

namespace counterpoint::mpeg {
namespace {

/// Larger than any level's picture, so that a stream without start codes cannot fill the memory.
constexpr std::size_t kLargestUnit = std::size_t{32} << 20;
constexpr std::size_t kLongestWithoutSequence = std::size_t{1} << 20;

/// Writes 0xFFFF over vbv_delay, the 16 bits after the first 13 of a picture header.
void set_variable_rate(PictureUnit& unit) {
  for (std::size_t i = 0; i < unit.start_codes.size(); ++i) {
    const StartCode code = unit.start_codes[i];
    if (code.value != kMpegPictureStart || unit.end_of(i) < code.offset + 8U) continue;
    std::uint8_t* const body = unit.octets.data() + code.offset + 4;
    body[1] |= 0x07;
    body[2] = 0xFF;
    body[3] |= 0xF8;
  }
}

/// What each multiplier keeps: known for those that were tried, guessed from their ends on for the others.
void set_kept_bits(SizeCurve& curve, const PictureCodes& codes) {
  constexpr double kLossPerStep = 0.9;
  const auto all = static_cast<double>(codes.cut_bits);
  const auto kept = [&](MultiplierIndex index) -> double& { return curve.kept_bits[static_cast<std::size_t>(index)]; };
  const MultiplierIndex last = codes.first_multiplier + kMultipliers - 1;
  for (MultiplierIndex i = codes.first_multiplier; i <= last; ++i) kept(i) = static_cast<double>(codes.kept_at(i));
  // Whole numbers, so that sums forget a guess without a trace once it is known better.
  for (MultiplierIndex i = codes.first_multiplier; i > 0; --i) {
    kept(i - 1) = all - std::floor((all - kept(i)) * kLossPerStep);
  }
  for (MultiplierIndex i = last + 1; i < kMultiplierGrid; ++i) kept(i) = std::floor(kept(i - 1) * kLossPerStep);
}

SizeCurve size_curve(const PictureUnit& unit, const IndexedPicture& picture) {
  return {.fixed_bits = static_cast<double>(picture.original_bits() - picture.cut_bits()),
          .original_bits = static_cast<double>(picture.original_bits()),
          .seconds = unit.seconds(),
          .kept_bits = picture.kept_bits()};
}

SizeCurve size_curve(const PictureUnit& unit, const PictureCodes& codes) {
  SizeCurve curve;
  curve.original_bits = static_cast<double>(unit.size * 8);
  for (const Slice& slice : codes.slices) curve.original_bits -= slice.next_octet * 8 - (slice.end_bit + 7) / 8 * 8;
  for (const BitRange& stuffing : codes.stuffing) curve.original_bits -= stuffing.end - stuffing.first;
  curve.fixed_bits = curve.original_bits - static_cast<double>(codes.cut_bits);
  set_kept_bits(curve, codes);
  curve.seconds = unit.seconds();
  return curve;
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
          .original_size = size,
          .size = size,
          .smallest_size = size};
}

Shaper::Shaper(ShaperConfig config, Target target) : config_(config), target_(target) {
  config_.window = std::max<std::size_t>(config_.window, 1);
  config_.lifetime_weight = std::clamp(config_.lifetime_weight, 0.0F, 2.0F);
  config_.chrominance_weight = std::clamp(config_.chrominance_weight, 0.1F, 1.0F);
}

Result<void> Shaper::use_index(ByteView index) {
  auto opened = ShapingIndex::open(index);
  if (!opened) return opened.error();
  if (!opened->is_for(config_)) {
    return Error{ErrorKind::kInvalidArgument,
                 "the index for shaping was made for other weights of errors; make it again"};
  }
  index_ = std::move(*opened);
  return {};
}

Result<void> Shaper::push(ByteView octets) {
  splitter_.push(octets);
  if (const auto system = splitter_.system_start_code()) {
    return Error{ErrorKind::kMalformed, "octet " + std::to_string(*system) +
                                            " starts a system stream, not video; give its video stream alone"};
  }
  if (!splitter_.seen_sequence() && splitter_.received() > kLongestWithoutSequence) {
    return Error{ErrorKind::kMalformed,
                 "no MPEG-1 or MPEG-2 sequence header in the first megabyte; give an MPEG video elementary stream"};
  }
  if (splitter_.unfinished() > kLargestUnit) {
    return Error{ErrorKind::kMalformed, "a picture of more than 32 MiB; the stream is broken from octet " +
                                            std::to_string(splitter_.received() - splitter_.unfinished()) + " on"};
  }
  return {};
}

Result<void> Shaper::finish() {
  finished_ = true;
  splitter_.finish();
  if (splitter_.seen_sequence() && splitter_.seen_picture()) return {};
  return Error{ErrorKind::kMalformed,
               "no MPEG-1 or MPEG-2 picture in the stream; give an MPEG video elementary stream"};
}

void Shaper::take_unit(PictureUnit unit) {
  Held held;
  held.number = units_++;
  const Picture& picture = unit.headers.picture();
  const bool is_field = unit.has_picture && picture.picture_structure != PictureStructure::kFrame;
  const bool second_field = is_field && first_field_ && first_field_->picture_structure != picture.picture_structure &&
                            first_field_->temporal_reference == picture.temporal_reference;
  first_field_ = is_field && !second_field ? std::optional(picture) : std::nullopt;
  const bool is_intra = unit.has_picture && picture.picture_coding_type == MpegPictureType::kI;
  held.starts_group = !second_field && (unit.starts_group || is_intra);
  held.unit = std::move(unit);
  held_.push_back(std::move(held));
}

Shaper::Group Shaper::fill_window() {
  Group group;
  for (; group.size < config_.window; ++group.size) {
    if (group.size == held_.size()) {
      auto unit = splitter_.pop();
      if (!unit) {
        group.complete = finished_;
        return group;
      }
      take_unit(std::move(*unit));
    }
    if (group.size > 0 && held_[group.size].starts_group) {
      group.complete = true;
      return group;
    }
  }
  return group;
}

float Shaper::luminance_importance(const Held& held, std::size_t pictures_left) const {
  if (held.unit.headers.picture().picture_coding_type == MpegPictureType::kB) return 1;
  constexpr float kMostImportant = 16;
  return std::min(1 + config_.lifetime_weight * static_cast<float>(pictures_left), kMostImportant);
}

Importance Shaper::importance(const Held& held) const {
  return {held.importance, held.importance * config_.chrominance_weight};
}

void Shaper::parse(Held& held, MultiplierIndex first) {
  held.indexed.reset();
  if (!free_codes_.empty() && held.codes.blocks == nullptr) {
    held.codes = std::move(free_codes_.back());
    free_codes_.pop_back();
  }
  held.codes = parse_picture(held.unit, importance(held), first, std::move(held.codes));
  held.size = size_curve(held.unit, held.codes);
}

void Shaper::find_or_parse(Held& held) {
  if (new_index_ != nullptr) new_index_->add(held.unit, importance(held));
  if (index_) held.indexed = index_->find(held.number, held.unit);
  if (held.indexed) {
    held.size = size_curve(held.unit, *held.indexed);
  } else {
    parse(held, first_multiplier_.value_or(likely_first_multiplier(held.unit)));
  }
}

void Shaper::parse_group(const Group& group) {
  std::size_t group_end = position_in_group_ + group.size;
  if (!group.complete) {
    const std::size_t last = rate_control_.last_group_size();
    group_end = std::max(group_end, last != 0 ? last : config_.assumed_group);
  }
  for (std::size_t i = 0; i < group.size; ++i) {
    Held& held = held_[i];
    if (held.importance > 0) continue;
    held.importance = luminance_importance(held, group_end - (position_in_group_ + i + 1));
    find_or_parse(held);
    rate_control_.enter(held.size);
  }
  if (group.complete) rate_control_.complete_group();
}

Cut Shaper::choose(const Group& group) {
  constexpr int kMostRounds = 8;
  Cut cut = rate_control_.choose(target_);
  for (int round = 0; round < kMostRounds && cut.is_on_grid(); ++round) {
    bool all_know_it = true;
    for (std::size_t i = 0; i < group.size; ++i) {
      if (held_[i].indexed) continue;
      if (held_[i].codes.covers(cut.multiplier) && held_[i].codes.covers(std::max(cut.multiplier - 1, 0))) continue;
      parse(held_[i], cut.multiplier - kMultipliers / 2);
      rate_control_.correct(i, held_[i].size);
      all_know_it = false;
    }
    if (all_know_it) break;
    cut = rate_control_.choose(target_);
  }
  if (cut.is_on_grid()) first_multiplier_ = cut.multiplier - kMultipliers / 2;
  return cut;
}

std::optional<ShapedPicture> Shaper::pop() {
  const Group group = fill_window();
  if (group.size == 0 || (!group.complete && group.size < config_.window)) return std::nullopt;
  if (held_.front().starts_group) {
    rate_control_.start_group();
    position_in_group_ = 0;
  }
  parse_group(group);
  ShapedPicture shaped = shape(held_.front(), choose(group));
  if (held_.front().codes.blocks != nullptr) free_codes_.push_back(std::move(held_.front().codes));
  held_.pop_front();
  ++position_in_group_;
  return shaped;
}

Bytes Shaper::write(Held& held, Cut cut) {
  if (held.indexed) {
    if (auto octets = held.indexed->write(held.unit, cut)) return std::move(*octets);
    parse(held, cut.multiplier - kMultipliers / 2);
  }
  return write_picture(held.unit, held.codes, cut);
}

ShapedPicture Shaper::shape(Held& held, Cut cut) {
  variable_rate_ = variable_rate_ || !target_.is_everything();
  if (variable_rate_) set_variable_rate(held.unit);
  ShapedPicture shaped;
  shaped.octets = write(held, cut);
  shaped.has_picture = held.unit.has_picture;
  PictureStatistics& statistics = shaped.statistics = statistics_of(held.unit);
  statistics.starts_group = held.starts_group;
  statistics.size = DataSize::bytes(static_cast<std::int64_t>(shaped.octets.size()));
  statistics.smallest_size = DataSize::bytes(static_cast<std::int64_t>(held.size.fixed_bits / 8));
  statistics.indexed = held.indexed.has_value();
  statistics.slices = held.indexed ? held.indexed->slices() : static_cast<std::uint32_t>(held.codes.slices.size());
  statistics.damaged_slices =
      held.indexed ? held.indexed->damaged_slices()
                   : static_cast<std::uint32_t>(std::ranges::count(held.codes.slices, true, &Slice::damaged));
  statistics.target_reached = cut.multiplier < kMultiplierGrid;
  rate_control_.charge(target_, static_cast<double>(shaped.octets.size() * 8));
  return shaped;
}

}  // namespace counterpoint::mpeg
