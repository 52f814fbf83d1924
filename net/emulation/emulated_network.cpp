// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/emulated_network.h"

#include <algorithm>
#include <cassert>

namespace counterpoint {

EmulatedNetwork::EmulatedNetwork(const std::vector<PathConfig>& links) : links_(links.begin(), links.end()) {}

FlowNumber EmulatedNetwork::add_flow(Route route) {
  routes_.push_back(std::move(route));
  return static_cast<FlowNumber>(routes_.size() - 1);
}

void EmulatedNetwork::send(PathPacket packet, Timestamp now) {
  assert(packet.flow < routes_.size());
  advance(now);
  const Duration delay = routes_[packet.flow].access_delay;
  if (delay > Duration::zero()) {
    access_lines_.emplace(now + delay, std::move(packet));
  } else {
    pass_on(std::move(packet), std::nullopt, now);
  }
}

std::optional<PathArrival> EmulatedNetwork::receive(Timestamp now) {
  advance(now);
  if (arrived_.empty()) return std::nullopt;
  std::optional<PathArrival> arrival(std::move(arrived_.front()));
  arrived_.pop_front();
  return arrival;
}

Timestamp EmulatedNetwork::next_deadline() const {
  return arrived_.empty() ? next_event() : arrived_.front().arrived_at;
}

void EmulatedNetwork::start_recording() {
  recording_ = true;
  for (EmulatedPath& link : links_) link.start_recording();
}

Timestamp EmulatedNetwork::next_event() const {
  Timestamp next = access_lines_.empty() ? kNever : access_lines_.begin()->first;
  for (const EmulatedPath& link : links_) next = std::min(next, link.next_deadline());
  return next;
}

void EmulatedNetwork::advance(Timestamp now) {
  if (!std::exchange(started_, true)) {
    // There is nothing to receive yet: each link learns when its schedule begins.
    for (EmulatedPath& link : links_) (void)link.receive_packet(now);
  }
  for (Timestamp at = next_event(); at <= now; at = next_event()) {
    while (!access_lines_.empty() && access_lines_.begin()->first <= at) {
      PathPacket packet = std::move(access_lines_.extract(access_lines_.begin()).mapped());
      pass_on(std::move(packet), std::nullopt, at);
    }
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (links_[i].next_deadline() > at) continue;
      while (std::optional<PathArrival> arrival = links_[i].receive_packet(at)) {
        pass_on(std::move(arrival->packet), i, arrival->arrived_at);
      }
      collect_records(i);
    }
  }
}

void EmulatedNetwork::pass_on(PathPacket packet, std::optional<std::size_t> from, Timestamp at) {
  const std::vector<std::size_t>& links = routes_[packet.flow].links;
  const auto next = from ? std::next(std::find(links.begin(), links.end(), *from)) : links.begin();
  if (next == links.end()) {
    arrived_.push_back({.packet = std::move(packet), .arrived_at = at});
    return;
  }
  links_[*next].send(std::move(packet), at);
  collect_records(*next);
}

void EmulatedNetwork::collect_records(std::size_t link) {
  if (!recording_) return;
  for (const PathRecord& record : links_[link].take_records()) {
    const bool at_the_end = routes_[record.flow].links.back() == link;
    if (record.fate != PathRecord::Fate::kCarried || at_the_end) records_.push_back(record);
  }
}

}  // namespace counterpoint
