// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "net/adapters/file_descriptor.h"
#include "net/adapters/relay/relay_connection.h"
#include "net/ice/transport/local_sockets.h"

namespace counterpoint {

/// Sockets, and connections from their addresses to relays that are asked over TCP or TLS, one for each two of them.
class RelaySockets final : public LocalSockets {
 public:
  /// `relays`: whom connections are made to, with the names that certificates have to say. Errors: kUnavailable when
  /// the kernel lets it have no descriptor.
  [[nodiscard]] static Result<std::unique_ptr<RelaySockets>> open(std::unique_ptr<LocalSockets> sockets,
                                                                  std::vector<TurnServer> relays);

  [[nodiscard]] std::optional<Change> take_change() override;
  void send(const IceTransmit& transmit, Ecn ecn, Timestamp now) override;
  [[nodiscard]] std::optional<Arrival> receive(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] int descriptor() const override { return epoll_.get(); }

 private:
  struct Stream {
    IceSocketId socket;
    IpEndpoint relay;
    RelayTransport transport;
    RelayConnection connection;
    std::uint32_t watched = 0;  ///< Events of epoll.
  };

  RelaySockets(std::unique_ptr<LocalSockets> sockets, std::vector<TurnServer> relays, FileDescriptor epoll);
  /// The connection that `transmit` goes by, made for a request if there was none; null when there is none.
  [[nodiscard]] Stream* find(const IceTransmit& transmit, Timestamp now);
  [[nodiscard]] std::optional<Arrival> receive_from_relays(Timestamp now);
  void watch(Stream& stream);

  std::unique_ptr<LocalSockets> sockets_;
  std::vector<TurnServer> relays_;
  std::optional<TlsAuthorities> authorities_;  ///< Nothing when no relay is asked over TLS.
  FileDescriptor epoll_;
  std::map<IceSocketId, IpAddress> bases_;
  std::list<Stream> streams_;  ///< Those that had something to say last are last.
  bool relays_next_ = false;
};

}  // namespace counterpoint
