// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/requantise/macroblock_targets.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <span>
#include <utility>

#include "media/mpeg/bitstream/macroblock_parser.h"

namespace counterpoint::mpeg {
namespace {

/// Figure 7-2: 8 v + u of each place in the zigzag scan.
constexpr std::array<std::uint8_t, 64> kZigzag = [] {
  std::array<std::uint8_t, 64> raster{};
  std::size_t place = 0;
  for (int diagonal = 0; diagonal < 15; ++diagonal) {
    for (int i = 0; i <= diagonal; ++i) {
      const int v = diagonal % 2 == 0 ? diagonal - i : i;
      const int u = diagonal - v;
      if (v < 8 && u < 8) raster[place++] = static_cast<std::uint8_t>(8 * v + u);
    }
  }
  return raster;
}();

/// Numbers in a line of the cache.
constexpr std::size_t kCacheLine = 64 / sizeof(float);

/// Calls visit(0) to visit(count - 1), those of a run in order.
void for_each_run(const ParallelFor& parallel_for, std::size_t count, const std::function<void(std::size_t)>& visit) {
  constexpr std::size_t kRun = 64;
  parallel_for((count + kRun - 1) / kRun, [&](std::size_t run) {
    for (std::size_t i = run * kRun; i < std::min(count, (run + 1) * kRun); ++i) visit(i);
  });
}

}  // namespace

MacroblockTargets::MacroblockTargets(const PictureUnit& unit, ErrorTracker* tracker, ParallelFor parallel_for)
    : unit_(unit),
      tracker_(tracker),
      parallel_for_(std::move(parallel_for)),
      syntax_(unit.headers),
      original_(parse_macroblocks(unit)),
      intra_codes_(syntax_.picture.intra_vlc_format ? DctTable::kB15 : DctTable::kB14, syntax_.is_mpeg2),
      other_codes_(DctTable::kB14, syntax_.is_mpeg2) {
  set_steps(unit.headers);
  if (tracker_ != nullptr) tracker_->start(unit.headers);
  const std::size_t count = original_.macroblocks.size();
  targets_ = std::make_unique_for_overwrite<Block8x8[]>(count * syntax_.block_count);
  places_.resize(count * syntax_.block_count);
  has_target_.resize(count);
  for_each_run(parallel_for_, count, [this](std::size_t index) { find_targets(index); });
}

void MacroblockTargets::set_steps(const Headers& headers) {
  const auto& places = zigzag_place_of_scan(syntax_.picture.alternate_scan);
  const auto& scales = quantiser_scales(syntax_.picture.q_scale_type);
  for (std::size_t place = 0; place < 64; ++place) {
    const std::uint8_t raster = kZigzag[places[place]];
    raster_[place] = raster;
    place_[raster] = static_cast<std::uint8_t>(place);
    for (std::size_t matrix = 0; matrix < weights_.size(); ++matrix) {
      const float weight = headers.matrix(static_cast<Matrix>(matrix))[places[place]];
      weights_[matrix][place] = std::max(weight, 1.0F) / 32;
      for (std::size_t code = 1; code < steps_.size(); ++code) {
        steps_[code][matrix][raster] = weights_[matrix][place] * static_cast<float>(scales[code]);
      }
    }
  }
}

void MacroblockTargets::find_targets(std::size_t index) {
  const CodedMacroblock& macroblock = original_.macroblocks[index];
  const bool intra = macroblock.is_intra();
  const std::span targets(&targets_[index * syntax_.block_count], syntax_.block_count);
  if (tracker_ != nullptr && tracker_->predict(macroblock, targets)) {
    has_target_[index] = 1;
  } else {
    std::ranges::fill(targets, Block8x8{});
  }
  for (std::uint32_t i = macroblock.first_block; i < macroblock.end_block; ++i) {
    const CodedBlock& block = original_.blocks[i];
    has_target_[index] = 1;
    const Block8x8& step = steps(macroblock.quantiser_scale_code, block.number, intra);
    for (std::uint32_t k = block.first; k < block.end; ++k) {
      const Coefficient coefficient = original_.coefficients[k];
      const std::uint8_t raster = raster_[coefficient.place];
      targets[block.number][raster] += reconstruct(coefficient.level, step[raster], intra);
    }
  }
  if (!has_target(index)) return;
  for (std::uint32_t block = 0; block < syntax_.block_count; ++block) {
    std::uint64_t found = likely_places(targets[block], steps(macroblock.quantiser_scale_code, block, intra), intra);
    // The DC coefficient of an intra block is no level.
    if (intra) found &= ~std::uint64_t{1};
    std::uint64_t& places = places_[index * syntax_.block_count + block];
    for (; found != 0; found &= found - 1) {
      places |= std::uint64_t{1} << place_[static_cast<std::size_t>(std::countr_zero(found))];
    }
  }
}

void MacroblockTargets::find_level_target(std::size_t macroblock, std::size_t block, LevelTarget& target) const {
  const std::size_t number = macroblock * syntax_.block_count + block;
  const Block8x8& coefficients = targets_[number];
  const auto& weights = weights_[matrix_of(block, original_.macroblocks[macroblock].is_intra())];
  target.clear();
  for (std::uint64_t left = places_[number]; left != 0; left &= left - 1) {
    const auto place = static_cast<std::uint8_t>(std::countr_zero(left));
    target.add(place, coefficients[raster_[place]], weights[place]);
  }
  target.finish();
  // The next macroblock's will be asked for soon, and are too many for the processor to know by itself which.
  const std::size_t next = number + syntax_.block_count;
  if (next >= places_.size() || places_[next] == 0) return;
  for (std::size_t i = 0; i < targets_[next].size(); i += kCacheLine) __builtin_prefetch(&targets_[next][i]);
}

void MacroblockTargets::commit(const MacroblockPicture& shaped, std::size_t index) {
  MacroblockErrors errors;
  const CodedMacroblock& macroblock = shaped.macroblocks[index];
  std::copy_n(&targets_[index * syntax_.block_count], syntax_.block_count, errors.begin());
  for (std::uint32_t i = macroblock.first_block; i < macroblock.end_block; ++i) {
    const CodedBlock& block = shaped.blocks[i];
    const Block8x8& step = steps(macroblock.quantiser_scale_code, block.number, macroblock.is_intra());
    for (std::uint32_t k = block.first; k < block.end; ++k) {
      const Coefficient coefficient = shaped.coefficients[k];
      const std::uint8_t raster = raster_[coefficient.place];
      errors[block.number][raster] -= reconstruct(coefficient.level, step[raster], macroblock.is_intra());
    }
  }
  tracker_->set(macroblock, errors);
}

void MacroblockTargets::commit(const MacroblockPicture& shaped) {
  if (tracker_ == nullptr || !tracker_->is_reference()) return;
  if (std::ranges::count(has_target_, 1) > 0) tracker_->expect_errors();
  // In a damaged picture two macroblocks may have the same place: the later one stays.
  const bool in_order = std::ranges::adjacent_find(shaped.macroblocks, std::greater_equal(),
                                                   &CodedMacroblock::address) == shaped.macroblocks.end();
  for_each_run(in_order ? parallel_for_ : do_in_turn, shaped.macroblocks.size(), [&](std::size_t index) {
    if (has_target(index)) commit(shaped, index);
  });
  tracker_->finish();
}

}  // namespace counterpoint::mpeg
