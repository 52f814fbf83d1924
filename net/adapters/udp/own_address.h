// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace counterpoint {

/// An address of this host that others in its network can call, rather of IPv4; IPv6 ones stand in brackets. Without a
/// network, it is the host's name.
[[nodiscard]] std::string own_address();

}  // namespace counterpoint
