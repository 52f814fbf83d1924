// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "core/model/packet_feedback.h"

namespace counterpoint {

/// The ECN field of an IPv4 packet (RFC 3168, 5), which has a whole header.
[[nodiscard]] inline Ecn ecn_of(std::span<const std::uint8_t> packet) { return static_cast<Ecn>(packet[1] & 3); }

/// Writes the ECN field, and the header's checksum with it (RFC 1624).
void set_ecn(std::span<std::uint8_t> packet, Ecn ecn);

}  // namespace counterpoint
