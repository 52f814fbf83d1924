// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/call/peer_id.h"

namespace counterpoint {

/// Says in the handshake of the media who calls whom, as each side knows it from the set-up of the call. Without it a
/// peer could hand the fingerprints of two people on, who then would both believe to be in a call with him (unknown key
/// share, RFC 8844). An observer learns nothing, since he does not know the passwords.
using PeerBinding = std::array<std::uint8_t, 32>;

/// Both sides of a call know these.
struct CallParties {
  PeerId caller{};
  PeerId callee{};
  std::string_view caller_password{};  ///< The SDP of the caller has it, for ICE.
  std::string_view callee_password{};
};

/// HMAC-SHA256 over the IDs, under the passwords.
[[nodiscard]] PeerBinding make_peer_binding(const CallParties& parties);

}  // namespace counterpoint
