// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/transport/ice_transport.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "net/rtp/datagram_kind.h"

namespace counterpoint {
namespace {

// So many datagrams that are not media, or that nobody receives yet, may be handled in one call: a flood cannot hold
// the thread.
constexpr int kMaxHandled = 64;

// Nobody waits for more: the oldest go.
constexpr std::size_t kMaxEvents = 256;

}  // namespace

IceTransport::IceTransport(std::unique_ptr<LocalSockets> sockets, const IceAgent::Config& config, Timestamp now)
    : sockets_(std::move(sockets)), agent_(config) {
  follow_sockets(now);
  flush(now);
}

void IceTransport::set_remote_credentials(const IceCredentials& remote, bool lite, Timestamp now) {
  agent_.set_remote_credentials(remote, lite, now);
  flush(now);
}

void IceTransport::add_remote(const IceCandidate& candidate, Timestamp now) {
  agent_.add_remote(candidate, now);
  flush(now);
}

void IceTransport::end_of_remote_candidates(Timestamp now) {
  agent_.end_of_remote_candidates(now);
  flush(now);
}

void IceTransport::restart(const IceCredentials& local, Timestamp now) {
  agent_.restart(local, now);
  flush(now);
}

void IceTransport::close(Timestamp now) {
  agent_.close(now);
  flush(now);
}

std::optional<IceEvent> IceTransport::take_event() {
  if (events_.empty()) return std::nullopt;
  std::optional<IceEvent> event(std::move(events_.front()));
  events_.pop_front();
  return event;
}

void IceTransport::send(ByteView datagram, Timestamp now, Ecn ecn) {
  if (const std::optional<IceTransmit> wrapped = agent_.wrap(datagram)) {
    sockets_->send(*wrapped, ecn, now);
  } else if (classify(datagram) == DatagramKind::kDtls) {
    send_all(early_.hold(datagram), now);
  } else {
    ++dropped_;
  }
}

void IceTransport::advance(Timestamp now) {
  for (int handled = 0; handled < kMaxHandled; ++handled) {
    std::optional<ReceivedDatagram> datagram = receive_next(now);
    if (!datagram) return;
    if (kept_.size() < EarlyHandshake::kMaxHeld) kept_.push_back(std::move(*datagram));
  }
}

std::optional<ReceivedDatagram> IceTransport::receive(Timestamp now) {
  if (kept_.empty()) return receive_next(now);
  std::optional<ReceivedDatagram> datagram(std::move(kept_.front()));
  kept_.pop_front();
  return datagram;
}

std::optional<ReceivedDatagram> IceTransport::receive_next(Timestamp now) {
  follow_sockets(now);
  agent_.poll(now);
  flush(now);
  for (int handled = 0; handled < kMaxHandled; ++handled) {
    std::optional<LocalSockets::Arrival> arrival = sockets_->receive(now);
    follow_sockets(now);
    if (!arrival) return std::nullopt;
    if (std::optional<ReceivedDatagram> datagram = take(std::move(*arrival), now)) return datagram;
  }
  return std::nullopt;
}

std::optional<ReceivedDatagram> IceTransport::take(LocalSockets::Arrival arrival, Timestamp now) {
  ReceivedDatagram& datagram = arrival.datagram;
  if (arrival.lost) {
    agent_.lose_relay(arrival.socket, arrival.from, arrival.transport, *arrival.lost, now);
    flush(now);
    return std::nullopt;
  }
  const IceReceived received =
      agent_.handle_message(arrival.socket, arrival.from, arrival.transport, datagram.data, now);
  flush(now);
  if (received.kind == IceReceived::Kind::kConsumed) return std::nullopt;
  if (received.kind == IceReceived::Kind::kMedia) {
    if (received.media.size() != datagram.data.size())
      datagram.data = Bytes(received.media.begin(), received.media.end());
    return std::move(datagram);
  }
  const bool handshake = arrival.transport == RelayTransport::kUdp && classify(datagram.data) == DatagramKind::kDtls;
  if (handshake && !agent_.selected() && early_.accepts(arrival.socket, arrival.from)) return std::move(datagram);
  ++dropped_;
  return std::nullopt;
}

Timestamp IceTransport::next_deadline() const { return std::min(agent_.next_deadline(), sockets_->next_deadline()); }

void IceTransport::follow_sockets(Timestamp now) {
  while (const std::optional<LocalSockets::Change> change = sockets_->take_change()) {
    if (change->base) {
      agent_.add_local(change->socket, *change->base, change->kind, now);
    } else {
      agent_.remove_local(change->socket, now);
    }
    flush(now);
  }
}

void IceTransport::flush(Timestamp now) {
  while (const std::optional<IceTransmit> transmit = agent_.take_transmit()) {
    sockets_->send(*transmit, Ecn::kNotEct, now);
    if (!agent_.selected()) send_all(early_.accompany(*transmit), now);
  }
  while (std::optional<IceEvent> event = agent_.take_event()) {
    if (std::holds_alternative<IceConnected>(*event)) {
      for (const Bytes& held : early_.take_held()) send(held, now);
    }
    if (events_.size() == kMaxEvents) events_.pop_front();
    events_.push_back(std::move(*event));
  }
}

void IceTransport::send_all(const std::vector<IceTransmit>& transmits, Timestamp now) {
  for (const IceTransmit& transmit : transmits) sockets_->send(transmit, Ecn::kNotEct, now);
}

}  // namespace counterpoint
