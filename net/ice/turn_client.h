// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/ip_endpoint.h"
#include "core/base/message.h"
#include "core/base/time.h"
#include "net/ice/ice_types.h"
#include "net/ice/stun_message.h"
#include "net/ice/stun_transaction.h"

namespace counterpoint {

/// One allocation on a TURN server (RFC 8656): an address that the server lends, and the way of datagrams through it.
/// The server asks for long-term credentials.
///
/// 1. Give it all datagrams of the server, call poll() at next_deadline(), and send what take_datagram() gives to the
///    server, always from the same socket, or by the same connection.
/// 2. Allocation, permissions and channels are renewed until close(). Only peers that have been permitted reach us.
class TurnClient {
 public:
  enum class State : std::uint8_t { kAllocating, kAllocated, kFailed, kClosed };
  struct FromPeer {
    IpEndpoint peer;
    ByteView data;  ///< A view into the datagram.
  };
  /// Peers that can be permitted, and have channels; more are not reached.
  static constexpr std::size_t kMaxPeers = 100;
  static constexpr Duration kLasting = 5s;  ///< A server that closes each connection is not asked without end.
  static constexpr int kAttempts = 10;      ///< A server that begins again is there by then,
  static constexpr Duration kPause = 3s;    ///< so long apart.

  /// Asks for an address at once; over UDP where the server is of no certain transport.
  TurnClient(TurnServer server, StunTransactionIds ids, Timestamp now);

  /// Data of a peer when `datagram` carries some.
  std::optional<FromPeer> handle_datagram(ByteView datagram, Timestamp now);
  void poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;
  [[nodiscard]] std::optional<Bytes> take_datagram();

  /// Lets `peer` reach us by the relayed address (CreatePermission), once allocated. Data sent right afterwards pass
  /// too, unless datagrams change order.
  void permit(const IpAddress& peer, Timestamp now);
  /// Shortens the header of datagrams from and to `peer` from 36 bytes or more to 4 (ChannelBind), once allocated.
  void bind_channel(const IpEndpoint& peer, Timestamp now);
  /// The datagram for the server that carries `data` to `peer`: ChannelData, or a Send indication before there is a
  /// channel.
  [[nodiscard]] Bytes wrap(const IpEndpoint& peer, ByteView data) const;
  /// There is no connection to the server, or none any more. The addresses that the server lent are lost with it. One
  /// that has lasted is made again, kAttempts times if need be, and another address is asked for.
  void lose_connection(const Message& why, Timestamp now);
  /// Gives the address back.
  void close(Timestamp now);

  [[nodiscard]] State state() const { return state_; }
  /// The server has said anything.
  [[nodiscard]] bool answered() const { return answered_; }
  [[nodiscard]] const TurnServer& account() const { return server_; }
  [[nodiscard]] const IpEndpoint& server() const { return server_.address; }
  [[nodiscard]] RelayTransport transport() const { return server_.transport.value_or(RelayTransport::kUdp); }
  [[nodiscard]] bool is_with(const IpEndpoint& server, RelayTransport transport) const {
    return server_.address == server && this->transport() == transport;
  }
  /// The address that was lent; once allocated.
  [[nodiscard]] const IpEndpoint& relayed() const { return relayed_; }
  /// Our address as the server sees it; once allocated.
  [[nodiscard]] const IpEndpoint& mapped() const { return mapped_; }
  /// The reason why it has failed: one sentence for the user.
  [[nodiscard]] const Message& error() const { return error_; }

 private:
  struct Request {
    StunMethod method;
    IpEndpoint peer;  ///< Used for CreatePermission (without its port) and ChannelBind.
    StunTransaction transaction;
    int refusals = 0;  ///< Answers of 401 and 438.
  };
  struct Channel {
    std::uint16_t number;
    bool bound = false;
    Timestamp renew_at = kNever;
  };

  void request(StunMethod method, const IpEndpoint& peer, Timestamp now, int refusals = 0);
  [[nodiscard]] Bytes build(StunMethod method, const IpEndpoint& peer, const StunTransactionId& id) const;
  void handle_response(const StunMessage& message, Timestamp now);
  void handle_success(const Request& request, const StunMessage& message, Timestamp now);
  void handle_error(const Request& request, const StunMessage& message, Timestamp now);
  void give_up(const Request& request, Timestamp now);
  [[nodiscard]] bool take_challenge(const StunMessage& message);
  void set_lifetime(const StunMessage& message, Timestamp now);
  void fail(Message why);
  [[nodiscard]] std::optional<FromPeer> channel_data(ByteView datagram) const;

  TurnServer server_;
  StunTransactionIds ids_;
  State state_ = State::kAllocating;
  bool answered_ = false;
  Message error_;
  std::string realm_;
  std::string nonce_;
  StunKey key_;  ///< Empty before the server has asked for credentials.
  IpEndpoint relayed_;
  IpEndpoint mapped_;
  Timestamp allocated_at_{};
  int attempts_ = 0;  ///< So many more connections may be made.
  Timestamp allocate_at_ = kNever;
  Timestamp refresh_at_ = kNever;
  Timestamp expires_at_ = kNever;
  std::map<IpAddress, Timestamp> permissions_;  ///< Each with the time to renew it.
  std::map<IpEndpoint, Channel> channels_;
  std::vector<Request> requests_;
  std::deque<Bytes> outgoing_;
};

}  // namespace counterpoint
