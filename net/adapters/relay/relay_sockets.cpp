// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/relay/relay_sockets.h"

#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "net/adapters/socket_address.h"

namespace counterpoint {

Result<std::unique_ptr<RelaySockets>> RelaySockets::open(std::unique_ptr<LocalSockets> sockets,
                                                         std::vector<TurnServer> relays) {
  FileDescriptor epoll(epoll_create1(EPOLL_CLOEXEC));
  epoll_event event{.events = EPOLLIN, .data = {}};
  if (!epoll.valid() || epoll_ctl(epoll.get(), EPOLL_CTL_ADD, sockets->descriptor(), &event) != 0) {
    return Error{.kind = ErrorKind::kUnavailable,
                 .message = message("the system gives no port for media (%1)", system_message(errno))};
  }
  return std::unique_ptr<RelaySockets>(new RelaySockets(std::move(sockets), std::move(relays), std::move(epoll)));
}

RelaySockets::RelaySockets(std::unique_ptr<LocalSockets> sockets, std::vector<TurnServer> relays, FileDescriptor epoll)
    : sockets_(std::move(sockets)), relays_(std::move(relays)), epoll_(std::move(epoll)) {
  const auto has_tls = [](const TurnServer& relay) { return relay.transport == RelayTransport::kTls; };
  if (std::ranges::any_of(relays_, has_tls)) authorities_.emplace();
}

std::optional<LocalSockets::Change> RelaySockets::take_change() {
  std::optional<Change> change = sockets_->take_change();
  if (change && change->base) {
    bases_[change->socket] = change->base->address;
  } else if (change) {
    bases_.erase(change->socket);
    std::erase_if(streams_, [&](const Stream& stream) { return stream.socket == change->socket; });
  }
  return change;
}

void RelaySockets::send(const IceTransmit& transmit, Ecn ecn, Timestamp now) {
  if (transmit.transport == RelayTransport::kUdp) return sockets_->send(transmit, ecn, now);
  Stream* const stream = find(transmit, now);
  if (stream == nullptr) return;
  stream->connection.send(transmit.bytes, now);
  watch(*stream);
}

RelaySockets::Stream* RelaySockets::find(const IceTransmit& transmit, Timestamp now) {
  const auto found = std::ranges::find_if(streams_, [&](const Stream& stream) {
    return stream.socket == transmit.socket && stream.relay == transmit.to && stream.transport == transmit.transport;
  });
  if (found != streams_.end()) return &*found;
  const auto base = bases_.find(transmit.socket);
  const auto relay = std::ranges::find_if(relays_, [&](const TurnServer& each) {
    return each.address == transmit.to && each.transport.value_or(transmit.transport) == transmit.transport;
  });
  if (base == bases_.end() || relay == relays_.end() || carries_data(transmit.bytes)) return nullptr;
  TurnServer server = *relay;
  server.transport = transmit.transport;
  return &streams_.emplace_back(Stream{.socket = transmit.socket,
                                       .relay = transmit.to,
                                       .transport = transmit.transport,
                                       .connection = RelayConnection(base->second, server, authorities_, now)});
}

std::optional<LocalSockets::Arrival> RelaySockets::receive(Timestamp now) {
  // They take turns: neither a relay nor a stranger's flood of datagrams can keep the other waiting.
  for (int i = 0; i < 2; ++i) {
    relays_next_ = !relays_next_;
    std::optional<Arrival> arrival = relays_next_ ? receive_from_relays(now) : sockets_->receive(now);
    if (arrival) return arrival;
  }
  return std::nullopt;
}

std::optional<LocalSockets::Arrival> RelaySockets::receive_from_relays(Timestamp now) {
  for (auto stream = streams_.begin(); stream != streams_.end(); ++stream) {
    Arrival arrival{.socket = stream->socket, .from = stream->relay, .transport = stream->transport};
    std::optional<Bytes> message = stream->connection.receive(now);
    watch(*stream);
    if (message) {
      arrival.datagram = {.data = std::move(*message), .arrived_at = now};
      streams_.splice(streams_.end(), streams_, stream);
      return arrival;
    }
    if (stream->connection.error()) {
      arrival.lost = stream->connection.error()->message;
      streams_.erase(stream);
      return arrival;
    }
  }
  return std::nullopt;
}

Timestamp RelaySockets::next_deadline() const {
  Timestamp deadline = sockets_->next_deadline();
  for (const Stream& stream : streams_) {
    if (stream.connection.error()) return Timestamp::min();
    deadline = std::min(deadline, stream.connection.next_deadline());
  }
  return deadline;
}

void RelaySockets::watch(Stream& stream) {
  const int descriptor = stream.connection.descriptor();
  const std::uint32_t wanted = stream.connection.wants_write() ? EPOLLIN | EPOLLOUT : EPOLLIN;
  if (descriptor < 0 || wanted == stream.watched) return;
  epoll_event event{.events = wanted, .data = {}};
  (void)epoll_ctl(epoll_.get(), stream.watched == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
  stream.watched = wanted;
}

}  // namespace counterpoint
