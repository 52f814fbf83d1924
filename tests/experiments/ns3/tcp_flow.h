// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ns3/application.h>
#include <ns3/socket.h>

#include <cstdint>

#include "app/lab/experiment/experiment.h"
#include "core/base/rng.h"
#include "tests/experiments/ns3/ns3_network.h"

namespace counterpoint {

/// Receives over TCP whatever comes, on any number of connections.
class TcpSink final : public ns3::Application {
 public:
  static constexpr std::uint16_t kPort = 5001;

  explicit TcpSink(const TcpLoad& load) : load_(load) {}

 private:
  void StartApplication() override;

  TcpLoad load_;
  ns3::Ptr<ns3::Socket> listener_;
};

/// Sends over ns-3's TCP: without end on one connection, or one transfer after another on connections of their own.
///
/// 1. `reno` is ns-3's TcpLinuxReno, its NewReno with Linux's arithmetic: TcpNewReno itself grows with the number of
///    acknowledgements, which a receiver that delays them halves. `cubic` is TcpCubic, `bbr` TcpBbr (version 1).
/// 2. SACK, timestamps and window scaling are on, timers are as Linux has them.
class TcpSource final : public ns3::Application {
 public:
  TcpSource(const TcpLoad& load, ns3::Ipv4Address sink, std::uint64_t seed) : load_(load), sink_(sink), rng_(seed) {}

 private:
  void StartApplication() override;
  void StopApplication() override { stopped_ = true; }
  void plan_transfer();
  void connect();
  void write(ns3::Ptr<ns3::Socket> socket, std::uint32_t room);
  void finish(ns3::Ptr<ns3::Socket> socket);

  TcpLoad load_;
  ns3::Ipv4Address sink_;
  Rng rng_;
  bool stopped_ = false;
  ns3::Ptr<ns3::Socket> socket_;  // Socket of the open connection.
  DataSize unwritten_;            // Rest of the transfer.
};

/// Both ends of a flow, from flow.start to flow.stop. Then the source is cut off: its socket would send the rest of its
/// data otherwise.
void add_tcp_flow(const LabFlow& flow, const TcpLoad& load, const Ns3Network::Ends& ends, std::uint64_t seed);

}  // namespace counterpoint
