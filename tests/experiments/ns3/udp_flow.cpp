// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/experiments/ns3/udp_flow.h"

#include <ns3/inet-socket-address.h>
#include <ns3/simulator.h>
#include <ns3/udp-socket-factory.h>

#include <algorithm>

#include "tests/experiments/ns3/ns3_time.h"

namespace counterpoint {
namespace {

constexpr std::uint16_t kDiscardPort = 9;
constexpr DataSize kIpAndUdpHeader = DataSize::bytes(28);

void discard(ns3::Ptr<ns3::Socket> socket) {
  while (socket->Recv()) {
  }
}

}  // namespace

UdpSource::UdpSource(const CrossLoad& load, ns3::Ipv4Address sink, std::uint64_t seed, Timestamp start)
    : traffic_({.rate = load.rate,
                .packet_size = load.packet_size,
                .on = load.on,
                .off = load.off,
                .exponential = load.exponential},
               seed, start),
      sink_(sink) {}

void UdpSource::StartApplication() {
  socket_ = ns3::Socket::CreateSocket(GetNode(), ns3::UdpSocketFactory::GetTypeId());
  socket_->Bind();
  socket_->Connect(ns3::InetSocketAddress(sink_, kDiscardPort));
  send_due();
}

void UdpSource::send_due() {
  while (const std::optional<DataSize> size = traffic_.poll(ns3_timestamp())) {
    socket_->Send(ns3::Create<ns3::Packet>(static_cast<std::uint32_t>((*size - kIpAndUdpHeader).bytes())));
  }
  if (traffic_.next_deadline() == kNever) return;
  next_ = ns3::Simulator::Schedule(to_ns3(traffic_.next_deadline() - ns3_timestamp()), &UdpSource::send_due, this);
}

void add_udp_flow(const LabFlow& flow, const CrossLoad& load, const Ns3Network::Ends& ends, std::uint64_t seed) {
  // Without a socket there, the host would answer with ICMP. The node keeps it.
  const auto sink = ns3::Socket::CreateSocket(ends.sink.node, ns3::UdpSocketFactory::GetTypeId());
  sink->Bind(ns3::InetSocketAddress(ns3::Ipv4Address::GetAny(), kDiscardPort));
  sink->SetRecvCallback(ns3::MakeCallback(&discard));
  const auto source = ns3::CreateObject<UdpSource>(load, ends.sink.address, seed, kNs3Start + flow.start);
  source->SetStartTime(to_ns3(flow.start));
  source->SetStopTime(to_ns3(flow.stop));
  ends.source.node->AddApplication(source);
}

}  // namespace counterpoint
