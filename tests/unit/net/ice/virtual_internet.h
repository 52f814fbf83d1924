// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <list>
#include <map>
#include <set>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/ip_endpoint.h"
#include "core/base/rng.h"
#include "core/base/time.h"
#include "tests/unit/net/ice/nat_box.h"

namespace counterpoint {

/// Whoever acts by deadlines in a VirtualInternet.
struct Clockwork {
  std::function<Timestamp()> next_deadline;
  std::function<void(Timestamp)> poll;
};

/// Datagrams between addresses in virtual time: public ones, and private ones behind NATs, each a network of its own.
class VirtualInternet {
 public:
  struct Config {
    Duration round_trip = 100ms;  ///< Round trip between any two public addresses.
    double loss = 0;              ///< Each way, between public addresses.
    Duration jitter{};            ///< Up to so much later, so that datagrams change order.
    std::uint64_t seed = 1;
  };
  using Handler = std::function<void(const IpEndpoint& to, const IpEndpoint& from, ByteView datagram)>;

  explicit VirtualInternet(const Config& config) : config_(config), rng_(config.seed) {}

  [[nodiscard]] Timestamp now() const { return now_; }
  [[nodiscard]] Config& config() { return config_; }

  /// `address` is behind `nat`, or public if that is null.
  void attach(const IpAddress& address, NatBox* nat, Handler handler) {
    handlers_[{nat, address}] = std::move(handler);
    if (nat != nullptr) nats_[nat->outside()] = nat;
  }
  void detach(const IpAddress& address, NatBox* nat) { handlers_.erase({nat, address}); }
  /// From now on nothing of `address` gets through, without anybody noticing.
  void cut(const IpAddress& address) { cut_.insert(address); }
  void join(const IpAddress& address) { cut_.erase(address); }

  void send(const IpEndpoint& from, NatBox* nat, const IpEndpoint& to, Bytes datagram) {
    if (cut_.contains(from.address)) return;
    if (nat == nullptr) return travel(from, nullptr, to, std::move(datagram));
    if (handlers_.contains({nat, to.address})) {  // A neighbour.
      after(kNeighbour, [=, this, bytes = std::move(datagram)] { deliver(nat, to, from, bytes); });
      return;
    }
    const IpEndpoint outside = nat->outbound(from, to, now_);
    if (to.address == nat->outside() && !nat->hairpin()) return;
    travel(outside, nat, to, std::move(datagram));
  }

  void after(Duration delay, std::function<void()> action) { actions_.emplace(now_ + delay, std::move(action)); }
  void add(Clockwork clockwork) { clockworks_.push_back(std::move(clockwork)); }

  /// Runs until `done`, `limit` at most. True if it is done.
  bool run_until(const std::function<bool()>& done, Duration limit) {
    const Timestamp end = now_ + limit;
    int rounds_without_time = 0;
    while (!done()) {
      const Timestamp next = next_event();
      if (next > end) {
        now_ = end;
        return false;
      }
      rounds_without_time = next > now_ ? 0 : rounds_without_time + 1;
      if (rounds_without_time > kMaxRounds) {
        ADD_FAILURE() << "somebody's deadline has passed and stays";
        return false;
      }
      now_ = std::max(now_, next);
      run_actions();
      for (const Clockwork& each : clockworks_) {
        if (each.next_deadline() <= now_) each.poll(now_);
      }
    }
    return true;
  }
  void run(Duration span) {
    run_until([] { return false; }, span);
  }

 private:
  static constexpr Duration kNeighbour = 500us;
  static constexpr int kMaxRounds = 1000;

  void travel(const IpEndpoint& from, NatBox* through, const IpEndpoint& to, Bytes datagram) {
    if (rng_.chance(config_.loss)) return;
    const bool is_hairpin = through != nullptr && to.address == through->outside();
    const Duration delay = is_hairpin ? kNeighbour : config_.round_trip / 2 + scaled(config_.jitter, rng_.uniform());
    after(delay, [=, this, bytes = std::move(datagram)] {
      const auto nat = nats_.find(to.address);
      if (nat == nats_.end()) return deliver(nullptr, to, from, bytes);
      if (const auto inside = nat->second->inbound(to, from, now_)) deliver(nat->second, *inside, from, bytes);
    });
  }
  void deliver(NatBox* nat, const IpEndpoint& to, const IpEndpoint& from, const Bytes& datagram) {
    const auto handler = handlers_.find({nat, to.address});
    if (handler != handlers_.end() && !cut_.contains(to.address)) handler->second(to, from, datagram);
  }
  [[nodiscard]] Timestamp next_event() const {
    Timestamp next = actions_.empty() ? kNever : actions_.begin()->first;
    for (const Clockwork& each : clockworks_) next = std::min(next, each.next_deadline());
    return next;
  }
  void run_actions() {
    while (!actions_.empty() && actions_.begin()->first <= now_) {
      const auto action = std::move(actions_.begin()->second);
      actions_.erase(actions_.begin());
      action();
    }
  }

  Config config_;
  Rng rng_;
  Timestamp now_{1000s};
  std::map<std::pair<NatBox*, IpAddress>, Handler> handlers_;
  std::map<IpAddress, NatBox*> nats_;
  std::set<IpAddress> cut_;
  std::multimap<Timestamp, std::function<void()>> actions_;
  std::list<Clockwork> clockworks_;
};

[[nodiscard]] inline IpAddress ip(const char* text) { return IpAddress::parse(text).value(); }

}  // namespace counterpoint
