// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/identity/identity_store.h"

#include <cstdlib>
#include <system_error>

#include "app/files/load_file.h"
#include "app/files/save_file.h"
#include "app/identity/folder_lock.h"
#include "core/base/xdg_folder.h"

namespace counterpoint {
namespace {

namespace fs = std::filesystem;

/// A key takes 241 bytes of PEM; a file of more has not been written by this program.
constexpr std::size_t kMaxIdentityFile = 65'536;

fs::path identity_file(const fs::path& folder) { return folder / "identity.pem"; }

const Message& your_identity() {
  static const Message what = message("your identity");
  return what;
}

Result<IdentityKey> read_identity(const fs::path& file) {
  const auto unusable = [&file](ErrorKind kind, const Message& why) {
    return Error{kind, message("your identity %1 cannot be used: %2; make it readable, import a copy of it, or move it "
                               "away to get a new one, of which your contacts are warned",
                               file.string(), why)};
  };
  const Result<std::string> text = load_file(file, kMaxIdentityFile);
  if (!text) return unusable(text.error().kind, text.error().message);
  Result<IdentityKey> key = IdentityKey::from_pem(*text);
  if (!key) return unusable(key.error().kind, key.error().message);
  // A copy that was put there by hand may be open to others.
  std::error_code error;
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write, error);
  return key;
}

Result<void> write_identity(const fs::path& folder, const IdentityKey& key) {
  const Result<std::string> pem = key.to_pem();
  if (!pem) return pem.error();
  const Result<void> saved = save_file(identity_file(folder), *pem, FileAccess::kOwnerOnly);
  if (!saved) return cannot_keep(your_identity(), folder, saved.error().message.arguments().front());
  return {};
}

}  // namespace

Result<fs::path> identity_folder() {
  const auto base = xdg_folder(std::getenv("XDG_DATA_HOME"), std::getenv("HOME"), ".local/share");
  if (base) return *base / "counterpoint";
  return Error{ErrorKind::kUnavailable, message("there is no place for your identity: set HOME or XDG_DATA_HOME")};
}

bool has_identity(const fs::path& folder) { return is_there(identity_file(folder)); }

Result<IdentityKey> load_identity(const fs::path& folder) {
  if (has_identity(folder)) return read_identity(identity_file(folder));
  const Result<FileDescriptor> lock = lock_folder(folder, your_identity());
  if (!lock) return lock.error();
  if (has_identity(folder)) return read_identity(identity_file(folder));
  Result<IdentityKey> key = IdentityKey::generate();
  if (!key) return key;
  if (const Result<void> written = write_identity(folder, *key); !written) return written.error();
  return key;
}

Result<void> replace_identity(const fs::path& folder, const IdentityKey& key) {
  const Result<FileDescriptor> lock = lock_folder(folder, your_identity());
  if (!lock) return lock.error();
  if (!has_identity(folder)) return write_identity(folder, key);
  const fs::path file = identity_file(folder);
  fs::path aside = file.string() + ".old";
  std::error_code error;
  for (int n = 2; fs::exists(fs::symlink_status(aside, error)); ++n)
    aside = file.string() + ".old-" + std::to_string(n);
  // A second name first: there is no moment without an identity.
  fs::create_hard_link(file, aside, error);
  if (error) return cannot_keep(your_identity(), folder, Message(error.message()));
  Result<void> written = write_identity(folder, key);
  if (!written) fs::remove(aside, error);
  return written;
}

}  // namespace counterpoint
