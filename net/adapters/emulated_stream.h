// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>

#include "core/ports/stream_transport.h"
#include "net/emulation/tcp/tcp_receiver.h"
#include "net/emulation/tcp/tcp_sender.h"
#include "net/rtp/stream_framing.h"

namespace counterpoint {

/// One end of a TCP connection between emulated hosts: the models of net/emulation, with the payload behind each
/// segment. Lives in virtual time and never fails; there is no handshake.
///
/// 1. Whoever made it carries its packets to the other end and hands in what comes from there.
/// 2. It is ready as long as no more than kMaxUnsent has not been sent yet, as TCP's TCP_NOTSENT_LOWAT has it.
class EmulatedStream final : public StreamTransport {
 public:
  /// Puts a packet on the way.
  using Carry = std::function<void(TcpPacket packet, Timestamp now)>;

  explicit EmulatedStream(Carry carry) : carry_(std::move(carry)), sender_(TcpSender::Config{}) {}

  /// Takes a packet of the other end; false for a datagram, which is none. receive() follows.
  bool handle_packet(ByteView data, Timestamp arrived_at);

  void send(ByteView packet, Timestamp now, Ecn ecn = Ecn::kNotEct) override;
  [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] int descriptor() const override { return -1; }
  [[nodiscard]] bool ready() const override { return sender_.unsent() < kMaxUnsent; }
  [[nodiscard]] const std::optional<Error>& error() const override { return error_; }

  [[nodiscard]] const TcpSenderCounters& counters() const { return sender_.counters(); }

 private:
  void handle_segment(ByteView header, ByteView payload, const TcpSegment& segment, Timestamp arrived_at);
  void move_on(Timestamp now);

  Carry carry_;
  std::optional<Error> error_;
  TcpSender sender_;
  std::deque<std::uint8_t> kept_;  // Bytes that were written and are not acknowledged yet.
  std::uint64_t kept_from_ = 0;    // kept_ begins at this byte of the stream.
  TcpReceiver receiver_;
  std::map<std::uint64_t, Bytes> pieces_;  // Received pieces that are not read yet, by their offset.
  std::uint64_t read_ = 0;                 // Bytes.
  FrameParser parser_;
  std::deque<ReceivedDatagram> arrived_;
};

}  // namespace counterpoint
