// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates of ICE (RFC 8445 section 5) and their text in SDP (RFC 8839 section 5.1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/ip_endpoint.h"

namespace counterpoint {

/// Host: an address of the host itself. Server reflexive: what a STUN server sees of it. Peer reflexive: what the peer
/// sees of it. Relayed: an address that a TURN server lends.
enum class CandidateType : std::uint8_t { kHost, kServerReflexive, kPeerReflexive, kRelayed };

/// A transport address where an agent may be reached. There is one component, and UDP only.
struct IceCandidate {
  CandidateType type = CandidateType::kHost;
  IpEndpoint address;
  std::uint32_t priority = 0;
  std::string foundation;             ///< Equal for candidates that work or fail alike: 1 to 32 ice-chars.
  std::optional<IpEndpoint> related;  ///< Base or mapped address, for people who look for errors; unused otherwise.

  bool operator==(const IceCandidate&) const = default;
};

/// RFC 8445 section 5.1.2.1, for component 1. `local_preference`: larger is better.
[[nodiscard]] std::uint32_t candidate_priority(CandidateType type, std::uint16_t local_preference);

/// Priority of a pair (RFC 8445 section 6.1.2.3) from those of its candidates.
[[nodiscard]] std::uint64_t pair_priority(std::uint32_t controlling, std::uint32_t controlled);

/// "host", "srflx", "prflx" or "relay".
[[nodiscard]] std::string_view to_string(CandidateType type);

/// Value of the attribute `candidate`: "1 1 udp 2130706431 192.0.2.1 5000 typ host".
[[nodiscard]] std::string to_sdp(const IceCandidate& candidate);

/// Reads the value of the attribute `candidate`, with or without "candidate:" before it. Nothing for one that cannot be
/// used here: malformed, of another component or TCP, with a name in place of an address (as mDNS hides addresses), or
/// with port 0. Unknown extensions are skipped.
[[nodiscard]] std::optional<IceCandidate> parse_candidate(std::string_view value);

}  // namespace counterpoint
