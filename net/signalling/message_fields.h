// SPDX-License-Identifier: GPL-3.0-or-later
// The fields in the bodies of our own signalling messages: lines "Name: value", each ended by CRLF.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace counterpoint {

/// The values by their names; both are parts of the text.
using MessageFields = std::map<std::string_view, std::string_view>;

/// kMalformed: the peer's signalling makes no sense.
[[nodiscard]] Error broken_signalling(const Message& what);

/// Errors: kMalformed for a line without an end or a separator, and for a field that comes twice.
[[nodiscard]] Result<MessageFields> split_fields(std::string_view text);

/// Empty when it is not there.
[[nodiscard]] std::string_view value_of(const MessageFields& fields, std::string_view name);

[[nodiscard]] std::string write_field(std::string_view name, std::string_view value);

}  // namespace counterpoint
