// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/loss_model.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace counterpoint {
namespace {

/// Shares of losses that are taken for possible, whatever the model says: the least of them is chance.
constexpr double kChance = 0.01;
constexpr double kMaxShare = 0.98;
/// Capacities to try, in parts of what arrived in a window.
constexpr double kCapacityParts[] = {1, 0.95, 0.9};
/// Fewer losses say nothing. A window that is not complete says nothing with fewer bursts of them.
constexpr double kFewLost = 3;
/// With fewer packets at lower rates, loss is not found to be random.
constexpr double kManyPackets = 100;
/// The most lost packets that are remembered, in case they arrive after all: a second of 6 Mbit/s.
constexpr std::size_t kMaxRemembered = 512;

}  // namespace

LossModel::Window& LossModel::Window::operator+=(const Window& other) {
  bits += other.bits;
  packets += other.packets;
  lost += other.lost;
  bursts += other.bursts;
  return *this;
}

void LossModel::add(const PacketFeedback& packet, DataSize size) {
  began_at_ = began_at_.value_or(packet.sent_at);
  sent_until_ = std::max(sent_until_, packet.sent_at);
  const std::int64_t number = (packet.sent_at - *began_at_) / config_.loss_window;
  if (packet.arrived_at) {
    const bool late = was_lost(packet);
    if (!late) count({.number = number, .bits = 8 * static_cast<double>(size.bytes()), .packets = 1});
    if (late) count({.number = number, .lost = -1});
  } else if (packet.lost) {
    const bool goes_on = find_lost(packet.stream, packet.sequence - 1) != lost_.end();
    lost_.push_back(packet);
    if (lost_.size() > kMaxRemembered) lost_.pop_front();
    count({.number = number,
           .bits = 8 * static_cast<double>(size.bytes()),
           .packets = 1,
           .lost = 1,
           .bursts = goes_on ? 0.0 : 1.0});
  }
}

std::deque<PacketFeedback>::iterator LossModel::find_lost(StreamKind stream, std::int64_t sequence) {
  return std::find_if(lost_.begin(), lost_.end(), [stream, sequence](const PacketFeedback& each) {
    return each.stream == stream && each.sequence == sequence;
  });
}

bool LossModel::was_lost(const PacketFeedback& packet) {
  const auto found = find_lost(packet.stream, packet.sequence);
  if (found == lost_.end()) return false;
  lost_.erase(found);
  return true;
}

void LossModel::count(const Window& packet) {
  if (packet.number > growing_.number) {
    if (growing_.packets > 0) complete_.push_back(growing_);
    growing_ = {.number = packet.number};
    while (!complete_.empty() && complete_.front().number + config_.loss_windows < packet.number) complete_.pop_front();
  }
  if (packet.number == growing_.number) {
    growing_ += packet;
    return;
  }
  const auto window = std::find_if(complete_.rbegin(), complete_.rend(),
                                   [&packet](const Window& each) { return each.number == packet.number; });
  if (window != complete_.rend()) *window += packet;
}

// The growing window counts as soon as half of it has enough losses: until it is complete, a policer goes on dropping.
void LossModel::choose_windows() {
  windows_.assign(complete_.begin(), complete_.end());
  if (!began_at_) return;
  const Duration grown = sent_until_ - *began_at_ - growing_.number * config_.loss_window;
  if (2 * grown < config_.loss_window || std::min(growing_.lost, growing_.bursts) < kFewLost) return;
  windows_.push_back(growing_);
  windows_.back().bits *= to_seconds(config_.loss_window) / to_seconds(grown);
}

// The variance of counts in bursts, whose lengths have a geometric distribution, as a factor on that of single losses.
double LossModel::dispersion() const {
  return total_.lost > total_.bursts && total_.bursts > 0 ? 2 * total_.lost / total_.bursts - 1 : 1;
}

void LossModel::update() {
  choose_windows();
  total_ = {};
  for (const Window& window : windows_) total_ += window;
  capacity_.reset();
  random_share_ = std::min(share(), 2 * config_.loss_limit);
  if (share() < config_.loss_limit / 4) random_limit_ = config_.loss_limit;
  if (total_.lost < kFewLost) return;
  const Fit random = fit(std::numeric_limits<double>::infinity());
  const Fit likeliest = fit_capacity();
  if (likeliest.likelihood > random.likelihood + config_.loss_evidence * dispersion()) {
    random_share_ = std::min(likeliest.random_share, 2 * config_.loss_limit);
    capacity_ = rate_of(without_burst(likeliest));
    return;
  }
  if (share() <= random_limit_) return;
  if (is_random()) {
    random_limit_ = share() / config_.much_less;
    return;
  }
  random_share_ = 0;
  const Window& last = windows_.back();
  if (last.share() > random_limit_) capacity_ = rate_of(last.arrived_bits());
}

// The random loss is what is lost below the capacity.
LossModel::Fit LossModel::fit(double capacity) const {
  Window below;
  for (const Window& window : windows_) {
    if (window.bits <= capacity) below += window;
  }
  Fit fit{.capacity = capacity, .random_share = below.share()};
  for (const Window& window : windows_) {
    const double excess = window.bits > capacity ? 1 - capacity / window.bits : 0;
    const double share = std::clamp(fit.random_share + (1 - fit.random_share) * excess, kChance, kMaxShare);
    fit.likelihood += window.lost * std::log(share) + (window.packets - window.lost) * std::log(1 - share);
  }
  return fit;
}

LossModel::Fit LossModel::fit_capacity() const {
  Fit likeliest = fit(total_.bits);
  for (const Window& window : windows_) {
    for (const double part : kCapacityParts) {
      const Fit next = fit(window.arrived_bits() * part);
      if (next.capacity > 0 && next.likelihood > likeliest.likelihood) likeliest = next;
    }
  }
  return likeliest;
}

// Loss is random if lower rates lose as much. It counts from the first loss on: what went well before says nothing of a
// path that has changed.
bool LossModel::is_random() const {
  const auto first = std::find_if(windows_.begin(), windows_.end(), [](const Window& each) { return each.lost > 0; });
  Window all;
  for (auto window = first; window != windows_.end(); ++window) all += *window;
  const double mean = all.bits / static_cast<double>(windows_.end() - first);
  Window less;
  for (auto window = first; window != windows_.end(); ++window) {
    if (window->bits < config_.much_less * mean) less += *window;
  }
  return less.packets >= kManyPackets && less.share() > config_.much_less * all.share();
}

// A full token bucket lets a higher rate pass for some time: what arrived while there was loss counts, but for the
// first window of it, at whose beginning the bucket was full.
double LossModel::without_burst(const Fit& fit) const {
  std::vector<double> arrived;
  for (const Window& window : windows_) {
    if (window.share() > fit.random_share + kChance) arrived.push_back(window.arrived_bits());
  }
  if (arrived.size() > 1) arrived.erase(arrived.begin());
  if (arrived.empty()) return fit.capacity;
  return std::min(fit.capacity,
                  std::accumulate(arrived.begin(), arrived.end(), 0.0) / static_cast<double>(arrived.size()));
}

}  // namespace counterpoint
