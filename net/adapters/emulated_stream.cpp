// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/emulated_stream.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

bool EmulatedStream::handle_packet(ByteView data, Timestamp arrived_at) {
  const ByteView header = data.first(std::min(data.size(), kTcpSegmentSize));
  const ByteView payload = data.subspan(header.size());
  if (const auto segment = parse_tcp_segment(header); segment && segment->length == payload.size()) {
    handle_segment(header, payload, *segment, arrived_at);
    return true;
  }
  if (!parse_tcp_acknowledgement(data)) return false;
  sender_.handle_ack(data, arrived_at);
  const auto acknowledged = static_cast<std::uint64_t>(sender_.counters().acknowledged.bytes());
  kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(acknowledged - kept_from_));
  kept_from_ = acknowledged;
  return true;
}

void EmulatedStream::handle_segment(ByteView header, ByteView payload, const TcpSegment& segment,
                                    Timestamp arrived_at) {
  receiver_.handle_segment(header, arrived_at);
  const auto ahead = static_cast<std::uint64_t>(TcpReceiver::kMaxAhead.bytes());
  if (segment.sequence + segment.length > read_ && segment.sequence <= read_ + ahead) {
    Bytes& piece = pieces_[segment.sequence];
    if (piece.size() < payload.size()) piece.assign(payload.begin(), payload.end());
  }
  // The receiver has no gap up to there, so there are pieces of all of it.
  const auto received = static_cast<std::uint64_t>(receiver_.received().bytes());
  while (read_ < received && !pieces_.empty()) {
    const auto& [first, piece] = *pieces_.begin();
    const std::uint64_t end = first + piece.size();
    if (end > read_) {
      parser_.feed(ByteView(piece).subspan(static_cast<std::size_t>(read_ - first)));
      read_ = end;
      while (std::optional<Bytes> packet = parser_.next()) {
        arrived_.push_back({.data = std::move(*packet), .arrived_at = arrived_at});
      }
    }
    pieces_.erase(pieces_.begin());
  }
}

void EmulatedStream::send(ByteView packet, Timestamp now, Ecn /*ecn*/) {
  const Bytes framed = frame_packet(packet);
  kept_.insert(kept_.end(), framed.begin(), framed.end());
  sender_.write(DataSize::bytes(static_cast<std::int64_t>(framed.size())));
  move_on(now);
}

std::optional<ReceivedDatagram> EmulatedStream::receive(Timestamp now) {
  move_on(now);
  if (arrived_.empty()) return std::nullopt;
  ReceivedDatagram packet = std::move(arrived_.front());
  arrived_.pop_front();
  return packet;
}

Timestamp EmulatedStream::next_deadline() const {
  const Timestamp arrived = arrived_.empty() ? kNever : arrived_.front().arrived_at;
  return std::min({arrived, sender_.next_deadline(), receiver_.next_deadline()});
}

void EmulatedStream::move_on(Timestamp now) {
  while (std::optional<TcpPacket> packet = receiver_.poll(now)) carry_(std::move(*packet), now);
  while (std::optional<TcpPacket> packet = sender_.poll(now)) {
    const TcpSegment segment = parse_tcp_segment(packet->data).value();
    const auto first = kept_.begin() + static_cast<std::ptrdiff_t>(segment.sequence - kept_from_);
    packet->data.insert(packet->data.end(), first, first + segment.length);
    carry_(std::move(*packet), now);
  }
}

}  // namespace counterpoint
