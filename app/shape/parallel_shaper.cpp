// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shape/parallel_shaper.h"

#include <algorithm>
#include <iterator>
#include <thread>
#include <utility>

namespace counterpoint {
namespace {

/// A part ends here even within a group.
constexpr std::size_t kLargestPart = std::size_t{64} << 20;

bool is_extension_with_matrices(const mpeg::PictureUnit& unit, std::size_t index) {
  constexpr std::uint8_t kQuantMatrixExtension = 3;
  const mpeg::StartCode code = unit.start_codes[index];
  return code.value == kMpegExtensionStart && code.offset + 4U < unit.size &&
         unit.octets[code.offset + 4] >> 4 == kQuantMatrixExtension;
}

bool has_sequence_header(const mpeg::PictureUnit& unit) {
  return std::ranges::any_of(unit.start_codes,
                             [](const mpeg::StartCode& code) { return code.value == kMpegSequenceHeader; });
}

/// The pictures of `octets` as they are; nothing when there are none.
std::vector<mpeg::ShapedPicture> copy_pictures(const Bytes& octets) {
  mpeg::PictureSplitter splitter;
  splitter.push(octets);
  splitter.finish();
  std::vector<mpeg::ShapedPicture> pictures;
  if (!splitter.seen_sequence() || !splitter.seen_picture()) return pictures;
  while (const auto unit = splitter.pop()) {
    mpeg::ShapedPicture picture{.octets = Bytes(unit->view().begin(), unit->view().end()),
                                .has_picture = unit->has_picture};
    mpeg::PictureStatistics& statistics = picture.statistics = mpeg::statistics_of(*unit);
    statistics.slices = statistics.damaged_slices = static_cast<std::uint32_t>(std::ranges::count_if(
        unit->start_codes, [](const mpeg::StartCode& code) { return is_mpeg_slice(code.value); }));
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

}  // namespace

std::size_t processors() { return std::max(std::thread::hardware_concurrency(), 1U); }

ParallelShaper::ParallelShaper(ParallelShaperConfig config, RateSchedule schedule)
    : config_(std::move(config)), schedule_(std::move(schedule)), new_index_(config_.shaper) {
  config_.threads = std::max<std::size_t>(config_.threads, 1);
  config_.groups = std::max<std::size_t>(config_.groups, 1);
}

Result<void> ParallelShaper::push(ByteView octets) {
  splitter_.push(octets);
  if (splitter_.unfinished() > kLargestPart) {
    return Error{ErrorKind::kMalformed, "a picture of more than 64 MiB; the stream is broken"};
  }
  return take_units();
}

Result<void> ParallelShaper::finish() {
  splitter_.finish();
  if (auto taken = take_units(); !taken) return taken;
  if (auto started = start_part(); !started) return started;
  while (!running_.empty()) {
    if (auto collected = collect_one(); !collected) return collected;
  }
  return {};
}

std::optional<mpeg::ShapedPicture> ParallelShaper::pop() {
  if (ready_.empty()) return std::nullopt;
  mpeg::ShapedPicture picture = std::move(ready_.front());
  ready_.pop_front();
  return picture;
}

Result<void> ParallelShaper::take_units() {
  while (const auto unit = splitter_.pop()) {
    if (ends_part_before(*unit)) {
      if (auto started = start_part(); !started) return started;
      if (!has_sequence_header(*unit)) part_.octets = sequence_;
      part_.borrowed = part_.octets.size();
    }
    remember_headers(*unit);
    part_.groups += unit->starts_group ? 1U : 0U;
    const ByteView octets = unit->view();
    part_.octets.insert(part_.octets.end(), octets.begin(), octets.end());
    time_ += unit->seconds();
  }
  return {};
}

bool ParallelShaper::ends_part_before(const mpeg::PictureUnit& unit) const {
  if (!unit.has_picture || part_.octets.empty()) return false;
  if (part_.octets.size() > kLargestPart) return true;
  if (!unit.starts_group || part_.groups < config_.groups) return false;
  return has_sequence_header(unit) || (!sequence_.empty() && !matrices_changed_);
}

void ParallelShaper::remember_headers(const mpeg::PictureUnit& unit) {
  const std::size_t none = unit.size;
  std::size_t first = none;
  for (std::size_t i = 0; i < unit.start_codes.size(); ++i) {
    const mpeg::StartCode code = unit.start_codes[i];
    const bool ends = code.value == kMpegGroupStart || code.value == kMpegPictureStart;
    if (code.value == kMpegSequenceHeader) {
      first = code.offset;
      matrices_changed_ = false;
    } else if (ends && first < none) {
      sequence_.assign(unit.octets.begin() + static_cast<std::ptrdiff_t>(first),
                       unit.octets.begin() + static_cast<std::ptrdiff_t>(code.offset));
      first = none;
    } else if (is_extension_with_matrices(unit, i)) {
      matrices_changed_ = true;
    }
  }
}

Result<void> ParallelShaper::start_part() {
  if (running_.size() >= config_.threads) {
    if (auto collected = collect_one(); !collected) return collected;
  }
  const auto where = config_.threads > 1 ? std::launch::async : std::launch::deferred;
  running_.push_back(std::async(where, [part = std::exchange(part_, {.start = time_}), config = config_,
                                        schedule = schedule_] { return shape(part, config, schedule); }));
  return {};
}

Result<void> ParallelShaper::collect_one() {
  auto shaped = running_.front().get();
  running_.pop_front();
  if (!shaped) return shaped.error();
  std::ranges::move(shaped->pictures, std::back_inserter(ready_));
  new_index_.append(shaped->index);
  return {};
}

Result<ParallelShaper::ShapedPart> ParallelShaper::shape(const Part& part, const ParallelShaperConfig& config,
                                                         const RateSchedule& schedule) {
  double time = part.start;
  mpeg::Shaper shaper(config.shaper, schedule.at(time));
  ShapedPart shaped = {.pictures = {}, .index = mpeg::ShapingIndexWriter(shaper.config())};
  Pictures& pictures = shaped.pictures;
  if (config.make_index) shaper.describe_to(shaped.index);
  // An index for other weights is not used.
  if (config.index != nullptr) static_cast<void>(shaper.use_index(config.index));
  auto taken = shaper.push(part.octets);
  if (taken) taken = shaper.finish();
  if (!taken) pictures = copy_pictures(part.octets);
  if (!taken && pictures.empty()) return taken.error();
  while (auto picture = taken ? shaper.pop() : std::nullopt) {
    time += picture->statistics.seconds;
    shaper.set_target(schedule.at(time));
    pictures.push_back(std::move(*picture));
  }
  if (part.borrowed == 0 || pictures.empty()) return shaped;
  mpeg::ShapedPicture& first = pictures.front();
  const DataSize borrowed = DataSize::bytes(static_cast<std::int64_t>(part.borrowed));
  first.octets.erase(first.octets.begin(), first.octets.begin() + static_cast<std::ptrdiff_t>(part.borrowed));
  first.statistics.original_size -= borrowed;
  first.statistics.size -= borrowed;
  first.statistics.smallest_size -= borrowed;
  return shaped;
}

}  // namespace counterpoint
