// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <map>
#include <set>
#include <vector>

#include "core/base/rng.h"
#include "core/ports/rendezvous.h"

namespace counterpoint {

/// Inboxes in memory, for hosts in one program and virtual time: as slow and unreliable as it is told to be.
class MemoryInboxes {
 public:
  struct Config {
    Duration delay = 100ms;       ///< Time from put() to take().
    Duration jitter{};            ///< Up to so much later, each value by its own, so that they change order.
    double loss = 0;              ///< Part of the values that are never heard, 0 to 1.
    double duplication = 0;       ///< Part of them that are heard twice.
    std::size_t capacity = 1024;  ///< Values an inbox keeps; further ones are refused.
    Duration minutes = 10min;     ///< The time of Keep::kMinutes.
    Duration days = 7 * 24h;      ///< The time of Keep::kDays.
  };
  explicit MemoryInboxes(const Config& config, std::uint64_t seed = 1) : config_(config), rng_(seed) {}

  void set(const Config& config) { config_ = config; }

 private:
  friend class MemoryRendezvous;
  struct Value {
    Bytes data;
    Timestamp heard_at{};
    Timestamp ends_at{};
    std::uint64_t number = 0;
  };

  void put(const InboxKey& inbox, const Bytes& data, Keep keep, Timestamp now);

  Config config_;
  Rng rng_;
  std::map<InboxKey, std::deque<Value>> inboxes_;
  std::uint64_t last_number_ = 0;
};

/// One host's way to them.
class MemoryRendezvous final : public Rendezvous {
 public:
  static constexpr std::size_t kMaxWaiting = 1024;

  /// `inboxes` outlives this.
  MemoryRendezvous(MemoryInboxes& inboxes, Timestamp now) : inboxes_(inboxes), now_(now) {}

  void put(const InboxKey& inbox, Bytes data, Keep keep) override;
  void watch(const InboxKey& inbox) override;
  [[nodiscard]] std::optional<InboxValue> take() override;
  void poll(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;

 private:
  MemoryInboxes& inboxes_;
  Timestamp now_;
  std::map<InboxKey, std::set<std::uint64_t>> watched_;  ///< Inboxes with the numbers of the values that were given.
  std::deque<InboxValue> waiting_;
};

}  // namespace counterpoint
