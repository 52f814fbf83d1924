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

std::vector<mpeg::GroupSize> group_sizes(const std::vector<mpeg::ShapedPicture>& pictures) {
  std::vector<mpeg::GroupSize> groups;
  for (const mpeg::ShapedPicture& picture : pictures) {
    const mpeg::PictureStatistics& statistics = picture.statistics;
    if (groups.empty() || statistics.starts_group) groups.emplace_back();
    if (!picture.has_picture) continue;
    groups.back().original_bits += static_cast<double>(statistics.original_size.bits());
    groups.back().smallest_bits += static_cast<double>(statistics.smallest_size.bits());
  }
  return groups;
}

/// The target of each of `pictures` when its group keeps its one of `shares`; empty when these are.
std::vector<mpeg::Target> targets_of(const std::vector<mpeg::ShapedPicture>& pictures,
                                     const std::vector<double>& shares) {
  std::vector<mpeg::Target> targets;
  if (shares.empty()) return targets;
  std::size_t group = 0;
  for (const mpeg::ShapedPicture& picture : pictures) {
    if (picture.statistics.starts_group && !targets.empty()) ++group;
    targets.push_back(mpeg::Target::share(shares[group]));
  }
  return targets;
}

double bits_of(const std::vector<mpeg::ShapedPicture>& pictures) {
  double bits = 0;
  for (const mpeg::ShapedPicture& picture : pictures) {
    if (picture.has_picture) bits += static_cast<double>(picture.statistics.size.bits());
  }
  return bits;
}

}  // namespace

std::size_t processors() { return std::max(std::thread::hardware_concurrency(), 1U); }

ParallelShaper::ParallelShaper(ParallelShaperConfig config, RateSchedule schedule)
    : config_(std::move(config)),
      schedule_(std::move(schedule)),
      pool_(std::max<std::size_t>(config_.threads, 1)),
      new_index_(config_.shaper) {
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
  auto shaped = wait_for(std::move(running_.front()));
  running_.pop_front();
  if (shaped) pay_debt(*shaped);
  if (stopped_) return;
  std::ranges::move(shaped->pictures, std::back_inserter(ready_));
  new_index_.append(shaped->index);
}

std::optional<ParallelShaper::ShapedPart> ParallelShaper::wait_for(std::future<ShapedPart> future) {
  constexpr std::chrono::milliseconds kPatience(100);
  while (future.wait_for(kPatience) != std::future_status::ready) {
    if (!config_.carry_on || config_.carry_on()) continue;
    stopped_ = true;
    return std::nullopt;
  }
  return future.get();
}

/// Runs on a thread of its own.
ParallelShaper::ShapedPart ParallelShaper::shape(Part part) {
  const mpeg::Target target = schedule_.at(part.start);
  const bool is_share =
      target.is_share() && !target.is_everything() && !mpeg::shapes_each_picture(config_.shaper.method);
  ShapedPart shaped = shape(std::move(part), {});
  if (!is_share) {
    shaped.part = {};
    return shaped;
  }
  const auto targets =
      targets_of(shaped.pictures, mpeg::shares_of_groups(group_sizes(shaped.pictures), target.share()));
  if (!targets.empty() && !stopped_) shape_again(shaped, targets);
  return shaped;
}

/// The index that was made the first time stays.
void ParallelShaper::shape_again(ShapedPart& shaped, const std::vector<mpeg::Target>& targets) {
  ShapedPart again = shape(std::move(shaped.part), targets);
  shaped.pictures = std::move(again.pictures);
  shaped.part = std::move(again.part);
}

/// Shapes again a part that follows others which took more than their share, and notes what it takes too much itself.
void ParallelShaper::pay_debt(ShapedPart& shaped) {
  if (shaped.part.units.empty()) return;
  constexpr double kMaxPaid = 0.1;
  constexpr double kTolerance = 0.002;
  const double share = schedule_.at(shaped.part.start).share();
  const std::vector<mpeg::GroupSize> groups = group_sizes(shaped.pictures);
  const mpeg::GroupSize all = mpeg::sum_of(groups);
  const double own_bits = share * all.original_bits;
  const double spare = own_bits - all.smallest_bits - mpeg::kMinKept * all.cut_bits();
  const double paid = std::min({debt_, kMaxPaid * own_bits, spare});
  if (paid > kTolerance * own_bits) {
    const double new_share = share - paid / all.original_bits;
    std::vector<double> shares = mpeg::shares_of_groups(groups, new_share);
    if (shares.empty()) shares.assign(groups.size(), new_share);
    const auto targets = targets_of(shaped.pictures, shares);
    auto again = wait_for(std::async(std::launch::async, [this, &targets, again = std::move(shaped)]() mutable {
      shape_again(again, targets);
      return std::move(again);
    }));
    if (!again) return;
    shaped = std::move(*again);
    debt_ -= std::clamp(own_bits - bits_of(shaped.pictures), 0.0, paid);
  }
  const double excess = bits_of(shaped.pictures) - own_bits;
  if (excess > kTolerance * own_bits) debt_ += excess;
}

/// Picture number i gets `targets[i]`; when there are none, the schedule's, and it is described for the index.
ParallelShaper::ShapedPart ParallelShaper::shape(Part part, const std::vector<mpeg::Target>& targets) {
  const WorkerPool::Slot slot(pool_);
  double time = part.start;
  const auto target_of = [&](std::size_t i) { return i < targets.size() ? targets[i] : schedule_.at(time); };
  mpeg::Shaper shaper(config_.shaper, target_of(0));
  if (schedule_.shapes_before(part.start)) shaper.continue_shaped();
  shaper.share_work([this](std::size_t count, const auto& work) { pool_.run(count, work); });
  shaper.stop_when([this] { return stopped_.load(); });
  ShapedPart shaped = {.pictures = {}, .index = mpeg::ShapingIndexWriter(shaper.config()), .part = {}};
  if (config_.make_index && targets.empty()) shaper.describe_to(shaped.index);
  // An index for other weights is not used.
  if (config_.index != nullptr) static_cast<void>(shaper.use_index(config_.index));
  for (mpeg::PictureUnit& unit : part.units) shaper.push(std::move(unit));
  part.units.clear();
  shaper.finish();
  while (auto picture = stopped_ ? std::nullopt : shaper.pop()) {
    time += picture->statistics.seconds;
    if (targets.empty()) {
      shaped_bytes_ += static_cast<std::size_t>(picture->statistics.original_size.bytes());
      shaped_pictures_ += picture->has_picture ? 1U : 0U;
    }
    part.units.push_back(std::move(picture->original));
    shaped.pictures.push_back(std::move(*picture));
    shaper.set_target(target_of(shaped.pictures.size()));
  }
  shaped.part = std::move(part);
  return shaped;
}

}  // namespace counterpoint
