// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/experiments/ns3/ns3_network.h"

#include <ns3/boolean.h>
#include <ns3/data-rate.h>
#include <ns3/error-model.h>
#include <ns3/internet-stack-helper.h>
#include <ns3/ipv4-l3-protocol.h>
#include <ns3/ipv4-static-routing-helper.h>
#include <ns3/simple-channel.h>
#include <ns3/simple-net-device.h>
#include <ns3/simulator.h>

#include <algorithm>

#include "net/emulation/emulated_path.h"
#include "tests/experiments/ns3/ns3_time.h"

namespace counterpoint {
namespace {

constexpr std::uint32_t kFirstAddress = 0x0a000001;  // 10.0.0.1
// Stream of random numbers: far from those that ns-3 gives out by itself.
constexpr std::int64_t kFirstLossStream = 1000;

ns3::DataRateValue to_ns3_rate(DataRate rate) {
  // Zero is ns-3's word for unlimited here.
  return {ns3::DataRate(rate.is_unlimited() ? 0 : static_cast<std::uint64_t>(rate.bits_per_second()))};
}

DataSize size_of(const ns3::Packet& packet) { return DataSize::bytes(packet.GetSize()); }

PacketRecord record_of(const ns3::Packet& packet) {
  PacketRecord note;
  packet.PeekPacketTag(note);
  return note;
}

void log_lost(OutcomeLog* log, ns3::Ptr<const ns3::Packet> packet) {
  const PacketRecord note = record_of(*packet);
  log->add(note.served_at, note, size_of(*packet), PathRecord::Fate::kLost);
}

void log_carried(OutcomeLog* log, const ns3::Ipv4Header& header, ns3::Ptr<const ns3::Packet> packet,
                 std::uint32_t /*interface*/) {
  const PacketRecord note = record_of(*packet);
  const DataSize size = size_of(*packet) + DataSize::bytes(header.GetSerializedSize());
  log->add(note.served_at, note, size, PathRecord::Fate::kCarried);
}

ns3::Ptr<ns3::Node> make_node() {
  const auto node = ns3::CreateObject<ns3::Node>();
  ns3::InternetStackHelper stack;
  stack.SetIpv6StackInstall(false);
  stack.SetRoutingHelper(ns3::Ipv4StaticRoutingHelper());
  stack.Install(node);
  return node;
}

ns3::Ptr<ns3::SimpleChannel> make_channel(Duration delay) {
  return ns3::CreateObjectWithAttributes<ns3::SimpleChannel>("Delay", ns3::TimeValue(to_ns3(delay)));
}

std::uint32_t interface_of(const ns3::Ptr<ns3::SimpleNetDevice>& device) {
  const auto interface = device->GetNode()->GetObject<ns3::Ipv4>()->GetInterfaceForDevice(device);
  return static_cast<std::uint32_t>(interface);
}

}  // namespace

Ns3Network::Ns3Network(const std::vector<LabLink>& links) {
  for (const LabLink& link : links) {
    const Routers routers{.left = make_node(), .right = make_node()};
    add_one_way(routers.left, routers.right, link.forward);
    add_one_way(routers.right, routers.left, link.backward);
    routers_.push_back(routers);
  }
}

Ns3Network::Ends Ns3Network::add_flow(std::uint32_t index, const LabFlow& flow) {
  std::vector<NodePointer> way = {make_node()};
  for (const std::size_t link : flow.links) way.insert(way.end(), {routers_[link].left, routers_[link].right});
  way.push_back(make_node());
  for (std::size_t i = 0; i + 1 < way.size(); ++i) add_wire(way[i], way[i + 1], i == 0 ? flow.access_delay : 0s);
  PacketRecord note;
  note.flow = index;
  const Host left = make_host(way.front(), way[1], note);
  note.backward = true;
  const Host right = make_host(way.back(), way[way.size() - 2], note);
  add_routes(way, right.address);
  std::ranges::reverse(way);
  add_routes(way, left.address);
  return flow.backward ? Ends{.source = right, .sink = left} : Ends{.source = left, .sink = right};
}

void Ns3Network::cut_off(const Host& host) {
  const auto ip = host.node->GetObject<ns3::Ipv4>();
  for (std::uint32_t interface = 0; interface < ip->GetNInterfaces(); ++interface) ip->SetDown(interface);
}

ns3::Ptr<ns3::SimpleNetDevice> Ns3Network::add_device(const NodePointer& node,
                                                      const ns3::Ptr<ns3::SimpleChannel>& channel) {
  const auto device = ns3::CreateObject<ns3::SimpleNetDevice>();
  device->SetAttribute("PointToPointMode", ns3::BooleanValue(true));
  device->SetAddress(ns3::Mac48Address::Allocate());
  // ns-3's own default holds 100 packets.
  const ns3::QueueSize limit(ns3::QueueSizeUnit::PACKETS, EmulatedPath::kMaxHeldPackets);
  device->SetQueue(
      ns3::CreateObjectWithAttributes<ns3::DropTailQueue<ns3::Packet>>("MaxSize", ns3::QueueSizeValue(limit)));
  node->AddDevice(device);
  device->SetChannel(channel);
  const auto ip = node->GetObject<ns3::Ipv4>();
  const std::uint32_t interface = ip->AddInterface(device);
  ip->AddAddress(interface, {ns3::Ipv4Address(kFirstAddress + addresses_++), ns3::Ipv4Mask::GetOnes()});
  ip->SetUp(interface);
  return device;
}

void Ns3Network::add_one_way(const NodePointer& from, const NodePointer& to, const PathConfig& path) {
  const auto channel = make_channel(path.delay);
  const auto sender = add_device(from, channel);
  interfaces_[{from->GetId(), to->GetId()}] = interface_of(sender);
  const auto queue = ns3::CreateObject<LinkQueue>(path.queue, path.rate, std::ref(outcomes_));
  sender->SetQueue(queue);
  sender->SetAttribute("DataRate", to_ns3_rate(path.rate));
  const auto loss = ns3::CreateObject<ns3::RateErrorModel>();
  loss->SetUnit(ns3::RateErrorModel::ERROR_UNIT_PACKET);
  loss->SetRate(path.loss);
  loss_streams_ += loss->AssignStreams(kFirstLossStream + loss_streams_);
  const auto receiver = add_device(to, channel);
  receiver->SetReceiveErrorModel(loss);
  receiver->TraceConnectWithoutContext("PhyRxDrop", ns3::MakeBoundCallback(&log_lost, &outcomes_));
  for (const PathStep& step : path.steps) {
    ns3::Simulator::Schedule(to_ns3(step.at), [=] {
      if (step.rate) queue->set_rate(*step.rate);
      if (step.rate) sender->SetAttribute("DataRate", to_ns3_rate(*step.rate));
      if (step.delay) channel->SetAttribute("Delay", ns3::TimeValue(to_ns3(*step.delay)));
      if (step.loss) loss->SetRate(*step.loss);
    });
  }
}

void Ns3Network::add_wire(const NodePointer& a, const NodePointer& b, Duration delay) {
  if (interfaces_.contains({a->GetId(), b->GetId()})) return;
  const auto channel = make_channel(delay);
  interfaces_[{a->GetId(), b->GetId()}] = interface_of(add_device(a, channel));
  interfaces_[{b->GetId(), a->GetId()}] = interface_of(add_device(b, channel));
}

Ns3Network::Host Ns3Network::make_host(const NodePointer& node, const NodePointer& next, const PacketRecord& note) {
  const std::uint32_t interface = interfaces_.at({node->GetId(), next->GetId()});
  const auto ip = node->GetObject<ns3::Ipv4L3Protocol>();
  const auto device = ns3::DynamicCast<ns3::SimpleNetDevice>(ip->GetNetDevice(interface));
  device->SetQueue(ns3::CreateObject<HostQueue>(note));
  ip->TraceConnectWithoutContext("LocalDeliver", ns3::MakeBoundCallback(&log_carried, &outcomes_));
  return {.node = node, .address = ip->GetAddress(interface, 0).GetLocal()};
}

void Ns3Network::add_routes(std::span<const NodePointer> way, ns3::Ipv4Address destination) {
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    const auto routing = ns3::Ipv4StaticRoutingHelper().GetStaticRouting(way[i]->GetObject<ns3::Ipv4>());
    routing->AddHostRouteTo(destination, interfaces_.at({way[i]->GetId(), way[i + 1]->GetId()}));
  }
}

}  // namespace counterpoint
