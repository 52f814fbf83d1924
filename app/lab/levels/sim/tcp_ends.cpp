// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/sim/tcp_ends.h"

#include <cmath>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {
namespace {

/// A packet of the model with the number of its connection in front. It is not counted: a real one has ports.
Bytes with_connection(std::uint32_t connection, const TcpPacket& packet) {
  ByteWriter writer(packet.data.size() + sizeof connection);
  writer.u32(connection);
  writer.view(packet.data);
  return writer.take();
}

struct Numbered {
  std::uint32_t connection = 0;
  ByteView packet;
};

Numbered without_connection(const PathArrival& arrival) {
  ByteReader reader(arrival.packet.data);
  const std::uint32_t connection = reader.u32();
  return {.connection = connection, .packet = reader.rest()};
}

TcpCongestionControl control_of(TcpVariant variant) {
  switch (variant) {
    case TcpVariant::kReno:
      return TcpCongestionControl::kReno;
    case TcpVariant::kCubic:
      return TcpCongestionControl::kCubic;
    case TcpVariant::kBbr:
      return TcpCongestionControl::kBbr;
  }
  return TcpCongestionControl::kReno;
}

TcpSender::Config sender_config(const TcpLoad& load, std::uint64_t seed) {
  return {.congestion_control = control_of(load.variant),
          .segment_size = load.segment_size,
          .receive_window = load.receive_window,
          .seed = seed};
}

}  // namespace

TcpSendingEnd::TcpSendingEnd(const TcpLoad& load, const SimPlace& place, Timestamp start)
    : load_(load), place_(place), rng_(place.seed) {
  if (load_.transfers) {
    plan_transfer(start);
  } else {
    connect();
    sender_->write_forever();
  }
}

void TcpSendingEnd::connect() {
  ++connection_;
  sender_.emplace(sender_config(load_, place_.seed + connection_));
}

void TcpSendingEnd::plan_transfer(Timestamp now) {
  next_transfer_at_ = now + from_seconds(-std::log(1 - rng_.uniform()) * to_seconds(load_.transfers->mean_idle));
}

void TcpSendingEnd::handle(PathArrival arrival) {
  const auto [connection, packet] = without_connection(arrival);
  if (sender_ && connection == connection_) sender_->handle_ack(packet, arrival.arrived_at);
}

Result<void> TcpSendingEnd::run(Timestamp now) {
  if (now >= next_transfer_at_) {
    next_transfer_at_ = kNever;
    connect();
    const auto spread = static_cast<std::uint64_t>((load_.transfers->max_size - load_.transfers->min_size).bytes());
    sender_->write(load_.transfers->min_size + DataSize::bytes(static_cast<std::int64_t>(rng_.below(spread + 1))));
  }
  if (!sender_) return {};
  while (const std::optional<TcpPacket> packet = sender_->poll(now)) {
    place_.send(with_connection(connection_, *packet), packet->wire_size, now);
  }
  if (sender_->done()) {
    sender_.reset();
    plan_transfer(now);
  }
  return {};
}

Timestamp TcpSendingEnd::next_deadline() { return sender_ ? sender_->next_deadline() : next_transfer_at_; }

void TcpReceivingEnd::handle(PathArrival arrival) {
  const auto [connection, packet] = without_connection(arrival);
  if (connection < connection_) return;
  if (connection > connection_) {
    connection_ = connection;
    receiver_ = TcpReceiver();
  }
  receiver_.handle_segment(packet, arrival.arrived_at);
}

Result<void> TcpReceivingEnd::run(Timestamp now) {
  while (const std::optional<TcpPacket> packet = receiver_.poll(now)) {
    place_.send(with_connection(connection_, *packet), packet->wire_size, now);
  }
  return {};
}

}  // namespace counterpoint
