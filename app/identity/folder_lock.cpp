// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/identity/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "app/files/save_file.h"

namespace counterpoint {

Error cannot_keep(const Message& what, const std::filesystem::path& folder, const Message& why) {
  return {ErrorKind::kUnavailable,
          message("%1 cannot be kept in %2: %3; make room, or the folder writable", what, folder.string(), why)};
}

Result<FileDescriptor> lock_folder(const std::filesystem::path& folder, const Message& what) {
  std::error_code error;
  const bool made = std::filesystem::create_directories(folder, error);
  if (error) return cannot_keep(what, folder, Message(error.message()));
  if (made) std::filesystem::permissions(folder, std::filesystem::perms::owner_all, error);
  FileDescriptor lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!lock.valid()) return cannot_keep(what, folder, Message(std::strerror(errno)));
  (void)::flock(lock.get(), LOCK_EX);
  return lock;
}

Result<void> change_file(const std::filesystem::path& file, const Message& what,
                         const std::function<Result<std::string>()>& make) {
  const Result<FileDescriptor> lock = lock_folder(file.parent_path(), what);
  if (!lock) return lock.error();
  const Result<std::string> text = make();
  if (!text) return text.error();
  return save_file(file, *text, FileAccess::kOwnerOnly);
}

}  // namespace counterpoint
