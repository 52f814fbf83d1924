// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/ports/transport.h"

namespace counterpoint {

/// A transport that loses nothing and keeps the order, as long as it stands: packets over a TCP connection.
///
/// 1. It queues next to nothing: packets that the connection cannot take soon wait at the sender, which may still drop
///    them. send() only while ready(), which a send may end; else the packet is lost.
/// 2. receive() also advances the connection and writes pending bytes. While not ready(), descriptor() is to be waited
///    on for writing too. It may be another one after receive().
/// 3. The first error is final. Packets that arrived before it are still delivered.
class StreamTransport : public Transport {
 public:
  /// So much may wait unsent before it is not ready(). Two packets of ours: TCP always has the next one, and hardly
  /// more of what may become stale.
  static constexpr DataSize kMaxUnsent = DataSize::bytes(2400);

  /// True if a packet sent now leaves as soon as the connection lets any leave.
  [[nodiscard]] virtual bool ready() const = 0;
  /// The reason why the connection is over, or never came about: kUnavailable.
  [[nodiscard]] virtual const std::optional<Error>& error() const = 0;
};

}  // namespace counterpoint
