// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/call/token_bucket.h"
#include "net/adapters/udp/udp_sockets.h"
#include "net/ice/transport/ice_transport.h"
#include "net/sdp/ice_attributes.h"

namespace counterpoint {

/// The servers that help to find a way to a peer.
struct IceServers {
  std::vector<IpEndpoint> stun;
  std::vector<TurnServer> turn;
  bool relay_only = false;  ///< The peer learns no address of this host: media go by the relays alone.
};

/// Ports below are of the system's services (RFC 6335, section 6), which want no media: a peer that names one is not
/// believed.
inline constexpr std::uint16_t kFirstMediaPort = 1024;

/// The way that the media of one call take: speaks ICE with the peer over the signalling, and keeps the transport.
///
/// 1. poll() it with the signalling; then send what take_fragment() gives, once the peer has description().
/// 2. The side that called begins again with other credentials when no way is left.
/// 3. So does a side whose peer does, but not more often than kRestarts: each beginning lets the peer name addresses
///    anew that checks go to.
class CallPath {
 public:
  /// Ways are lost 30 s after the last answer at the earliest.
  static constexpr TokenBucket::Limit kRestarts{.burst = 3, .per_second = 1.0 / 20};

  struct Config {
    IceRole role = IceRole::kControlling;
    IceDescription local;  ///< fresh_ice_description() makes it.
    IceServers servers;
    UdpSockets::Config sockets;          ///< The addresses from which this host sends.
    std::optional<Duration> round_trip;  ///< To the peer, if it is known.
  };
  /// Opens the ports and looks for addresses from now on. Errors: those of UdpSockets.
  [[nodiscard]] static Result<std::unique_ptr<CallPath>> open(Config config, Timestamp now);

  void poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;
  [[nodiscard]] int descriptor() const { return ice_->descriptor(); }

  /// All that the peer may know by now.
  [[nodiscard]] const IceDescription& description();
  /// This is where this host is now, whatever the peer knows.
  [[nodiscard]] IceDescription current() const;
  /// News for the peer since then, for a message of its own (write_ice_fragment()).
  [[nodiscard]] std::optional<IceDescription> take_fragment();
  /// The peer's, of its SDP or of a fragment: begins to look for a way, or begins again.
  void take_remote(const IceDescription& remote, Timestamp now);

  /// For the media, once. From then on its owner calls receive(), and it outlives this object's last poll().
  [[nodiscard]] std::unique_ptr<Transport> take_transport() { return std::move(owned_); }
  [[nodiscard]] std::optional<Duration> round_trip() const { return ice_->round_trip(); }
  /// The reason why there is no way to the peer; nothing when there is one or it is still looked for.
  [[nodiscard]] const std::optional<Message>& failure() const { return failure_; }
  /// News of the way, for a log: "host 192.0.2.1:5000 to srflx 198.51.100.7:6000". Without `addresses`, the kinds
  /// alone.
  [[nodiscard]] std::optional<std::string> take_news(bool addresses);
  /// Gives back what servers lent.
  void close(Timestamp now) { ice_->close(now); }

 private:
  static constexpr std::size_t kMaxRetired = 16;

  CallPath(Config config, std::unique_ptr<IceTransport> transport);
  void handle(const IceEvent& event, Timestamp now);
  void restart(Timestamp now);

  IceDescription local_;
  bool may_restart_;  ///< This side called.
  std::unique_ptr<IceTransport> owned_;
  IceTransport* ice_;
  bool described_ = false;  ///< The peer has, or gets, local_ with the first `told_` candidates of it.
  std::size_t told_ = 0;
  bool end_told_ = false;
  std::string remote_ufrag_;
  std::deque<std::string> retired_;  ///< The peer's earlier ones: news under these is late, by whichever way it came.
  bool restarting_ = false;          ///< The peer's new credentials are awaited.
  TokenBucket restarts_{kRestarts};
  std::optional<Message> failure_;
  struct News {
    std::string what;
    std::optional<IcePair> pair;
  };
  std::vector<News> news_;
};

/// Sockets at the addresses of this host, with connections to those of `relays` that want them. Errors: those of
/// UdpSockets and RelaySockets.
[[nodiscard]] Result<std::unique_ptr<LocalSockets>> open_local_sockets(const UdpSockets::Config& config,
                                                                       const std::vector<TurnServer>& relays);

/// New credentials, without candidates, as this program speaks ICE.
[[nodiscard]] IceDescription fresh_ice_description();

}  // namespace counterpoint
