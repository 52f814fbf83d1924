// SPDX-License-Identifier: GPL-3.0-or-later
// Links that call somebody: "counterpoint:", whose identity it is, and an address, percent-encoded where need be (RFC
// 3986).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/call/peer_id.h"

namespace counterpoint {

/// In bytes; longer ones are refused.
inline constexpr std::size_t kMaxCallLink = 300;

/// Whom a call is for.
struct CallTarget {
  std::optional<PeerId> id{};  ///< Nobody else may answer; nothing: whoever is at the address.
  std::string address{};       ///< HOST, HOST:PORT or [IPv6]:PORT; may be empty beside an ID.

  friend bool operator==(const CallTarget&, const CallTarget&) = default;
};

/// True if `text` is meant as a link, whatever follows its scheme.
[[nodiscard]] bool is_call_link(std::string_view text);

/// The target of the link "counterpoint:[ID@]HOST[:PORT]" or "counterpoint:ID": HOST is a name, an IPv4 address or
/// "[IPv6]", PORT is 1 to 65535; it has at most kMaxCallLink bytes. A link comes from anywhere, so nothing else is let
/// through. Errors: kInvalidArgument, naming the link and what is wrong with it.
Result<CallTarget> read_call_link(std::string_view link);

/// The target that `text` names: that of a link, or `text` itself as an address when it is none.
/// Errors: those of read_call_link().
Result<CallTarget> read_call_target(std::string_view text);

[[nodiscard]] std::string make_call_link(const CallTarget& target);

}  // namespace counterpoint
