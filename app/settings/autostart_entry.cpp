// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/autostart_entry.h"

#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/files/load_file.h"
#include "app/files/save_file.h"

namespace counterpoint {
namespace {

Error cannot_change(const Message& why) {
  return {ErrorKind::kUnavailable, message("%1; make the folder writable", why)};
}

std::string with_backslashes(std::string_view text, std::string_view before) {
  std::string result;
  for (const char c : text) {
    if (before.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// An argument of the key Exec: quoted, and then escaped as every text of such a file (Desktop Entry Specification,
/// "The Exec key").
std::string exec_argument(const std::string& argument) {
  std::string quoted = with_backslashes("\"" + with_backslashes(argument, "\"`$\\") + "\"", "\\");
  for (std::size_t at = 0; (at = quoted.find('%', at)) != std::string::npos; at += 2) quoted.insert(at, "%");
  return quoted;
}

}  // namespace

AutostartEntry::AutostartEntry(std::filesystem::path file, std::vector<std::string> command)
    : file_(std::move(file)), command_(std::move(command)) {}

bool AutostartEntry::is_on() const {
  constexpr std::size_t kMax = 65'536;
  const Result<std::string> text = load_file(file_, kMax);
  if (!text) return false;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    if (line == "Hidden=true" || line == "X-GNOME-Autostart-enabled=false") return false;
  }
  return true;
}

Result<void> AutostartEntry::set(bool on) const {
  if (on) return write();
  std::error_code error;
  std::filesystem::remove(file_, error);
  if (error) return cannot_change(message("cannot remove %1: %2", file_.string(), Message(error.message())));
  return {};
}

Result<void> AutostartEntry::write() const {
  const std::filesystem::path folder = file_.parent_path();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return cannot_change(message("cannot make %1: %2", folder.string(), Message(error.message())));
  std::string text = "[Desktop Entry]\nType=Application\nName=Counterpoint\nIcon=" + file_.stem().string() +
                     "\nTryExec=" + with_backslashes(command_.front(), "\\") + "\nExec=";
  for (const std::string& argument : command_) text += exec_argument(argument) + ' ';
  text.back() = '\n';
  const Result<void> written = save_file(file_, text);
  // Its "choose another place" is nothing that there is here.
  if (!written) return cannot_change(written.error().message.arguments().front());
  return {};
}

}  // namespace counterpoint
