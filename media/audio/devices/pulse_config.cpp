// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/pulse_config.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "core/base/xdg_folder.h"

namespace counterpoint {
namespace {

namespace fs = std::filesystem;

constexpr const char* kVariable = "PULSE_CLIENTCONFIG";

/// The file that libpulse reads, as pulse-client.conf(5) has it, and those of the folder that belongs to it.
std::vector<fs::path> config_files() {
  std::vector<fs::path> candidates;
  const char* const home = std::getenv("HOME");
  if (const char* const chosen = std::getenv(kVariable)) {
    candidates = {chosen};
  } else if (const char* const only = std::getenv("PULSE_CONFIG_PATH")) {
    candidates = {fs::path(only) / "client.conf", "/etc/pulse/client.conf"};
  } else {
    if (home != nullptr) candidates.push_back(fs::path(home) / ".pulse/client.conf");
    if (const auto folder = xdg_folder(std::getenv("XDG_CONFIG_HOME"), home, ".config")) {
      candidates.push_back(*folder / "pulse/client.conf");
    }
    candidates.emplace_back("/etc/pulse/client.conf");
  }
  const auto file =
      std::ranges::find_if(candidates, [](const fs::path& path) { return ::access(path.c_str(), R_OK) == 0; });
  if (file == candidates.end()) return {};
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(file->string() + ".d", error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == ".conf") files.push_back(entry->path());
  }
  std::ranges::sort(files);
  files.insert(files.begin(), *file);
  return files;
}

}  // namespace

void let_pulse_copy() {
  std::string text;
  for (const fs::path& file : config_files()) text += ".include " + fs::absolute(file).string() + "\n";
  text += "enable-shm = no\n";
  // Programs that this one starts find it as well, so it is not closed for them.
  const int file = ::memfd_create("pulse-client.conf", 0);
  if (file < 0) return;
  if (::write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    ::close(file);
    return;
  }
  ::setenv(kVariable, ("/proc/self/fd/" + std::to_string(file)).c_str(), 1);
}

}  // namespace counterpoint
