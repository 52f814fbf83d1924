// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/messages/part_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "app/files/load_file.h"
#include "app/messages/file_names.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

Error cannot_keep(const std::filesystem::path& where, int code) {
  return {.kind = ErrorKind::kUnavailable,
          .message = message("cannot write %1: %2; choose another place", where.string(), system_message(code))};
}

/// Renames without replacing anything. Gives the system's reason, 0 when it is done.
int move_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // A file system that cannot do both at once.
  if (is_there(to)) return EEXIST;
  return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

}  // namespace

Result<std::shared_ptr<PartFile>> PartFile::create(Target target) {
  const std::filesystem::path folder = target.path.empty() ? target.folder : target.path.parent_path();
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  std::string part = (folder / ".counterpoint-XXXXXX.part").string();
  constexpr int kSuffix = 5;
  FileDescriptor file(::mkostemps(part.data(), kSuffix, O_CLOEXEC));
  if (!file.valid()) return cannot_keep(folder, errno);
  return std::shared_ptr<PartFile>(new PartFile(std::move(target), std::move(part), std::move(file)));
}

PartFile::~PartFile() {
  if (!part_.empty()) ::unlink(part_.c_str());
}

Error PartFile::cannot_write(int code) const { return cannot_keep(part_.parent_path(), code); }

Result<void> PartFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::write(file_.get(), bytes.data(), bytes.size());
    if (size < 0 && errno != EINTR) return cannot_write(errno);
    if (size > 0) bytes.remove_prefix(static_cast<std::size_t>(size));
  }
  return {};
}

Result<std::filesystem::path> PartFile::finish() {
  if (!target_.path.empty()) {
    if (std::rename(part_.c_str(), target_.path.c_str()) != 0) return cannot_write(errno);
    part_.clear();
    return target_.path;
  }
  constexpr int kMaxTries = 1000;
  for (int number = 1; number <= kMaxTries; ++number) {
    std::filesystem::path name = target_.folder / numbered_file_name(target_.name, number);
    const int code = move_to_free_name(part_, name);
    if (code == EEXIST) continue;
    if (code != 0) return cannot_write(code);
    part_.clear();
    return name;
  }
  return cannot_write(EEXIST);
}

}  // namespace counterpoint
