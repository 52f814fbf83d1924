// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/bytes.h"
#include "core/base/ip_endpoint.h"
#include "core/base/time.h"
#include "core/ports/transport.h"
#include "net/ice/ice_types.h"

namespace counterpoint {

/// The UDP sockets of a host, one for each of its addresses, which come and go; and connections from there to relays.
class LocalSockets {
 public:
  /// A socket is there from now on, or is gone.
  struct Change {
    IceSocketId socket = 0;
    std::optional<IpEndpoint> base;  ///< Nothing: it is gone.
    IceInterface kind = IceInterface::kUnknown;
  };
  struct Arrival {
    IceSocketId socket = 0;
    IpEndpoint from;
    ReceivedDatagram datagram{};
    RelayTransport transport = RelayTransport::kUdp;
    std::optional<Message> lost{};  ///< In place of a datagram: why there is no connection to the relay `from`.
  };

  virtual ~LocalSockets() = default;
  /// The next change; those of the start too.
  [[nodiscard]] virtual std::optional<Change> take_change() = 0;
  /// A datagram that cannot be sent is lost. A request for a relay over another transport than UDP makes a connection
  /// if there is none; other messages do not.
  virtual void send(const IceTransmit& transmit, Ecn ecn, Timestamp now) = 0;
  [[nodiscard]] virtual std::optional<Arrival> receive(Timestamp now) = 0;
  /// The time at which receive() has something to do without descriptor() saying so; kNever if it does not.
  [[nodiscard]] virtual Timestamp next_deadline() const = 0;
  /// Readable when there is a datagram or a change; -1 when there is none.
  [[nodiscard]] virtual int descriptor() const = 0;
};

}  // namespace counterpoint
