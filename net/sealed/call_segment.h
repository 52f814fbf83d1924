// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/base/bytes.h"
#include "core/ports/rendezvous.h"

namespace counterpoint {

/// The number of a call, drawn by its caller.
using CallNumber = std::array<std::uint8_t, 16>;

/// The content of a sealed message of a call: one signalling message at most, and what has been heard of the peer's.
struct CallSegment {
  CallNumber call{};
  std::uint32_t number = 0;        ///< The message's, in its direction, from 1 on; 0: there is none.
  std::uint32_t acknowledged = 0;  ///< All messages of the peer up to this number have been heard.
  /// An inbox of the sender's that strangers do not know.
  std::optional<InboxKey> inbox{};
  Bytes message{};  ///< In the framing of signalling_framing.h.

  friend bool operator==(const CallSegment&, const CallSegment&) = default;
};

[[nodiscard]] Bytes serialize(const CallSegment& segment);
/// Nothing when it is none.
[[nodiscard]] std::optional<CallSegment> read_call_segment(ByteView content);

}  // namespace counterpoint
