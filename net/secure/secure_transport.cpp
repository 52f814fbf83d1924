// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/secure_transport.h"

#include <algorithm>
#include <utility>

#include "net/rtp/datagram_kind.h"

namespace counterpoint {
namespace {

// So many datagrams that are not for the session may be handled in one call: a flood cannot hold the thread.
constexpr int kMaxHandled = 64;

}  // namespace

SecureTransport::SecureTransport(std::unique_ptr<Transport> transport, DtlsEndpoint endpoint, Timestamp now)
    : transport_(std::move(transport)), endpoint_(std::move(endpoint)) {
  flush(now);
}

void SecureTransport::send(ByteView datagram, Timestamp now, Ecn ecn) {
  if (endpoint_.may_send()) {
    transport_->send(datagram, now, ecn);
  } else {
    ++dropped_;
  }
}

void SecureTransport::advance(Timestamp now) {
  for (std::size_t i = 0; i < kMaxKept; ++i) {
    std::optional<ReceivedDatagram> datagram = receive_next(now);
    if (!datagram) return;
    if (kept_.size() == kMaxKept) {
      kept_.pop_front();
      ++dropped_;
    }
    kept_.push_back(std::move(*datagram));
  }
}

std::optional<ReceivedDatagram> SecureTransport::receive(Timestamp now) {
  if (kept_.empty()) return receive_next(now);
  std::optional<ReceivedDatagram> datagram(std::move(kept_.front()));
  kept_.pop_front();
  return datagram;
}

std::optional<ReceivedDatagram> SecureTransport::receive_next(Timestamp now) {
  endpoint_.poll(now);
  flush(now);
  const bool had_keys = endpoint_.may_send();
  for (int handled = 0; handled < kMaxHandled; ++handled) {
    std::optional<ReceivedDatagram> datagram = transport_->receive(now);
    if (!datagram) return std::nullopt;
    if (classify(datagram->data) == DatagramKind::kDtls) {
      endpoint_.handle_datagram(datagram->data, now);
      flush(now);
      if (!had_keys && endpoint_.may_send()) return std::nullopt;
    } else if (established()) {
      return datagram;
    } else {
      ++dropped_;
    }
  }
  return std::nullopt;
}

Timestamp SecureTransport::next_deadline() const {
  return std::min(endpoint_.next_deadline(), transport_->next_deadline());
}

void SecureTransport::flush(Timestamp now) {
  while (const std::optional<Bytes> datagram = endpoint_.take_datagram()) transport_->send(*datagram, now);
}

}  // namespace counterpoint
