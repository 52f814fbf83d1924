// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/call/peer_id.h"
#include "core/model/signalling_message.h"

namespace counterpoint {

/// Carries the messages of one call between two hosts, in order, to a peer that proves its identity, without ever
/// blocking.
///
/// 1. Call poll() when descriptor() is readable, or writable while wants_write(), or next_deadline() has come; then
///    take messages with receive() until it gives nothing, and look at error().
/// 2. The first error is final. Messages that came before it are still given.
/// 3. Nothing of a peer is given before it has proved its identity.
class SignallingLink {
 public:
  virtual ~SignallingLink() = default;

  virtual void poll(Timestamp now) { (void)now; }
  /// Queues `message`, also before there is a peer.
  virtual void send(const SignallingMessage& message) = 0;
  [[nodiscard]] virtual std::optional<SignallingMessage> receive() = 0;
  /// The only one who can read what is sent and whose messages are given; nothing while that is not known.
  [[nodiscard]] virtual std::optional<PeerId> peer_id() const = 0;
  /// The reason why it is over: kUnavailable (no way to the peer), kMalformed or kRefused (it makes no sense).
  [[nodiscard]] virtual const std::optional<Error>& error() const = 0;
  /// With error() set, true means that the peer's host has said that it is over; otherwise, nothing is known of it.
  [[nodiscard]] virtual bool closed_by_peer() const { return false; }

  /// The peer has proved that it is peer_id(): it is there.
  [[nodiscard]] virtual bool proved() const { return peer_id().has_value(); }
  /// -1 when there is none.
  [[nodiscard]] virtual int descriptor() const { return -1; }
  [[nodiscard]] virtual bool wants_write() const { return false; }
  [[nodiscard]] virtual Timestamp next_deadline() const { return kNever; }
  /// Bytes that wait to leave this host; nothing where messages take so long that no file can be sent by them.
  [[nodiscard]] virtual std::optional<std::size_t> unsent() const { return std::nullopt; }
  /// The address (numeric) of this host that the peer reaches; empty when it is not known.
  [[nodiscard]] virtual std::string local_address() const { return {}; }
  /// The address (numeric) at which the peer has shown to be; empty when only its SDP says where it is.
  [[nodiscard]] virtual std::string remote_address() const { return {}; }
  /// The peer for people: address and port, or its ID.
  [[nodiscard]] virtual std::string remote_text() const = 0;
};

}  // namespace counterpoint
