// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/rendezvous/rendezvous_node.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "core/base/byte_reader.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

/// A bootstrap list is short; a longer one is somebody's mistake.
constexpr std::size_t kMaxBootstrap = 64;

}  // namespace

Result<std::unique_ptr<RendezvousNode>> RendezvousNode::open(const Config& config, Timestamp now) {
  auto socket = bound_socket(SOCK_DGRAM, config.address, config.port, false);
  // A host without IPv6 has no address "::".
  if (!socket && config.address == "::") socket = bound_socket(SOCK_DGRAM, "0.0.0.0", config.port, false);
  if (!socket) return socket.error();
  std::unique_ptr<RendezvousNode> node(new RendezvousNode(std::move(*socket), config));
  if (auto monitor = NetworkMonitor::open()) node->monitor_ = std::move(*monitor);
  if (config.discover) {
    const auto own = node->dht_.id();
    node->discovery_.emplace(node->port_, ByteReader(own).u64(), now);
  }
  node->poll(now);
  return node;
}

RendezvousNode::RendezvousNode(FileDescriptor socket, const Config& config)
    : socket_(std::move(socket)),
      family_(SocketAddress::local_of(socket_.get()).family()),
      port_(SocketAddress::local_of(socket_.get()).port()),
      bootstrap_(config.bootstrap) {}

void RendezvousNode::add_bootstrap(const std::vector<Endpoint>& nodes) {
  for (const Endpoint& node : nodes) {
    const bool known = std::ranges::find(bootstrap_, node) != bootstrap_.end();
    if (!known && bootstrap_.size() < kMaxBootstrap) bootstrap_.push_back(node);
  }
  asks_at_ = Timestamp();
}

void RendezvousNode::put(const InboxKey& inbox, Bytes data, Keep keep) {
  dht_.put(inbox, std::move(data), keep);
  write();
}

void RendezvousNode::watch(const InboxKey& inbox) {
  dht_.watch(inbox);
  write();
}

void RendezvousNode::look_into(const InboxKey& inbox) {
  dht_.look_into(inbox);
  write();
}

void RendezvousNode::follow_addresses(Timestamp now) {
  if (monitor_ && monitor_->poll() && !moved_at_) moved_at_ = now;
  if (!moved_at_ || now < *moved_at_ + kSettle) return;
  moved_at_ = begin_again(now) ? std::nullopt : std::optional(now);
}

bool RendezvousNode::begin_again(Timestamp now) {
  if (!beginnings_.take(now)) return false;
  dht_.begin_again(now);
  asks_at_ = now;
  return true;
}

void RendezvousNode::poll(Timestamp now) {
  follow_addresses(now);
  read(now);
  if (discovery_) {
    for (const Endpoint& found : discovery_->poll(now)) dht_.ping(found);
  }
  ask_bootstrap(now);
  dht_.poll(now);
  write();
}

void RendezvousNode::ask_bootstrap(Timestamp now) {
  if (now < asks_at_) return;
  for (const Endpoint& node : bootstrap_) dht_.ping(node);
  asks_at_ = now + (connected() ? kRetryConnected : kRetryAlone);
}

void RendezvousNode::read(Timestamp now) {
  static constexpr std::size_t kMax = 65'536;
  std::array<std::uint8_t, kMax> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): it is written to.
  for (int i = 0; i < kMaxReads; ++i) {
    SocketAddress from;
    socklen_t size = SocketAddress::kCapacity;
    const ssize_t length = ::recvfrom(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT, from.get(), &size);
    if (length < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    // Other errors are of datagrams that were sent before: their host is gone.
    if (length > 0) dht_.handle_datagram(from.endpoint(), {buffer.data(), static_cast<std::size_t>(length)}, now);
  }
}

void RendezvousNode::write() {
  while (const auto datagram = dht_.take_datagram()) {
    const auto address = SocketAddress::from(datagram->to.address, datagram->to.port);
    const auto to = address ? address->for_family(family_) : std::nullopt;
    if (!to) continue;
    (void)::sendto(socket_.get(), datagram->data.data(), datagram->data.size(), MSG_DONTWAIT | MSG_NOSIGNAL, to->get(),
                   to->size());
  }
}

Timestamp RendezvousNode::next_deadline() const {
  Timestamp deadline = std::min(dht_.next_deadline(), asks_at_);
  if (discovery_) deadline = std::min(deadline, discovery_->next_deadline());
  if (moved_at_) deadline = std::min(deadline, *moved_at_ + kSettle);
  return deadline;
}

std::vector<int> RendezvousNode::descriptors() const {
  std::vector<int> result = {socket_.get()};
  if (discovery_ && discovery_->descriptor() >= 0) result.push_back(discovery_->descriptor());
  if (monitor_) result.push_back(monitor_->descriptor());
  return result;
}

}  // namespace counterpoint
