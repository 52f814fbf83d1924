// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/messages/file_names.h"

#include <algorithm>

#include "core/base/plain_text.h"
#include "core/model/peer_message.h"

namespace counterpoint {
namespace {

constexpr std::size_t kMaxExtension = 12;

std::string trimmed(std::string name) {
  while (name.ends_with(' ')) name.pop_back();
  name.erase(0, std::min(name.find_first_not_of(' '), name.size()));
  return name;
}

}  // namespace

std::string offered_file_name(const std::filesystem::path& path) {
  constexpr std::size_t kAny = 4096;
  std::string name = trimmed(make_plain_text(path.filename().string(), kAny));
  if (name.size() > FileOffer::kMaxName) {
    std::string extension = std::filesystem::path(name).extension().string();
    if (extension.size() > kMaxExtension) extension.clear();
    name = trimmed(make_plain_text(name, FileOffer::kMaxName - extension.size())) + extension;
  }
  return is_shown_name(name, FileOffer::kMaxName) ? name : "file";
}

std::string kept_file_name(std::string_view name) {
  std::string kept(name);
  std::ranges::replace_if(
      kept, [](char c) { return c == '/' || c == '\\' || c == '\0'; }, '_');
  if (kept.empty()) return "file";
  if (kept.front() == '.' || kept.front() == '-' || kept.front() == '~') kept.front() = '_';
  return kept;
}

std::string numbered_file_name(const std::string& name, int number) {
  if (number == 1) return name;
  const std::filesystem::path path(name);
  return path.stem().string() + " (" + std::to_string(number) + ")" + path.extension().string();
}

}  // namespace counterpoint
