// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/emulated_transport.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

std::unique_ptr<EmulatedStream> PathEnd::open_stream() {
  auto stream = std::make_unique<EmulatedStream>([this](TcpPacket packet, Timestamp now) {
    out_.send(PathPacket{.data = std::move(packet.data), .wire_size = packet.wire_size}, now);
  });
  stream_ = stream.get();
  return stream;
}

std::optional<ReceivedDatagram> PathEnd::receive(Timestamp now) {
  while (std::optional<ReceivedDatagram> datagram = in_.receive(now)) {
    if (stream_ == nullptr || !stream_->handle_packet(datagram->data, datagram->arrived_at)) return datagram;
  }
  return std::nullopt;
}

EmulatedTransport::EmulatedTransport(PathConfig path, std::unique_ptr<Transport> transport)
    : path_(std::move(path)), transport_(std::move(transport)) {}

void EmulatedTransport::send(ByteView datagram, Timestamp now, Ecn ecn) {
  path_.send({datagram.begin(), datagram.end()}, now, ecn);
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
  while (const std::optional<ReceivedDatagram> datagram = path_.receive(now)) {
    transport_->send(datagram->data, now, datagram->ecn);
  }
}

}  // namespace counterpoint
