// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shape/parallel_shaper.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

#include "media/mpeg/group_shares.h"

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

Result<void> ParallelShaper::push(ByteView bytes, std::size_t others) {
  pushed_bytes_ += bytes.size();
  part_.bytes += others;
  auto pushed = splitter_.push(bytes);
  take_units();
  return unless_stopped(std::move(pushed));
}

Result<void> ParallelShaper::flush() {
  splitter_.flush();
  take_units();
  if (!part_.units.empty()) start_part();
  while (!running_.empty() && !stopped_) collect_one();
  return unless_stopped({});
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
  const mpeg::Target target = schedule_.at(part.start);
  const bool may_balance =
      target.is_share() && !target.is_everything() && !mpeg::shapes_each_picture(config_.shaper.method);
  if (!may_balance) return shape(std::move(part), {});
  ShapedPart shaped = shape(part, {});
  const std::vector<mpeg::Target> targets = balanced_targets(part, shaped);
  if (targets.empty() || stopped_) return shaped;
  shaped.pictures = shape(std::move(part), targets).pictures;
  return shaped;
}

/// Targets for the pictures of `part`, which became `shaped`; empty when the schedule's serve.
std::vector<mpeg::Target> ParallelShaper::balanced_targets(const Part& part, const ShapedPart& shaped) const {
  std::vector<mpeg::GroupSize> groups;
  std::vector<std::size_t> group_of;
  for (const mpeg::ShapedPicture& picture : shaped.pictures) {
    const mpeg::PictureStatistics& statistics = picture.statistics;
    if (groups.empty() || statistics.starts_group) groups.emplace_back();
    group_of.push_back(groups.size() - 1);
    if (!picture.has_picture) continue;
    groups.back().original_bits += static_cast<double>(statistics.original_size.bits());
    groups.back().smallest_bits += static_cast<double>(statistics.smallest_size.bits());
  }
  const std::vector<double> shares = mpeg::shares_of_groups(groups, schedule_.at(part.start).share());
  std::vector<mpeg::Target> targets;
  for (const std::size_t group : group_of) {
    if (!shares.empty()) targets.push_back(mpeg::Target::share(shares[group]));
  }
  return targets;
}

/// Picture number i gets `targets[i]`; when there are none, the schedule's, and it is described for the index.
ParallelShaper::ShapedPart ParallelShaper::shape(Part part, const std::vector<mpeg::Target>& targets) {
  double time = part.start;
  const auto target_of = [&](std::size_t i) { return i < targets.size() ? targets[i] : schedule_.at(time); };
  mpeg::Shaper shaper(config_.shaper, target_of(0));
  if (schedule_.shapes_before(part.start)) shaper.continue_shaped();
  shaper.stop_when([this] { return stopped_.load(); });
  ShapedPart shaped = {.pictures = {}, .index = mpeg::ShapingIndexWriter(shaper.config())};
  if (config_.make_index && targets.empty()) shaper.describe_to(shaped.index);
  // An index for other weights is not used.
  if (config_.index != nullptr) static_cast<void>(shaper.use_index(config_.index));
  for (mpeg::PictureUnit& unit : part.units) shaper.push(std::move(unit));
  shaper.finish();
  while (auto picture = stopped_ ? std::nullopt : shaper.pop()) {
    time += picture->statistics.seconds;
    if (targets.empty()) shaped_bytes_ += static_cast<std::size_t>(picture->statistics.original_size.bytes());
    shaped.pictures.push_back(std::move(*picture));
    shaper.set_target(target_of(shaped.pictures.size()));
  }
  return shaped;
}

}  // namespace counterpoint
