// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace counterpoint {

/// An address of this host that others in its network can call, rather of IPv4; IPv6 ones stand in brackets. Without a
/// network, it is the host's name.
[[nodiscard]] std::string own_address();

/// All such addresses, those of IPv4 first; without a network, the host's name alone.
[[nodiscard]] std::vector<std::string> own_addresses();

}  // namespace counterpoint
