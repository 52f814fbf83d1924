// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/experiments/ns3/tcp_flow.h"

#include <ns3/inet-socket-address.h>
#include <ns3/simulator.h>
#include <ns3/tcp-bbr.h>
#include <ns3/tcp-cubic.h>
#include <ns3/tcp-l4-protocol.h>
#include <ns3/tcp-linux-reno.h>
#include <ns3/tcp-socket-factory.h>
#include <ns3/uinteger.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/experiments/ns3/ns3_time.h"

namespace counterpoint {
namespace {

// RFC 6298 and Linux: 1 s until a round trip has been measured, then 200 ms at least. ns-3's defaults are 3 s and 1 s.
constexpr Duration kConnectTimeout = 1s;
constexpr Duration kMinRetransmissionTimeout = 200ms;
// Linux's; ns-3's default is 200 ms.
constexpr Duration kDelayedAcknowledgement = 40ms;
// Enough to go on for longer than any experiment lasts when each of them is lost.
constexpr std::uint32_t kConnectAttempts = 20;
constexpr std::uint32_t kDataRetries = 100;
constexpr DataSize kWithoutEnd = DataSize::bytes(std::numeric_limits<std::int64_t>::max());

ns3::TypeId congestion_control(TcpVariant variant) {
  switch (variant) {
    case TcpVariant::kReno:
      return ns3::TcpLinuxReno::GetTypeId();
    case TcpVariant::kCubic:
      return ns3::TcpCubic::GetTypeId();
    case TcpVariant::kBbr:
      return ns3::TcpBbr::GetTypeId();
  }
  return {};
}

ns3::Ptr<ns3::Socket> make_socket(const ns3::Ptr<ns3::Node>& node, const TcpLoad& load) {
  node->GetObject<ns3::TcpL4Protocol>()->SetAttribute("SocketType", ns3::TypeIdValue(congestion_control(load.variant)));
  const auto socket = ns3::Socket::CreateSocket(node, ns3::TcpSocketFactory::GetTypeId());
  const auto bytes = [](DataSize size) { return ns3::UintegerValue(static_cast<std::uint64_t>(size.bytes())); };
  socket->SetAttribute("SegmentSize", bytes(load.segment_size));
  socket->SetAttribute("SndBufSize", bytes(load.receive_window));
  socket->SetAttribute("RcvBufSize", bytes(load.receive_window));
  socket->SetAttribute("ConnTimeout", ns3::TimeValue(to_ns3(kConnectTimeout)));
  socket->SetAttribute("ConnCount", ns3::UintegerValue(kConnectAttempts));
  socket->SetAttribute("DataRetries", ns3::UintegerValue(kDataRetries));
  socket->SetAttribute("DelAckTimeout", ns3::TimeValue(to_ns3(kDelayedAcknowledgement)));
  socket->SetAttribute("MinRto", ns3::TimeValue(to_ns3(kMinRetransmissionTimeout)));
  return socket;
}

void discard(ns3::Ptr<ns3::Socket> socket) {
  while (socket->Recv()) {
  }
}

}  // namespace

void TcpSink::StartApplication() {
  listener_ = make_socket(GetNode(), load_);
  listener_->Bind(ns3::InetSocketAddress(ns3::Ipv4Address::GetAny(), kPort));
  listener_->Listen();
  const auto close = [](ns3::Ptr<ns3::Socket> socket) { socket->Close(); };
  listener_->SetAcceptCallback(ns3::MakeNullCallback<bool, ns3::Ptr<ns3::Socket>, const ns3::Address&>(),
                               ns3::Callback<void, ns3::Ptr<ns3::Socket>, const ns3::Address&>(
                                   [close](ns3::Ptr<ns3::Socket> socket, const ns3::Address& /*from*/) {
                                     socket->SetRecvCallback(ns3::MakeCallback(&discard));
                                     socket->SetCloseCallbacks(ns3::Callback<void, ns3::Ptr<ns3::Socket>>(close),
                                                               ns3::MakeNullCallback<void, ns3::Ptr<ns3::Socket>>());
                                   }));
}

void TcpSource::StartApplication() {
  if (load_.transfers) {
    plan_transfer();
  } else {
    unwritten_ = kWithoutEnd;
    connect();
  }
}

void TcpSource::plan_transfer() {
  const TcpLoad::Transfers& transfers = *load_.transfers;
  const auto span = static_cast<std::uint64_t>((transfers.max_size - transfers.min_size).bytes());
  const double idle = -std::log(1.0 - rng_.uniform()) * to_seconds(transfers.mean_idle);
  unwritten_ = transfers.min_size + DataSize::bytes(static_cast<std::int64_t>(rng_.below(span + 1)));
  ns3::Simulator::Schedule(to_ns3(from_seconds(idle)), &TcpSource::connect, this);
}

void TcpSource::connect() {
  if (stopped_) return;
  socket_ = make_socket(GetNode(), load_);
  socket_->Bind();
  socket_->SetConnectCallback(ns3::Callback<void, ns3::Ptr<ns3::Socket>>(
                                  [this](ns3::Ptr<ns3::Socket> socket) { write(socket, socket->GetTxAvailable()); }),
                              ns3::MakeCallback(&TcpSource::finish, this));
  socket_->SetSendCallback(ns3::MakeCallback(&TcpSource::write, this));
  socket_->SetCloseCallbacks(ns3::MakeCallback(&TcpSource::finish, this), ns3::MakeCallback(&TcpSource::finish, this));
  socket_->Connect(ns3::InetSocketAddress(sink_, TcpSink::kPort));
}

void TcpSource::write(ns3::Ptr<ns3::Socket> socket, std::uint32_t /*room*/) {
  if (socket != socket_ || unwritten_ == DataSize{}) return;
  while (unwritten_ > DataSize{}) {
    const DataSize piece = std::min(load_.segment_size, unwritten_);
    const auto bytes = static_cast<std::uint32_t>(piece.bytes());
    if (socket->GetTxAvailable() < bytes) return;
    if (socket->Send(ns3::Create<ns3::Packet>(bytes)) < 0) return;
    if (load_.transfers) unwritten_ -= piece;
  }
  // All else goes out, then the sink closes its side, which finishes the transfer.
  socket->Close();
}

void TcpSource::finish(ns3::Ptr<ns3::Socket> socket) {
  if (socket != socket_) return;
  socket_ = nullptr;
  if (stopped_) return;
  if (load_.transfers) {
    plan_transfer();
  } else {
    connect();
  }
}

void add_tcp_flow(const LabFlow& flow, const TcpLoad& load, const Ns3Network::Ends& ends, std::uint64_t seed) {
  const auto sink = ns3::CreateObject<TcpSink>(load);
  ends.sink.node->AddApplication(sink);
  const auto source = ns3::CreateObject<TcpSource>(load, ends.sink.address, seed);
  source->SetStartTime(to_ns3(flow.start));
  source->SetStopTime(to_ns3(flow.stop));
  ends.source.node->AddApplication(source);
  ns3::Simulator::Schedule(to_ns3(flow.stop), [host = ends.source] { Ns3Network::cut_off(host); });
}

}  // namespace counterpoint
