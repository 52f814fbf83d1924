// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "core/ports/transport.h"
#include "net/ice/ice_agent.h"
#include "net/ice/transport/early_handshake.h"
#include "net/ice/transport/local_sockets.h"

namespace counterpoint {

/// Carries media over the pair of addresses that an IceAgent has in use, which may change at any time.
///
/// 1. It looks for candidates from its construction on, and for a pair once it knows the peer: call receive() all the
///    while, also before there is anything to be received.
/// 2. Only datagrams of the peer are given: of pairs that work, and of the beginning handshake. Without a pair, or
///    without the peer's consent, only that handshake is sent.
class IceTransport final : public Transport {
 public:
  IceTransport(std::unique_ptr<LocalSockets> sockets, const IceAgent::Config& config, Timestamp now);

  // See IceAgent.
  void set_remote_credentials(const IceCredentials& remote, bool lite, Timestamp now);
  void add_remote(const IceCandidate& candidate, Timestamp now);
  void end_of_remote_candidates(Timestamp now);
  void restart(const IceCredentials& local, Timestamp now);
  void close(Timestamp now);
  /// Does what receive() does; a beginning handshake of the peer is kept for receive().
  void advance(Timestamp now);
  [[nodiscard]] bool has_events() const { return !events_.empty(); }
  [[nodiscard]] std::optional<IceEvent> take_event();
  [[nodiscard]] std::vector<IceCandidate> local_candidates() const { return agent_.local_candidates(); }
  [[nodiscard]] std::optional<IcePair> selected() const { return agent_.selected(); }
  [[nodiscard]] std::optional<Duration> round_trip() const { return agent_.round_trip(); }

  void send(ByteView datagram, Timestamp now, Ecn ecn = Ecn::kNotEct) override;
  [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] int descriptor() const override { return sockets_->descriptor(); }

  /// Datagrams of strangers, and those of ours for which there was no pair.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  void follow_sockets(Timestamp now);
  /// Sends what the agent wants to, and takes its events.
  void flush(Timestamp now);
  void send_all(const std::vector<IceTransmit>& transmits, Timestamp now);
  [[nodiscard]] std::optional<ReceivedDatagram> receive_next(Timestamp now);
  [[nodiscard]] std::optional<ReceivedDatagram> take(LocalSockets::Arrival arrival, Timestamp now);

  std::unique_ptr<LocalSockets> sockets_;
  IceAgent agent_;
  EarlyHandshake early_;
  std::deque<IceEvent> events_;
  std::deque<ReceivedDatagram> kept_;  ///< At most EarlyHandshake::kMaxHeld.
  std::uint64_t dropped_ = 0;
};

}  // namespace counterpoint
