// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/rng.h"
#include "net/adapters/rendezvous/nat_keepalive.h"
#include "net/adapters/rendezvous/open_dht_rendezvous.h"

namespace counterpoint {

/// The clock that OpenDHT reads beside the time that it is given. Each program that includes this header has it in
/// place of the C++ library's; the linker lets a program's own functions come before those of shared libraries.
inline Timestamp virtual_steady_time{std::chrono::hours(1000)};

/// A network of nodes of the distributed hash table in virtual time, with the same delay between any two.
///
/// OpenDHT has randomness of its own, so no run is like the one before.
class VirtualDht {
 public:
  static constexpr Duration kMapping = 30s;  ///< A router that forgets soon has this one.

  struct Config {
    Duration delay = 50ms;  ///< One way.
    double loss = 0;        ///< Part of the datagrams that are lost, 0 to 1.
  };
  explicit VirtualDht(const Config& config) : config_(config), rng_(1) {}

  /// One more node; but for the first, they all ask that one to be let in.
  OpenDhtRendezvous& add_node() {
    const std::size_t number = nodes_.size();
    std::array<std::uint8_t, 20> id{};
    for (std::uint8_t& byte : id) byte = static_cast<std::uint8_t>(rng_.next());
    const Endpoint endpoint{"10.0." + std::to_string(number / 200) + "." + std::to_string(number % 200 + 1), 4222};
    numbers_[endpoint.address] = number;
    const auto clock = [this] { return now().time_since_epoch() + slept_; };
    nodes_.push_back({std::make_unique<OpenDhtRendezvous>(id, clock), endpoint});
    if (number > 0) nodes_.back().rendezvous->ping(nodes_.front().endpoint);
    return *nodes_.back().rendezvous;
  }
  void add_nodes(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      add_node();
      run(20ms);
    }
  }
  /// It has another address from now on; nobody is where it was.
  void move(std::size_t number) {
    Endpoint& endpoint = nodes_[number].endpoint;
    numbers_.erase(endpoint.address);
    ++moves_;
    endpoint.address = "10.1." + std::to_string(moves_ / 200) + "." + std::to_string(moves_ % 200 + 1);
    numbers_[endpoint.address] = number;
    nodes_[number].asked.clear();
  }
  /// It hears only those whom it has asked within kMapping.
  void put_behind_router(std::size_t number) { nodes_[number].behind_router = true; }
  /// Nothing leaves it or comes to it, or does again.
  void isolate(std::size_t number, bool isolated) { nodes_[number].isolated = isolated; }
  /// All computers are asleep, so that Timestamps stand still.
  void suspend(Duration duration) { slept_ += duration; }
  /// It says nothing any more.
  void kill(std::size_t number) { nodes_[number].alive = false; }
  void set_loss(double loss) { config_.loss = loss; }

  [[nodiscard]] OpenDhtRendezvous& node(std::size_t number) { return *nodes_[number].rendezvous; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] Timestamp now() const { return virtual_steady_time; }
  /// Those that were sent so far, of all nodes.
  [[nodiscard]] std::size_t datagrams() const { return sent_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Those of one node.
  [[nodiscard]] std::size_t bytes_of(std::size_t number) const { return nodes_[number].bytes; }

  /// The nodes that one has asked to tell it of new values.
  [[nodiscard]] const std::set<std::size_t>& watched_at(std::size_t number) const { return nodes_[number].watched_at; }

  /// Lets `duration` pass, or less: until `done`, which is asked after each event.
  template <typename Done>
  bool run_until(Duration duration, Done&& done) {
    const Timestamp end = now() + duration;
    while (true) {
      for (std::size_t i = 0; i < nodes_.size(); ++i) flush(i);
      if (done()) return true;
      const Timestamp next = next_event();
      if (next > end) break;
      virtual_steady_time = std::max(now(), next);
      deliver();
      for (Node& one : nodes_) {
        if (one.alive && one.rendezvous->next_deadline() <= now()) one.rendezvous->poll(now());
      }
    }
    virtual_steady_time = end;
    return false;
  }
  void run(Duration duration) {
    (void)run_until(duration, [] { return false; });
  }

 private:
  struct Node {
    std::unique_ptr<OpenDhtRendezvous> rendezvous;
    Endpoint endpoint;
    bool alive = true;
    bool isolated = false;
    bool behind_router = false;
    std::map<std::string, Timestamp> asked{};  ///< The last time that a datagram left for an address.
    std::size_t bytes = 0;
    std::set<std::size_t> watched_at{};

    [[nodiscard]] bool hears(const std::string& from, Timestamp now) const {
      const auto mapping = asked.find(from);
      return alive && !isolated && (!behind_router || (mapping != asked.end() && now < mapping->second + kMapping));
    }
  };
  struct Packet {
    Timestamp at{};
    std::size_t number = 0;  ///< Keeps those of one moment in order.
    Endpoint from;
    std::string to;
    Bytes data;
    bool operator>(const Packet& other) const { return std::pair(at, number) > std::pair(other.at, other.number); }
  };

  void flush(std::size_t number) {
    Node& from = nodes_[number];
    while (auto datagram = from.rendezvous->take_datagram()) {
      if (!from.alive || from.isolated) continue;
      from.asked[datagram->to.address] = now();
      ++sent_;
      bytes_ += datagram->data.size();
      from.bytes += datagram->data.size();
      const auto to = numbers_.find(datagram->to.address);
      if (to != numbers_.end() && is_listen_request(datagram->data)) from.watched_at.insert(to->second);
      if (rng_.chance(config_.loss)) continue;
      packets_.push({now() + config_.delay, sent_, from.endpoint, datagram->to.address, std::move(datagram->data)});
    }
  }
  [[nodiscard]] Timestamp next_event() const {
    Timestamp next = packets_.empty() ? kNever : packets_.top().at;
    for (const Node& one : nodes_) {
      if (one.alive) next = std::min(next, one.rendezvous->next_deadline());
    }
    return next;
  }
  void deliver() {
    while (!packets_.empty() && packets_.top().at <= now()) {
      const Packet packet = packets_.top();
      packets_.pop();
      const auto found = numbers_.find(packet.to);
      if (found == numbers_.end() || !nodes_[found->second].hears(packet.from.address, now())) continue;
      nodes_[found->second].rendezvous->handle_datagram(packet.from, packet.data, now());
    }
  }

  Config config_;
  Rng rng_;
  std::vector<Node> nodes_;
  std::map<std::string, std::size_t> numbers_;
  std::priority_queue<Packet, std::vector<Packet>, std::greater<>> packets_;
  std::size_t sent_ = 0;
  std::size_t bytes_ = 0;
  std::size_t moves_ = 0;
  Duration slept_{};
};

}  // namespace counterpoint

// In place of the library's, once in a program: NOLINTNEXTLINE(misc-definitions-in-headers)
std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
  return time_point(counterpoint::virtual_steady_time.time_since_epoch());
}
