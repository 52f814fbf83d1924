// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/call/peer_id.h"
#include "core/model/signalling_message.h"
#include "core/ports/signalling_link.h"
#include "net/adapters/endpoint.h"
#include "net/adapters/file_descriptor.h"
#include "net/secure/tls/tls_channel.h"
#include "net/signalling/signalling_framing.h"

namespace counterpoint {

/// Signalling messages to and from one peer over TLS 1.3 on TCP.
///
/// 1. descriptor() may change from one poll() to the next until connected().
/// 2. No message is read before established(), that is before the peer has proved its identity. A caller of version 1,
///    which does not encrypt, is told in its own framing that it is too old, and nothing else of it is read.
class SignallingConnection final : public SignallingLink {
 public:
  struct Config {
    /// > 0. It holds for all addresses of the peer together; a person waits no longer for a sign of life.
    Duration connect_timeout = 10s;
    /// >= one message. A peer that does not read is given up then.
    std::size_t max_unsent = 4 * kMaxSignallingBody;
  };

  /// Starts to connect to the first of `endpoints` (not empty) that answers, tried one after the other. A failure shows
  /// in error(), of kind kUnavailable: refused, unreachable or timed out.
  static std::unique_ptr<SignallingConnection> connect(std::vector<Endpoint> endpoints, const TlsContext& context,
                                                       Timestamp now, Config config);
  static std::unique_ptr<SignallingConnection> connect(std::vector<Endpoint> endpoints, const TlsContext& context,
                                                       Timestamp now) {
    return connect(std::move(endpoints), context, now, Config{});
  }
  /// Takes over a connected `socket`, as the listener has it.
  SignallingConnection(FileDescriptor socket, const TlsContext& context);

  void poll(Timestamp now) override;
  /// Queues `message` (also before established()) and writes what the socket takes.
  void send(const SignallingMessage& message) override;
  [[nodiscard]] std::optional<SignallingMessage> receive() override;

  [[nodiscard]] bool connected() const { return connected_; }
  [[nodiscard]] bool established() const { return channel_.established(); }
  /// The identity that the peer has proved; only when established().
  [[nodiscard]] const PeerId& peer() const { return channel_.peer(); }
  [[nodiscard]] std::optional<PeerId> peer_id() const override {
    return established() ? std::optional(channel_.peer()) : std::nullopt;
  }
  /// The reason why the connection is over: kUnavailable (could not connect, lost, closed by the peer), kMalformed or
  /// kRefused (by TlsChannel or SignallingParser, or a peer of version 1).
  [[nodiscard]] const std::optional<Error>& error() const override { return error_; }
  [[nodiscard]] bool closed_by_peer() const override { return closed_by_peer_; }
  [[nodiscard]] int descriptor() const override { return socket_.get(); }
  [[nodiscard]] bool wants_write() const override { return !error_ && (!connected_ || !unsent_.empty()); }
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] std::optional<std::size_t> unsent() const override { return unsent_.size() + channel_.waiting(); }

  /// The address by which this host reaches the peer, to be put into an SDP; empty until connected().
  [[nodiscard]] std::string local_address() const override;
  /// The peer, connected or not.
  [[nodiscard]] Endpoint remote() const { return remote_; }
  [[nodiscard]] std::string remote_address() const override { return remote_.address; }
  [[nodiscard]] std::string remote_text() const override { return to_string(remote_); }

 private:
  enum class Protocol { kUnknown, kTls, kVersion1 };

  SignallingConnection(std::vector<Endpoint> endpoints, const TlsContext& context, Timestamp now, Config config);

  void try_next(Timestamp now, int last_failure);
  void check_connect(Timestamp now);
  void read_socket();
  void write_socket();
  void handle_bytes(ByteView bytes);
  void find_protocol(std::uint8_t first);
  void follow_channel();
  void fail_as_closed();
  void fail_as_lost(int code);
  void fail(Error error);

  Config config_;
  std::vector<Endpoint> untried_;  // In reverse order.
  Endpoint remote_;
  Timestamp give_up_at_ = kNever;
  Timestamp attempt_ends_at_ = kNever;
  FileDescriptor socket_;
  bool connected_ = false;
  const bool incoming_;
  TlsChannel channel_;
  Protocol protocol_ = Protocol::kUnknown;  ///< It is known by the peer's first byte.
  Bytes unsent_;
  SignallingParser parser_;
  std::optional<Error> error_;
  bool closed_by_peer_ = false;
};

}  // namespace counterpoint
