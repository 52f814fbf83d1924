// SPDX-License-Identifier: GPL-3.0-or-later
// Text of people and files that is shown to others: names, titles.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace counterpoint {

/// True if `text` is valid UTF-8 (RFC 3629) without control characters and without marks that change the direction of
/// writing or cannot be seen, by which one name could be shown as another. Joiners (U+200C, U+200D) are seen between
/// letters of the scripts that use them, and with U+FE0F in emoji.
[[nodiscard]] bool is_plain_text(std::string_view text);

/// True for a plain text of 1 to `max_size` bytes that neither begins nor ends with white space: it is seen as what it
/// is.
[[nodiscard]] bool is_shown_name(std::string_view text, std::size_t max_size);

/// `text` with a question mark for whatever is_plain_text() refuses, and cut between characters to at most
/// `max_size` bytes.
[[nodiscard]] std::string make_plain_text(std::string_view text, std::size_t max_size);

/// True if `text` is valid UTF-8 without control characters but line feeds, and without marks that turn what follows
/// them: a message, which may have emoji of several characters and any script.
[[nodiscard]] bool is_readable_text(std::string_view text);

/// `text` with a question mark for whatever is_readable_text() refuses, and cut between characters to at most
/// `max_size` bytes.
[[nodiscard]] std::string make_readable_text(std::string_view text, std::size_t max_size);

}  // namespace counterpoint
