// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace counterpoint {

/// An address of this host that others in its network can call, rather of IPv4; IPv6 ones stand in brackets. Without a
/// network it is the host's name.
[[nodiscard]] std::string own_address();

/// The numeric address from which this host reaches the rest of the world, rather of IPv4; without a network that of
/// the host itself, 127.0.0.1.
[[nodiscard]] std::string default_route_address();

}  // namespace counterpoint
