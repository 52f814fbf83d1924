// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ns3/application.h>
#include <ns3/socket.h>

#include <cstdint>

#include "app/lab/experiment/experiment.h"
#include "net/emulation/cross_traffic.h"
#include "tests/experiments/ns3/ns3_network.h"

namespace counterpoint {

/// Sends datagrams without any control, when CrossTraffic says so.
class UdpSource final : public ns3::Application {
 public:
  UdpSource(const CrossLoad& load, ns3::Ipv4Address sink, std::uint64_t seed, Timestamp start);

 private:
  void StartApplication() override;
  void StopApplication() override { next_.Cancel(); }
  void send_due();

  CrossTraffic traffic_;
  ns3::Ipv4Address sink_;
  ns3::Ptr<ns3::Socket> socket_;
  ns3::EventId next_;
};

/// Both ends of a flow, from flow.start to flow.stop.
void add_udp_flow(const LabFlow& flow, const CrossLoad& load, const Ns3Network::Ends& ends, std::uint64_t seed);

}  // namespace counterpoint
