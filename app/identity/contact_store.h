// SPDX-License-Identifier: GPL-3.0-or-later
// The user's contacts on disk: FOLDER/contacts.json, for its owner alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/contacts/contact_book.h"

namespace counterpoint {

/// The version of the file that this program writes.
inline constexpr std::uint64_t kContactsVersion = 1;

/// Reads the text of the file. Contacts are who somebody trusts, so a file is right as a whole or not read at all.
/// Errors: kInvalidArgument with the place of the mistake, or that a later version wrote it.
[[nodiscard]] Result<ContactBook> read_contacts(std::string_view text);
[[nodiscard]] std::string contacts_text(const ContactBook& book);

/// The contacts in `folder`; none when there is no file. Errors: kUnavailable, kMalformed; the file stays as it is.
[[nodiscard]] Result<ContactBook> load_contacts(const std::filesystem::path& folder);

/// The time when the file in `folder` was changed last; the earliest there is when there is none.
[[nodiscard]] std::filesystem::file_time_type contacts_changed_at(const std::filesystem::path& folder);

/// Reads, changes and writes the contacts in `folder`; programs that do so at the same time take turns. The file is
/// always whole: a new one replaces it. Errors: those of load_contacts() and of `change`, after which nothing is
/// written, and kUnavailable.
[[nodiscard]] Result<void> change_contacts(const std::filesystem::path& folder,
                                           const std::function<Result<void>(ContactBook&)>& change);

}  // namespace counterpoint
