// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/state_folder.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string>
#include <system_error>

namespace counterpoint {
namespace {

std::string utc(const char* format) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, format, &parts);
  return {text, length};
}

Result<std::filesystem::path> session_log_folder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path base;
  if (state != nullptr && *state == '/') {  // The specification: relative paths are to be ignored.
    base = state;
  } else if (home != nullptr && *home == '/') {
    base = std::filesystem::path(home) / ".local" / "state";
  } else {
    return Error{ErrorKind::kUnavailable,
                 "there is no place for the session log: set HOME or XDG_STATE_HOME, or name a file with --log"};
  }
  std::filesystem::path folder = base / "counterpoint" / "sessions";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return Error{ErrorKind::kUnavailable, "cannot make the folder for session logs " + folder.string() + ": " +
                                              error.message() + "; set XDG_STATE_HOME or use --log"};
  }
  return folder;
}

std::filesystem::path new_session_log_path(const std::filesystem::path& folder) {
  const std::string stem = utc("%Y%m%d-%H%M%S") + "-" + std::to_string(getpid());
  std::filesystem::path path = folder / (stem + ".jsonl");
  for (int n = 2; std::filesystem::exists(path); ++n) path = folder / (stem + "-" + std::to_string(n) + ".jsonl");
  return path;
}

}  // namespace

Result<std::filesystem::path> session_log_path(const std::optional<std::filesystem::path>& wanted) {
  if (wanted) return *wanted;
  const Result<std::filesystem::path> folder = session_log_folder();
  if (!folder) return folder.error();
  return new_session_log_path(*folder);
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

std::string wall_clock_iso8601() { return utc("%Y-%m-%dT%H:%M:%SZ"); }

}  // namespace counterpoint
