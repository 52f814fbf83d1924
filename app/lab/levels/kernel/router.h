// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

#include "app/call/poll_interrupter.h"
#include "app/lab/levels/kernel/kernel_hosts.h"
#include "app/lab/levels/kernel/real_time_priority.h"
#include "net/emulation/emulated_network.h"

namespace counterpoint {

/// Packets that the router carried, and its accuracy.
struct RouterReport {
  std::vector<PathRecord> forward;  ///< In order of time.
  std::vector<PathRecord> backward;
  std::uint64_t packets = 0;  ///< Packets received.
  std::uint64_t foreign = 0;  ///< Packets of no flow (ARP, IPv6, multicast); dropped.
  std::uint64_t unsent = 0;   ///< Packets that the kernel refused at their output.
  /// Time between a packet's emulated arrival and its output.
  Duration lateness_p99{};
  Duration lateness_max{};
};

/// Carries IP packets between two hosts through two emulated networks, in real time, in a thread of its own.
///
/// 1. The networks' flows are those of KernelHosts, by number.
/// 2. A packet begins its way when it is read from its device, and is written out at its exact arrival or as soon as
///    the machine lets the thread run: at real-time priority where that is permitted, on processors that stay awake.
/// 3. Emulated time is exact: a late thread delays single packets, it changes no rate.
class Router {
 public:
  Router(const KernelHosts& hosts, EmulatedNetwork forward, EmulatedNetwork backward, std::size_t flows);
  ~Router() { halt(); }
  Router(const Router&) = delete;
  Router& operator=(const Router&) = delete;

  /// Begins to carry packets; schedules count from now.
  void start();
  /// Ends the thread; packets under way are lost.
  [[nodiscard]] RouterReport stop();

 private:
  struct Direction {
    int from = -1;
    int to = -1;
    bool backward = false;
    EmulatedNetwork network;
    std::vector<PathRecord> records;
  };

  void halt();
  void run();
  [[nodiscard]] bool read_batch(Direction& direction);
  void write_due(Direction& direction);

  /// Packets read from one device before due packets are written and the other device is read.
  static constexpr int kBatch = 32;

  std::size_t flows_;
  Direction forward_;
  Direction backward_;
  PollInterrupter poll_interrupter_;
  std::optional<AwakeProcessors> awake_;  ///< It lasts from start() to stop().
  std::atomic<bool> stop_ = false;
  Bytes buffer_;
  RouterReport report_;  ///< Owned by the thread until it has ended.
  std::vector<Duration> lateness_;
  std::thread thread_;
};

}  // namespace counterpoint
