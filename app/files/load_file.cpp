// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/load_file.h"

#include <QFile>
#include <system_error>

namespace counterpoint {

bool is_there(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::file_type type = std::filesystem::symlink_status(path, error).type();
  return type != std::filesystem::file_type::not_found;
}

Result<std::string> load_file(const std::filesystem::path& path, std::size_t max_size) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return Error{ErrorKind::kMalformed, message("it is not a file")};
  }
  QFile file(QFile::decodeName(path.c_str()));
  const bool opened = file.open(QIODevice::ReadOnly);
  const QByteArray text = opened ? file.read(static_cast<qint64>(max_size)) : QByteArray();
  if (file.error() != QFileDevice::NoError) {
    return Error{ErrorKind::kUnavailable, Message(file.errorString().toStdString())};
  }
  return text.toStdString();
}

}  // namespace counterpoint
