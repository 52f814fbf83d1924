// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/call/token_bucket.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/file_descriptor.h"

namespace counterpoint {

/// Lets nodes in one local network find each other without knowing anybody: each says by IPv4 multicast, which routers
/// do not hand on, at which port it is.
///
/// OpenDHT's own discovery has a thread and a clock of its own; this one belongs to the thread of its owner.
class LocalDiscovery {
 public:
  /// Administratively scoped (RFC 2365).
  static constexpr const char* kGroup = "239.255.67.80";
  static constexpr std::uint16_t kPort = 47'001;
  /// Announcements after the start, as the first may be lost, and then each kInterval.
  static constexpr std::array<Duration, 3> kFirst = {0s, 1s, 4s};
  static constexpr Duration kInterval = 60s;
  /// Read in one poll(): others may say whatever they like.
  static constexpr int kMaxHeard = 8;
  /// Given by poll(). Whoever is given is asked, and an announcement may name somebody who has not sent it.
  static constexpr TokenBucket::Limit kGiven{.burst = 32, .per_second = 1};

  /// Announces a node at the UDP port `node_port`. `token` tells its own announcements from others'. Without a network,
  /// nothing is heard until there is one.
  LocalDiscovery(std::uint16_t node_port, std::uint64_t token, Timestamp now);

  /// Announces when it is time; gives those that it has heard of.
  [[nodiscard]] std::vector<Endpoint> poll(Timestamp now);
  /// -1 when there is none.
  [[nodiscard]] int descriptor() const { return socket_.get(); }
  [[nodiscard]] Timestamp next_deadline() const { return announces_at_; }

 private:
  void open();
  void announce();

  std::uint16_t node_port_;
  std::uint64_t token_;
  FileDescriptor socket_;
  TokenBucket given_{kGiven};
  std::size_t announced_ = 0;
  Timestamp started_at_;
  Timestamp announces_at_;
};

/// The announcement of a node at `port`, and what it says; nothing when it is none.
[[nodiscard]] Bytes make_announcement(std::uint16_t port, std::uint64_t token);
struct Announcement {
  std::uint16_t port = 0;
  std::uint64_t token = 0;
};
[[nodiscard]] std::optional<Announcement> read_announcement(ByteView datagram);

}  // namespace counterpoint
