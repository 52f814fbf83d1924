// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/save_file.h"

#include <QSaveFile>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

namespace counterpoint {
namespace {

/// The reason for which the last step failed. Qt does not keep that of a deferred write.
Error reason(const QFileDevice& file) {
  return {ErrorKind::kUnavailable, Message(errno != 0 ? std::strerror(errno) : file.errorString().toStdString())};
}

}  // namespace

Result<void> write_all(QFileDevice& file, std::string_view bytes) {
  // A long text may be written only in part, without an error; writing the rest then gives the reason.
  while (!bytes.empty()) {
    errno = 0;
    const qint64 written = file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    if (written <= 0) return reason(file);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> flush(QFileDevice& file) {
  errno = 0;
  return file.flush() ? Result<void>() : reason(file);
}

Result<void> save_file(const std::filesystem::path& target, const TextSource& text, FileAccess access) {
  const auto cannot_write = [&target](const Message& why) {
    return Error{ErrorKind::kUnavailable,
                 message("%1; choose another place", message("cannot write %1: %2", target.string(), why))};
  };
  std::error_code ignored;
  // A device or a folder must not be replaced by a file.
  if (std::filesystem::exists(target, ignored) && !std::filesystem::is_regular_file(target, ignored)) {
    return cannot_write(message("it is not a file"));
  }
  QSaveFile file(QString::fromStdString(target.string()));
  if (!file.open(QIODevice::WriteOnly)) return cannot_write(file.errorString().toStdString());
  if (access == FileAccess::kOwnerOnly) file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
  Result<void> written;  // The first failure: later writes, and closing, forget the reason.
  const Result<void> made = text([&](std::string_view piece) {
    if (written) written = write_all(file, piece);
  });
  if (!made) return made;  // The unfinished file is removed with `file`.
  if (written) written = flush(file);
  if (!written) return cannot_write(written.error().message);
  if (!file.commit()) return cannot_write(file.errorString().toStdString());
  return {};
}

Result<void> save_file(const std::filesystem::path& target, std::string_view text, FileAccess access) {
  const auto whole = [text](const TextSink& sink) -> Result<void> {
    sink(text);
    return {};
  };
  return save_file(target, whole, access);
}

}  // namespace counterpoint
