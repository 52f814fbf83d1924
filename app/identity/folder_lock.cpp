// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/identity/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <system_error>

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

}  // namespace counterpoint
