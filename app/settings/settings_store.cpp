// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings_store.h"

#include <QFile>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/files/save_file.h"

namespace counterpoint {
namespace {

namespace fs = std::filesystem;

/// No settings are longer: a larger file has not been written by this program.
constexpr qint64 kMaxFile = 1'000'000;

/// At most one byte more than kMaxFile.
Result<std::string> read_file(const fs::path& path) {
  QFile file(QFile::decodeName(path.c_str()));
  const bool opened = file.open(QIODevice::ReadOnly);
  const QByteArray text = opened ? file.read(kMaxFile + 1) : QByteArray();
  if (file.error() != QFileDevice::NoError) {
    return Error{ErrorKind::kUnavailable,
                 message("cannot read %1: %2", path.string(), Message(file.errorString().toStdString()))};
  }
  return text.toStdString();
}

/// Makes its folder too. Only the owner may read the file: it says who was called.
Result<void> write_file(const fs::path& file, std::string_view text) {
  std::error_code error;
  const fs::path folder = file.parent_path();
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) {
    return Error{
        ErrorKind::kUnavailable,
        message("%1; choose another place", message("cannot make %1: %2", folder.string(), Message(error.message())))};
  }
  return save_file(file, text, FileAccess::kOwnerOnly);
}

/// A name beside `file` that nothing has yet.
fs::path aside(const fs::path& file) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char date[32];
  const std::size_t length = std::strftime(date, sizeof date, "%Y%m%d-%H%M%S", &parts);
  const std::string stem = file.string() + ".broken-" + std::string(date, length);
  std::error_code ignored;
  fs::path free = stem;
  for (int n = 2; fs::exists(free, ignored); ++n) free = stem + "-" + std::to_string(n);
  return free;
}

/// True if the text was meant as settings: another file, named by mistake, must not be moved.
bool looks_like_settings(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos || text[first] == '{';
}

Result<ReadSettings> parse_file(const fs::path& file, std::string_view text) {
  if (text.size() > static_cast<std::size_t>(kMaxFile)) {
    return Error{ErrorKind::kMalformed, message("%1 is longer than settings ever are (1 MB)", file.string())};
  }
  Result<ReadSettings> read = read_settings(text);
  if (!read) return Error{ErrorKind::kMalformed, message("%1: %2", file.string(), read.error().message)};
  return read;
}

}  // namespace

Result<ReadSettings> load_settings(const fs::path& file) {
  const Result<std::string> text = read_file(file);
  if (!text) return text.error();
  Result<ReadSettings> read = parse_file(file, *text);
  if (read && read->problem) {
    return Error{ErrorKind::kInvalidArgument, message("%1: %2", file.string(), read->problem->message)};
  }
  return read;
}

SettingsStore::SettingsStore(fs::path file, bool keeps) : file_(std::move(file)), keeps_(keeps && !file_.empty()) {
  if (!file_.empty()) read();
  notice_ = lasting_notice_;
}

void SettingsStore::read() {
  std::error_code error;
  const fs::file_type type = fs::status(file_, error).type();
  if (type == fs::file_type::not_found) return;
  existed_ = true;
  // Opening a pipe would wait for its writer.
  if (type != fs::file_type::regular && type != fs::file_type::directory) {
    return leave_alone(message("%1 is a device, not a file", file_.string()));
  }
  const Result<std::string> text = read_file(file_);
  if (!text) {
    keeps_ = false;
    lasting_notice_ = message(
        {.terminal = "Settings: %1. Nothing of it holds, and changes are not kept; make the file readable or choose "
                     "another one with --config.",
         .window = "Settings: %1. Nothing of it holds, and changes are not kept; make the file readable."},
        text.error().message);
    return;
  }
  Result<ReadSettings> read = parse_file(file_, *text);
  if (!read && !looks_like_settings(*text)) return leave_alone(message("%1 is no settings file", file_.string()));
  if (!read) return put_aside(read.error().message);
  settings_ = std::move(read->settings);
  document_ = std::move(read->document);
  if (read->newer) {
    keeps_ = false;
    lasting_notice_ =
        message({.terminal = "Settings: a later version of Counterpoint wrote %1. What this one knows of it holds, and "
                             "changes are not kept; update Counterpoint, or choose another file with --config.",
                 .window = "Settings: a later version of Counterpoint wrote %1. What this one knows of it holds, and "
                           "changes are not kept; update Counterpoint."},
                file_.string());
  } else if (read->problem) {
    put_aside(message("%1: %2", file_.string(), read->problem->message));
  }
}

void SettingsStore::refresh() {
  if (!keeps_) return;
  read();
  if (!keeps_) notice_ = lasting_notice_;
}

void SettingsStore::leave_alone(const Message& why) {
  keeps_ = false;
  lasting_notice_ =
      message({.terminal = "Settings: %1. Nothing of it holds, and changes are not kept; put a file in its place, or "
                           "choose another one with --config.",
               .window = "Settings: %1. Nothing of it holds, and changes are not kept; put a file in its place."},
              why);
}

void SettingsStore::put_aside(const Message& why) {
  if (!keeps_) return leave_alone(why);
  const fs::path kept = aside(file_);
  if (std::rename(file_.c_str(), kept.c_str()) != 0) {
    keeps_ = false;
    lasting_notice_ =
        message("Settings: %1. It cannot be moved aside (%2), so changes are not kept; mend or remove the file.", why,
                Message(std::strerror(errno)));
    return;
  }
  lasting_notice_ = message("Settings: %1. What makes no sense in it does not count; the old file is kept as %2.", why,
                            kept.string());
  if (document_.is_object()) set(settings_);
}

void SettingsStore::set(const Settings& settings) {
  settings_ = settings;
  if (!keeps_) return;
  document_ = merge_settings(std::move(document_), settings);
  const Result<void> written = write_file(file_, json_file_text(document_));
  notice_ = lasting_notice_;
  if (written) return;
  // Its "choose another place" is nothing that a window offers.
  const Message& problem = written.error().message;
  notice_ = message({.terminal = "Settings are not kept: %1 with --config, or make room, or the folder writable.",
                     .window = "Settings are not kept: %2; make room, or make the folder writable."},
                    problem, problem.arguments().front());
}

}  // namespace counterpoint
