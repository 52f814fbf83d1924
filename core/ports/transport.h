// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

struct ReceivedDatagram {
  Bytes data;
  Timestamp arrived_at{};  ///< Arrival as early as it is known, from the kernel or the emulated path.
  Ecn ecn = Ecn::kNotEct;
};

/// Carries datagrams to one peer and back, unreliably unless it says otherwise, without ever blocking.
///
/// 1. A datagram that cannot be sent is lost and counted by the transport: in a call, loss is not an error.
/// 2. receive() also advances datagrams that the transport itself delays; call it until it gives nothing, whenever
///    descriptor() is readable or next_deadline() has come.
class Transport {
 public:
  virtual ~Transport() = default;
  /// `ecn` is for the IP header, of transports that write one.
  virtual void send(ByteView datagram, Timestamp now, Ecn ecn = Ecn::kNotEct) = 0;
  [[nodiscard]] virtual std::optional<ReceivedDatagram> receive(Timestamp now) = 0;
  /// The time at which receive() has something to do without the descriptor saying so; kNever if it does not.
  [[nodiscard]] virtual Timestamp next_deadline() const = 0;
  /// A file descriptor to wait on, or -1 when there is none.
  [[nodiscard]] virtual int descriptor() const = 0;
};

}  // namespace counterpoint
