// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/save_file.h"

#include <QSaveFile>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

namespace counterpoint {
namespace {

/// Why the last step failed. Qt does not keep the reason of a write that it does later.
std::string reason(const QSaveFile& file) {
  return errno != 0 ? std::strerror(errno) : file.errorString().toStdString();
}

}  // namespace

Result<void> save_file(const std::filesystem::path& target, const TextSource& text, FileAccess access) {
  const auto cannot_write = [&target](const std::string& why) {
    return Error{ErrorKind::kUnavailable, "cannot write " + target.string() + ": " + why + "; choose another place"};
  };
  std::error_code ignored;
  // A device or a folder must not be replaced by a file.
  if (std::filesystem::exists(target, ignored) && !std::filesystem::is_regular_file(target, ignored)) {
    return cannot_write("it is not a file");
  }
  QSaveFile file(QString::fromStdString(target.string()));
  if (!file.open(QIODevice::WriteOnly)) return cannot_write(file.errorString().toStdString());
  if (access == FileAccess::kOwnerOnly) file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
  std::string problem;  // Of the first write that failed: later ones, and closing, forget it.
  const Result<void> made = text([&](std::string_view piece) {
    // Of a long text only a part may be written, without a word; the rest then says why.
    while (problem.empty() && !piece.empty()) {
      errno = 0;
      const qint64 written = file.write(piece.data(), static_cast<qint64>(piece.size()));
      if (written <= 0) problem = reason(file);
      piece.remove_prefix(static_cast<std::size_t>(std::max<qint64>(written, 0)));
    }
  });
  if (!made) return made;  // What was begun goes with `file`.
  errno = 0;
  if (problem.empty() && !file.flush()) problem = reason(file);
  if (problem.empty() && !file.commit()) problem = file.errorString().toStdString();
  if (!problem.empty()) return cannot_write(problem);
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
