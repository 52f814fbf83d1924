// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/ports/stream_transport.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/file_descriptor.h"
#include "net/rtp/stream_framing.h"

namespace counterpoint {

/// Packets to and from one peer over a TCP connection, framed as RFC 4571 says.
///
/// 1. One side listens and is told whom to expect, the other connects. Nobody else's connection is taken.
/// 2. At most kMaxUnsent waits in the kernel beyond what TCP has under way, and one packet here.
/// 3. A connection that does not come about within kConnectTimeout, or whose peer acknowledges nothing for
///    kSilenceTimeout, is over.
class TcpStream final : public StreamTransport {
 public:
  static constexpr Duration kConnectTimeout = 5s;
  /// A host that is gone is noticed by the datagrams that it does not send; this is for who lets only those through.
  static constexpr Duration kSilenceTimeout = 10s;

  /// Listens at the numeric `address`, at any port. Errors: those of bound_socket().
  static Result<std::unique_ptr<TcpStream>> listen(const std::string& address);
  /// Connects; what fails shows in error().
  static std::unique_ptr<TcpStream> connect(const Endpoint& peer, Timestamp now);

  /// On a listening stream: accepts a connection from `address` (numeric) from now on.
  void expect(const std::string& address, Timestamp now);

  void send(ByteView packet, Timestamp now, Ecn ecn = Ecn::kNotEct) override;
  [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] int descriptor() const override { return error_ ? -1 : socket_.get(); }
  [[nodiscard]] bool ready() const override { return connected_ && unsent_.empty() && !error_; }
  [[nodiscard]] const std::optional<Error>& error() const override { return error_; }

  [[nodiscard]] std::uint16_t local_port() const;

 private:
  explicit TcpStream(FileDescriptor socket) : socket_(std::move(socket)) {}
  void move_on(Timestamp now);
  void take_connection();
  void record_connected();
  void read_socket();
  void write_socket();
  void fail(const std::string& what, int code);

  FileDescriptor socket_;
  bool listening_ = false;
  std::string expected_;  // Accepted peer of a listening stream; empty: none yet.
  Timestamp give_up_at_ = kNever;
  bool connected_ = false;
  Bytes unsent_;  // The rest of a packet.
  FrameParser parser_;
  std::optional<Error> error_;
};

}  // namespace counterpoint
