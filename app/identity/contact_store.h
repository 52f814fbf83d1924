// SPDX-License-Identifier: GPL-3.0-or-later
// The user's contacts on disk: FOLDER/contacts.json, for its owner alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/contacts/contact_book.h"

namespace counterpoint {

/// The version of the file that this program writes.
inline constexpr std::uint64_t kContactsVersion = 1;

/// All that the file has.
struct StoredContacts {
  ContactBook book;
  /// Entries among the contacts that cannot be read, as JSON. They stay in the file, for somebody who mends them or a
  /// later version.
  std::vector<std::string> unread;
  /// The reason for that; nothing when all could be read.
  std::optional<Message> problem;
};

/// Reads the text of the file. Addresses say who is to be trusted there: one that is wrong makes the whole file so, as
/// else anybody would be. Errors: kInvalidArgument with the place of the mistake, or that a later version wrote it.
[[nodiscard]] Result<StoredContacts> read_contacts(std::string_view text);
/// The text of a file with these; `problem` is left out.
[[nodiscard]] std::string contacts_text(const StoredContacts& contacts);

/// The contacts in `folder`; none when there is no file. `problem` names the file. Errors: kUnavailable, kMalformed;
/// the file stays as it is.
[[nodiscard]] Result<StoredContacts> load_contacts(const std::filesystem::path& folder);

/// The time when the file in `folder` was changed last; the earliest there is when there is none.
[[nodiscard]] std::filesystem::file_time_type contacts_changed_at(const std::filesystem::path& folder);

/// Reads, changes and writes the contacts in `folder`; programs that do so at the same time take turns. The file is
/// always whole: a new one replaces it. Errors: those of load_contacts() and of `change`, after which nothing is
/// written, kInvalidArgument when there would be more than the file can hold, and kUnavailable.
[[nodiscard]] Result<void> change_contacts(const std::filesystem::path& folder,
                                           const std::function<Result<void>(ContactBook&)>& change);

}  // namespace counterpoint
