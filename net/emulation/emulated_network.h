// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "net/emulation/emulated_path.h"

namespace counterpoint {

/// Links that flows share: each flow has a route over some of them, and a delay of its own before the first (its
/// access line, which has no limit). In virtual or real time, as EmulatedPath.
///
/// 1. Give it its links and routes, then send(), receive() until it gives nothing, next_deadline(), and again.
/// 2. A packet goes from link to link at the exact time of its arrival, however late receive() is called.
/// 3. The schedules of all links count from the first time that the network is given.
/// 4. One direction only: a way back is made of links and routes of its own.
class EmulatedNetwork {
 public:
  /// `links`: indices into the links, in the order in which they are passed; empty for access delay alone.
  struct Route {
    std::vector<std::size_t> links;
    Duration access_delay{};  ///< >= 0
  };

  explicit EmulatedNetwork(const std::vector<PathConfig>& links);

  /// The number of the new flow: 0 for the first, then 1...
  FlowNumber add_flow(Route route);
  /// packet.flow is a number that add_flow() gave.
  void send(PathPacket packet, Timestamp now);
  /// The next packet that has come to the end of its route by `now`, in order of arrival.
  [[nodiscard]] std::optional<PathArrival> receive(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;

  /// Records the fate of each packet in the whole network, in order of time: kCarried when the last link of its route
  /// had served it, kDropped or kLost at any.
  void start_recording();
  [[nodiscard]] std::vector<PathRecord> take_records() { return std::exchange(records_, {}); }

  [[nodiscard]] const EmulatedPath& link(std::size_t index) const { return links_[index]; }

 private:
  void advance(Timestamp now);
  /// From access line or link to the next link of its route, or to its end.
  void pass_on(PathPacket packet, std::optional<std::size_t> from, Timestamp at);
  void collect_records(std::size_t link);
  [[nodiscard]] Timestamp next_event() const;

  std::vector<EmulatedPath> links_;
  std::vector<Route> routes_;
  std::multimap<Timestamp, PathPacket> access_lines_;  // Sorted by arrival; equal times keep their order.
  std::deque<PathArrival> arrived_;
  bool started_ = false;
  bool recording_ = false;
  std::vector<PathRecord> records_;
};

}  // namespace counterpoint
