// SPDX-License-Identifier: GPL-3.0-or-later
// The user's identity on disk: FOLDER/identity.pem, for its owner alone.
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "net/secure/identity_key.h"

namespace counterpoint {

/// The folder of identity and contacts: $XDG_DATA_HOME/counterpoint, or ~/.local/share/counterpoint. It need not exist.
/// Errors: kUnavailable when there is no such place.
[[nodiscard]] Result<std::filesystem::path> identity_folder();

/// The identity in `folder`. When there is none yet, a new one is made and stored; of two programs that do so at once,
/// both get the same. A file that cannot be read, or holds no identity, stays as it is.
/// Errors: kUnavailable when it can neither be read nor be stored, kMalformed when the file holds something else.
[[nodiscard]] Result<IdentityKey> load_identity(const std::filesystem::path& folder);

/// Puts `key` in the place of the identity in `folder`, if there is one; the file of that stays beside it, as
/// identity.pem.old, identity.pem.old-2... Errors: kUnavailable, and then the old one holds.
[[nodiscard]] Result<void> replace_identity(const std::filesystem::path& folder, const IdentityKey& key);

/// True if there is a file of an identity in `folder`, readable or not.
[[nodiscard]] bool has_identity(const std::filesystem::path& folder);

}  // namespace counterpoint
