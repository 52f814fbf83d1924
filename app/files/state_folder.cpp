// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/state_folder.h"

#include <unistd.h>

#include <QRegularExpression>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <system_error>

#include "core/base/xdg_folder.h"

namespace counterpoint {
namespace {

std::string utc(const char* format, std::time_t time = std::time(nullptr)) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, format, &parts);
  return {text, length};
}

/// $XDG_STATE_HOME/counterpoint/`name`, or the error `no_place`.
Result<std::filesystem::path> state_folder(const char* name, const Message& no_place) {
  const auto base = xdg_folder(std::getenv("XDG_STATE_HOME"), std::getenv("HOME"), ".local/state");
  if (!base) return Error{ErrorKind::kUnavailable, no_place};
  return *base / "counterpoint" / name;
}

/// Makes `folder` when it does not exist. The error is `wording` with the folder and the reason.
Result<void> make_folder(const std::filesystem::path& folder, const Message::Wording& wording) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && std::filesystem::is_directory(folder, error)) return {};
  const Message why = error ? Message(error.message()) : message("there is a file of that name");
  return Error{ErrorKind::kUnavailable, message(wording, folder.string(), why)};
}

std::filesystem::path new_session_log_path(const std::filesystem::path& folder) {
  const std::string stem = utc("%Y%m%d-%H%M%S") + "-" + std::to_string(getpid());
  std::filesystem::path path = folder / (stem + ".jsonl");
  for (int n = 2; std::filesystem::exists(path); ++n) path = folder / (stem + "-" + std::to_string(n) + ".jsonl");
  return path;
}

}  // namespace

Result<std::filesystem::path> session_log_folder(const std::filesystem::path& wanted) {
  return wanted.empty()
             ? state_folder("sessions",
                            message({.terminal = "there is no place for session logs: set HOME or XDG_STATE_HOME, or "
                                                 "name one with --log",
                                     .window = "there is no place for session logs: choose a folder in the settings"}))
             : wanted;
}

Result<std::vector<std::filesystem::path>> session_logs(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> logs;
  const std::filesystem::directory_iterator entries(folder, error);
  if (error == std::errc::no_such_file_or_directory) return logs;
  if (error) {
    return Error{ErrorKind::kUnavailable,
                 message("cannot read the folder for session logs %1: %2; choose another one in the settings",
                         folder.string(), Message(error.message()))};
  }
  for (const auto& entry : entries) {
    if (entry.path().native().ends_with(".jsonl") && entry.is_regular_file(error)) logs.push_back(entry.path());
  }
  // Paths would be compared part by part.
  std::ranges::sort(logs, std::greater<>(), &std::filesystem::path::native);
  return logs;
}

Result<std::filesystem::path> session_log_path(const std::optional<std::filesystem::path>& wanted,
                                               const std::filesystem::path& folder) {
  if (wanted) return *wanted;
  const Result<std::filesystem::path> place = session_log_folder(folder);
  if (!place) return place.error();
  constexpr Message::Wording kWording = {
      .terminal = "cannot make the folder for session logs %1: %2; set XDG_STATE_HOME or use --log",
      .window = "cannot make the folder for session logs %1: %2; choose another one in the settings"};
  const Message::Wording wording = folder.empty() ? kWording : Message::Wording{kWording.window, kWording.window};
  if (const Result<void> made = make_folder(*place, wording); !made) return made.error();
  return new_session_log_path(*place);
}

int remove_old_session_logs(const std::filesystem::path& folder, int days) {
  static const QRegularExpression kName(QRegularExpression::anchoredPattern(R"(\d{8}-\d{6}-\d+(-\d+)?\.jsonl)"));
  const auto oldest = std::filesystem::file_time_type::clock::now() - std::chrono::hours(24) * days;
  int removed = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (!entry.is_regular_file(error) ||
        !kName.match(QString::fromStdString(entry.path().filename().string())).hasMatch())
      continue;
    const auto written = entry.last_write_time(error);
    if (!error && written < oldest && std::filesystem::remove(entry.path(), error)) ++removed;
  }
  return removed;
}

Result<std::filesystem::path> new_lab_folder(const std::string& name) {
  const Result<std::filesystem::path> base = state_folder(
      "lab", "there is no place for the laboratory's runs: set HOME or XDG_STATE_HOME, or name one with --output");
  if (!base) return base.error();
  constexpr const char* kPattern =
      "cannot make the folder for the laboratory's runs %1: %2; set XDG_STATE_HOME or use --output";
  if (const Result<void> made = make_folder(*base, {kPattern, ""}); !made) return made.error();
  const std::string stem = name + "-" + utc("%Y%m%d-%H%M%S");
  std::filesystem::path folder = *base / stem;
  std::error_code error;
  // Another process may make the same folder in the same second.
  for (int n = 2; !std::filesystem::create_directory(folder, error); ++n) {
    if (error) return Error{ErrorKind::kUnavailable, "cannot make " + folder.string() + ": " + error.message()};
    folder = *base / (stem + "-" + std::to_string(n));
  }
  return folder;
}

Result<void> check_writable(const std::filesystem::path& path, const char* what, const char* option) {
  std::error_code ignored;
  const bool existed = std::filesystem::exists(path, ignored);
  errno = 0;
  if (!std::ofstream(path, std::ios::binary | std::ios::app)) {
    return Error{ErrorKind::kUnavailable, std::string("cannot write ") + what + " " + path.string() + ": " +
                                              std::strerror(errno) + "; choose another place with " + option};
  }
  if (!existed) std::filesystem::remove(path, ignored);
  return {};
}

Result<void> check_call_files(const std::optional<std::filesystem::path>& log,
                              const std::optional<std::filesystem::path>& recording) {
  const Result<void> logs = log ? check_writable(*log, "the session log", "--log") : Result<void>();
  return logs && recording ? check_writable(*recording, "the recording", "--record") : logs;
}

std::string wall_clock_iso8601() {
  return iso8601(std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()));
}

std::string iso8601(UnixTime time) { return utc("%Y-%m-%dT%H:%M:%SZ", std::chrono::system_clock::to_time_t(time)); }

std::string local_time_text(UnixTime time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  localtime_r(&seconds, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts)};
}

}  // namespace counterpoint
