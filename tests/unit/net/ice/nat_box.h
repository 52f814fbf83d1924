// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <optional>
#include <set>

#include "core/base/ip_endpoint.h"
#include "core/base/rng.h"
#include "core/base/time.h"

namespace counterpoint {

/// Behaviour of a NAT as it maps and filters (RFC 4787 sections 4.1 and 5).
enum class NatBehaviour : std::uint8_t { kEndpointIndependent, kAddressDependent, kAddressAndPortDependent };

/// A NAT by the words of RFC 4787, for tests: translates addresses of datagrams, and has no delay.
class NatBox {
 public:
  struct Config {
    NatBehaviour mapping = NatBehaviour::kEndpointIndependent;
    NatBehaviour filtering = NatBehaviour::kEndpointIndependent;
    bool hairpin = true;      ///< Datagrams from inside to a mapped address come back in (section 6).
    Duration timeout = 120s;  ///< Mappings without outbound datagrams end (section 4.3).
  };

  NatBox(const IpAddress& outside, const Config& config, std::uint64_t seed)
      : outside_(outside), config_(config), rng_(seed) {}

  [[nodiscard]] const IpAddress& outside() const { return outside_; }
  [[nodiscard]] bool hairpin() const { return config_.hairpin; }

  /// The source that a datagram from `inside` to `remote` has outside.
  IpEndpoint outbound(const IpEndpoint& inside, const IpEndpoint& remote, Timestamp now) {
    expire(now);
    const IpEndpoint key = masked(remote, config_.mapping);
    auto mapping = std::find_if(mappings_.begin(), mappings_.end(),
                                [&](const Mapping& each) { return each.inside == inside && each.key == key; });
    if (mapping == mappings_.end()) {
      mappings_.push_back(
          {.inside = inside, .key = key, .outside = {outside_, free_port()}, .remotes = {}, .used_at = now});
      mapping = std::prev(mappings_.end());
    }
    mapping->used_at = now;
    mapping->remotes.insert(masked(remote, config_.filtering));
    return mapping->outside;
  }

  /// The address inside that a datagram from `remote` to `outside` reaches; nothing when it is filtered.
  std::optional<IpEndpoint> inbound(const IpEndpoint& outside, const IpEndpoint& remote, Timestamp now) {
    expire(now);
    const auto mapping =
        std::find_if(mappings_.begin(), mappings_.end(), [&](const Mapping& each) { return each.outside == outside; });
    const bool passes = mapping != mappings_.end() && mapping->remotes.contains(masked(remote, config_.filtering));
    return passes ? std::optional(mapping->inside) : std::nullopt;
  }

  /// Forgets all mappings, as after a restart.
  void rebind() { mappings_.clear(); }

 private:
  struct Mapping {
    IpEndpoint inside;
    IpEndpoint key;
    IpEndpoint outside;
    std::set<IpEndpoint> remotes;
    Timestamp used_at;
  };

  [[nodiscard]] static IpEndpoint masked(const IpEndpoint& remote, NatBehaviour behaviour) {
    if (behaviour == NatBehaviour::kEndpointIndependent) return {};
    return {remote.address, behaviour == NatBehaviour::kAddressDependent ? std::uint16_t{0} : remote.port};
  }
  void expire(Timestamp now) {
    mappings_.remove_if([&](const Mapping& each) { return now >= each.used_at + config_.timeout; });
  }
  std::uint16_t free_port() {
    for (;;) {
      const auto port = static_cast<std::uint16_t>(1024 + rng_.below(64'000));
      if (ports_.insert(port).second) return port;
    }
  }

  IpAddress outside_;
  Config config_;
  Rng rng_;
  std::list<Mapping> mappings_;
  std::set<std::uint16_t> ports_;
};

}  // namespace counterpoint
