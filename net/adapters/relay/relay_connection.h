// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/bytes.h"
#include "core/base/ip_endpoint.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "net/adapters/file_descriptor.h"
#include "net/ice/ice_types.h"
#include "net/ice/turn_framing.h"
#include "net/secure/tls/tls_client.h"

namespace counterpoint {

/// A connection over TCP or TLS to a relay, which is not trusted, and the messages on it.
///
/// 1. Call receive() until it gives nothing, when descriptor() is ready or next_deadline() has come. The first error is
///    final.
/// 2. Media that the network does not take in time are dropped, oldest first; requests are not.
class RelayConnection final {
 public:
  /// A little less than a request of TURN waits, so that the cause is known by then.
  static constexpr Duration kConnectTimeout = 7s;
  /// The relay's host acknowledges nothing for so long: it is gone.
  static constexpr Duration kSilenceTimeout = 10s;
  static constexpr Duration kMaxWait = 400ms;        ///< Later media are of no use to anybody.
  static constexpr std::size_t kMaxQueue = 262'144;  ///< In bytes.

  /// Leaves by the interface that has the address `base`. `relay` has a transport other than UDP, and with TLS there
  /// are `authorities`.
  RelayConnection(const IpAddress& base, const TurnServer& relay, const std::optional<TlsAuthorities>& authorities,
                  Timestamp now);

  /// Queues `message`, one of STUN or ChannelData.
  void send(Bytes message, Timestamp now);
  /// The next message of the relay.
  [[nodiscard]] std::optional<Bytes> receive(Timestamp now);

  [[nodiscard]] Timestamp next_deadline() const;
  [[nodiscard]] int descriptor() const { return socket_.get(); }
  /// To wait for descriptor() to be writable, too.
  [[nodiscard]] bool wants_write() const;
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  /// Messages with media that were dropped.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  struct Waiting {
    Bytes frame;
    Timestamp since;
    bool is_data;
  };

  void connect(const IpAddress& base);
  void advance(Timestamp now);
  void drop_stale(Timestamp now);
  void read_socket();
  void write_socket();
  /// Takes what TLS has to say to the relay, and its error.
  void follow_tls();
  [[nodiscard]] bool ready() const { return connected_ && (!tls_ || tls_->established()); }
  [[nodiscard]] Message name() const { return Message::verbatim(to_string(relay_.address)); }
  void fail(Message why);
  void fail_by(int code);

  TurnServer relay_;
  FileDescriptor socket_;
  Timestamp give_up_at_;
  bool connected_ = false;
  std::optional<TlsClient> tls_;
  std::deque<Waiting> queue_;
  std::size_t queued_ = 0;  ///< Bytes.
  Bytes unsent_;            ///< The rest of a frame, or of what TLS made of it.
  TurnFrameParser parser_;
  std::uint64_t dropped_ = 0;
  std::optional<Error> error_;
};

}  // namespace counterpoint
