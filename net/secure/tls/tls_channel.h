// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/call/peer_id.h"
#include "net/secure/identity_key.h"
#include "net/secure/openssl_handles.h"
#include "net/secure/tls/tls_pipe.h"

namespace counterpoint {

/// The part that all channels of one identity share: its certificate, and how TLS is to be spoken.
class TlsContext {
 public:
  /// Errors: kInternal.
  [[nodiscard]] static Result<std::unique_ptr<const TlsContext>> create(const IdentityKey& identity);

  [[nodiscard]] const PeerId& id() const { return id_; }

 private:
  friend class TlsChannel;
  TlsContext(SslContextHandle client, SslContextHandle server, const PeerId& id)
      : client_(std::move(client)), server_(std::move(server)), id_(id) {}

  SslContextHandle client_;
  SslContextHandle server_;
  PeerId id_;
};

/// One end of a TLS 1.3 connection (RFC 8446, ALPN "counterpoint/2") in which both ends prove that they have the
/// private key of their ID. Sans-IO.
///
/// 1. Give it what the peer sends (receive), and send the peer what take_outgoing() gives, after each call.
/// 2. Nothing that the peer says is given before established(): until then the peer is a stranger who may send at most
///    kMaxHandshake bytes.
/// 3. The first error is final; what take_outgoing() then gives tells the peer of it.
class TlsChannel {
 public:
  using Role = TlsPipe::Role;
  /// In bytes, both ways taken alone. A handshake of two identities takes some 1.5 kB; the rest is room for what a
  /// peer sends in the same flight.
  static constexpr std::size_t kMaxHandshake = 32'768;

  TlsChannel(const TlsContext& context, Role role);

  void receive(ByteView bytes);
  /// All that the peer has said, decrypted, since the last time.
  [[nodiscard]] Bytes take_received();
  /// Queues `bytes` for the peer; they go out once established().
  void send(ByteView bytes);
  [[nodiscard]] Bytes take_outgoing() { return pipe_.take_outgoing(); }
  /// The bytes that wait for established().
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }

  [[nodiscard]] bool established() const { return peer_.has_value(); }
  /// The identity that the peer has proved; only when established().
  [[nodiscard]] const PeerId& peer() const { return *peer_; }
  /// The peer has said that it sends no more.
  [[nodiscard]] bool closed() const { return closed_; }
  /// kMalformed for a peer that breaks the protocol, has no identity or no version in common; kInternal.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  void advance();
  void establish();
  void write_waiting();
  void fail(Error error);

  TlsPipe pipe_;
  Bytes waiting_;
  Bytes received_;
  std::size_t handshake_bytes_ = 0;
  std::optional<PeerId> peer_;
  bool closed_ = false;
  std::optional<Error> error_;
};

}  // namespace counterpoint
