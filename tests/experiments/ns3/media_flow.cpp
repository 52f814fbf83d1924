// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/experiments/ns3/media_flow.h"

#include <ns3/inet-socket-address.h>
#include <ns3/simulator.h>
#include <ns3/udp-socket-factory.h>

#include <algorithm>
#include <utility>

#include "tests/experiments/ns3/ns3_time.h"

namespace counterpoint {

Ns3Transport::Ns3Transport(const ns3::Ptr<ns3::Node>& node, ns3::Ipv4Address peer, std::function<void()> arrived)
    : arrived_(std::move(arrived)), socket_(ns3::Socket::CreateSocket(node, ns3::UdpSocketFactory::GetTypeId())) {
  socket_->Bind(ns3::InetSocketAddress(ns3::Ipv4Address::GetAny(), kPort));
  socket_->Connect(ns3::InetSocketAddress(peer, kPort));
  socket_->SetRecvCallback(ns3::MakeCallback(&Ns3Transport::take, this));
}

Ns3Transport::~Ns3Transport() {
  // The node keeps the socket.
  socket_->SetRecvCallback(ns3::MakeNullCallback<void, ns3::Ptr<ns3::Socket>>());
}

void Ns3Transport::send(ByteView datagram, Timestamp /*now*/, Ecn /*ecn*/) {
  socket_->Send(ns3::Create<ns3::Packet>(datagram.data(), static_cast<std::uint32_t>(datagram.size())));
}

std::optional<ReceivedDatagram> Ns3Transport::receive(Timestamp /*now*/) {
  if (received_.empty()) return std::nullopt;
  ReceivedDatagram first = std::move(received_.front());
  received_.pop_front();
  return first;
}

void Ns3Transport::take(ns3::Ptr<ns3::Socket> socket) {
  while (const auto packet = socket->Recv()) {
    Bytes data(packet->GetSize());
    packet->CopyData(data.data(), packet->GetSize());
    received_.push_back({.data = std::move(data), .arrived_at = ns3_timestamp()});
  }
  arrived_();
}

void MediaApplication::StartApplication() {
  transport_ = std::make_unique<Ns3Transport>(GetNode(), peer_, [this] { run_soon(); });
  Result<std::unique_ptr<MediaEnd>> end = MediaEnd::create(config_, role_, *transport_, ns3_timestamp());
  if (!end) return failed_(end.error());
  end_ = std::move(*end);
  run();
}

void MediaApplication::StopApplication() {
  if (!end_) return;
  run();
  next_.Cancel();
  const Result<void> finished = end_->finish(ns3_timestamp());
  if (!finished) failed_(finished.error());
  end_.reset();
  transport_.reset();
}

void MediaApplication::run_soon() {
  next_.Cancel();
  next_ = ns3::Simulator::ScheduleNow(&MediaApplication::run, this);
}

void MediaApplication::run() {
  next_.Cancel();
  if (Result<void> ran = end_->run(ns3_timestamp()); !ran) return failed_(ran.error());
  const Timestamp next = end_->next_deadline();
  if (next == kNever) return;
  next_ = ns3::Simulator::Schedule(to_ns3(std::max(next - ns3_timestamp(), 0ns)), &MediaApplication::run, this);
}

void add_media_flow(const MediaEnd::Config& config, const Ns3Network::Ends& ends,
                    const std::function<void(const Error&)>& failed) {
  const auto add = [&](const Ns3Network::Host& host, MediaEnd::Role role, ns3::Ipv4Address peer) {
    const auto application = ns3::CreateObject<MediaApplication>(config, role, peer, failed);
    application->SetStartTime(to_ns3(config.flow.start));
    application->SetStopTime(to_ns3(config.flow.stop));
    host.node->AddApplication(application);
  };
  add(ends.sink, MediaEnd::Role::kReceiver, ends.source.address);
  add(ends.source, MediaEnd::Role::kSender, ends.sink.address);
}

}  // namespace counterpoint
