// SPDX-License-Identifier: GPL-3.0-or-later
// Links that call somebody: "counterpoint:" and an address, percent-encoded where need be (RFC 3986).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace counterpoint {

/// In bytes; longer ones are refused.
inline constexpr std::size_t kMaxCallLink = 300;

/// True if `text` is meant as a link. "counterpoint:47000" is not one: it names port 47000 of a host called
/// counterpoint.
[[nodiscard]] bool is_call_link(std::string_view text);

/// The address in the link "counterpoint:HOST[:PORT]": HOST is a name, an IPv4 address or "[IPv6]", PORT is 1 to 65535;
/// it has at most kMaxCallLink bytes. A link comes from anywhere, so nothing else is let through.
/// Errors: kInvalidArgument, naming the link and what is wrong with it.
Result<std::string> read_call_link(std::string_view link);

/// The address that `text` names: that of a link, or `text` itself when it is none.
/// Errors: those of read_call_link().
Result<std::string> read_call_target(std::string_view text);

/// The link to `address`, which is HOST, HOST:PORT or [IPv6]:PORT.
[[nodiscard]] std::string make_call_link(std::string_view address);

}  // namespace counterpoint
