// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/log_folder.h"

#include <fcntl.h>
#include <sys/file.h>

#include <QFile>
#include <cerrno>
#include <utility>

#include "app/files/save_file.h"
#include "app/files/state_folder.h"
#include "app/log/log_export.h"
#include "app/log/log_file.h"
#include "net/adapters/file_descriptor.h"
#include "ui/settings/settings_model.h"

namespace counterpoint {
namespace {

std::filesystem::path path_of(const QString& file) { return QFile::encodeName(file).toStdString(); }

class FileReading final : public LogReading {
 public:
  explicit FileReading(std::unique_ptr<LogFile> file) : file_(std::move(file)) {}
  [[nodiscard]] Result<bool> step() override { return file_->step(); }
  [[nodiscard]] double progress() const override { return file_->progress(); }
  [[nodiscard]] CallHistory take_history() override { return file_->take_history(); }
  [[nodiscard]] std::optional<Message> problem() const override { return file_->problem(); }

 private:
  std::unique_ptr<LogFile> file_;
};

}  // namespace

Result<QStringList> LogFolder::list() {
  const auto folder = session_log_folder(settings_ != nullptr ? settings_->settings().logs.folder : "");
  if (!folder) return folder.error();
  const auto logs = session_logs(*folder);
  if (!logs) return logs.error();
  QStringList files;
  for (const auto& log : *logs) files.append(QFile::decodeName(log.c_str()));
  return files;
}

Result<LogSummary> LogFolder::summary(const QString& file) { return summarise_log_file(path_of(file)); }

Result<std::unique_ptr<LogReading>> LogFolder::open(const QString& file) {
  auto opened = LogFile::open(path_of(file));
  if (!opened) return opened.error();
  return std::unique_ptr<LogReading>(std::make_unique<FileReading>(std::move(*opened)));
}

Result<void> LogFolder::remove(const QString& file) {
  const FileDescriptor log(::open(path_of(file).c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (log.valid() && ::flock(log.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return Error{ErrorKind::kUnavailable,
                 message("cannot delete %1: %2", file.toStdString(), message("its call still goes on; end it first"))};
  }
  QFile there(file);
  if (there.remove()) return {};
  return Error{ErrorKind::kUnavailable,
               message("cannot delete %1: %2", file.toStdString(), Message(there.errorString().toStdString()))};
}

Result<void> LogFolder::export_to(const QString& file, const LogExport& wanted) {
  if (wanted.plots.isEmpty()) return export_log(path_of(file), path_of(wanted.target), wanted.without_addresses);
  return save_file(path_of(wanted.target), {wanted.plots.constData(), static_cast<std::size_t>(wanted.plots.size())});
}

}  // namespace counterpoint
