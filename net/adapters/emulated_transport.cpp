// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/emulated_transport.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

void LoopTransport::send(ByteView datagram, Timestamp now) { path_.send({datagram.begin(), datagram.end()}, now); }

EmulatedTransport::EmulatedTransport(PathConfig path, std::unique_ptr<Transport> transport)
    : path_(std::move(path)), transport_(std::move(transport)) {}

void EmulatedTransport::send(ByteView datagram, Timestamp now) {
  path_.send({datagram.begin(), datagram.end()}, now);
  forward_due(now);
}

std::optional<ReceivedDatagram> EmulatedTransport::receive(Timestamp now) {
  forward_due(now);
  return transport_->receive(now);
}

Timestamp EmulatedTransport::next_deadline() const {
  return std::min(path_.next_deadline(), transport_->next_deadline());
}

void EmulatedTransport::forward_due(Timestamp now) {
  while (const std::optional<ReceivedDatagram> datagram = path_.receive(now)) transport_->send(datagram->data, now);
}

}  // namespace counterpoint
