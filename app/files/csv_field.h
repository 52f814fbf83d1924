// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace counterpoint {

/// `text` as a field of a CSV file: in quotes if it has a separator, a quote or a line break (RFC 4180). A text that
/// spreadsheets take for a formula gets an apostrophe in front, for a peer may have written it.
[[nodiscard]] std::string csv_field(const std::string& text);

}  // namespace counterpoint
