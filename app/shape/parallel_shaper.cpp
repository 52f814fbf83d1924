// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shape/parallel_shaper.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

namespace counterpoint {
namespace {

/// A part of this size ends even within a group.
constexpr std::size_t kMaxPart = std::size_t{64} << 20;

}  // namespace

std::size_t processors() { return std::max(std::thread::hardware_concurrency(), 1U); }

ParallelShaper::ParallelShaper(ParallelShaperConfig config, RateSchedule schedule)
    : config_(std::move(config)), schedule_(std::move(schedule)), new_index_(config_.shaper) {
  config_.threads = std::max<std::size_t>(config_.threads, 1);
  config_.groups = std::max<std::size_t>(config_.groups, 1);
  splitter_.use_index(config_.index);
}

Result<void> ParallelShaper::push(ByteView bytes) {
  pushed_bytes_ += bytes.size();
  auto pushed = splitter_.push(bytes);
  take_units();
  return unless_stopped(std::move(pushed));
}

Result<void> ParallelShaper::finish() {
  auto finished = splitter_.finish();
  take_units();
  start_part();
  while (!running_.empty() && !stopped_) collect_one();
  return unless_stopped(std::move(finished));
}

Result<void> ParallelShaper::unless_stopped(Result<void> result) const {
  return stopped_ ? Error{ErrorKind::kRefused, "stopped"} : std::move(result);
}

double ParallelShaper::shaped_share() const {
  return pushed_bytes_ > 0 ? static_cast<double>(shaped_bytes_) / static_cast<double>(pushed_bytes_) : 1;
}

std::optional<mpeg::ShapedPicture> ParallelShaper::pop() {
  if (ready_.empty()) return std::nullopt;
  mpeg::ShapedPicture picture = std::move(ready_.front());
  ready_.pop_front();
  return picture;
}

void ParallelShaper::take_units() {
  while (auto unit = stopped_ ? std::nullopt : splitter_.pop()) {
    if (ends_part_before(*unit)) start_part();
    part_.groups += unit->starts_group ? 1U : 0U;
    part_.bytes += unit->size;
    time_ += unit->seconds();
    part_.units.push_back(std::move(*unit));
  }
}

bool ParallelShaper::ends_part_before(const mpeg::PictureUnit& unit) const {
  if (!unit.has_picture || part_.units.empty()) return false;
  return part_.bytes > kMaxPart || (unit.starts_group && part_.groups >= config_.groups);
}

void ParallelShaper::start_part() {
  if (running_.size() >= config_.threads) collect_one();
  if (stopped_) return;
  running_.push_back(std::async(std::launch::async, [this, part = std::exchange(part_, {.start = time_})]() mutable {
    return shape(std::move(part));
  }));
}

void ParallelShaper::collect_one() {
  constexpr std::chrono::milliseconds kPatience(100);
  while (running_.front().wait_for(kPatience) != std::future_status::ready) {
    if (!config_.carry_on || config_.carry_on()) continue;
    stopped_ = true;
    return;
  }
  ShapedPart shaped = running_.front().get();
  running_.pop_front();
  std::ranges::move(shaped.pictures, std::back_inserter(ready_));
  new_index_.append(shaped.index);
}

/// Runs on a thread of its own.
ParallelShaper::ShapedPart ParallelShaper::shape(Part part) {
  double time = part.start;
  mpeg::Shaper shaper(config_.shaper, schedule_.at(time));
  if (schedule_.shapes_before(part.start)) shaper.continue_shaped();
  shaper.stop_when([this] { return stopped_.load(); });
  ShapedPart shaped = {.pictures = {}, .index = mpeg::ShapingIndexWriter(shaper.config())};
  if (config_.make_index) shaper.describe_to(shaped.index);
  // An index for other weights is not used.
  if (config_.index != nullptr) static_cast<void>(shaper.use_index(config_.index));
  for (mpeg::PictureUnit& unit : part.units) shaper.push(std::move(unit));
  shaper.finish();
  while (auto picture = stopped_ ? std::nullopt : shaper.pop()) {
    time += picture->statistics.seconds;
    shaped_bytes_ += static_cast<std::size_t>(picture->statistics.original_size.bytes());
    shaped_pictures_ += picture->has_picture ? 1U : 0U;
    shaper.set_target(schedule_.at(time));
    shaped.pictures.push_back(std::move(*picture));
  }
  return shaped;
}

}  // namespace counterpoint
