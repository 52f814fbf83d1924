// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "app/lab/experiment/experiment_file.h"
#include "app/lab/experiment/path_distribution.h"

namespace counterpoint {
namespace {

constexpr std::uintmax_t kMaxFileSize = 10'000'000;

Result<std::vector<Experiment>> read_file(const std::string& name) {
  const auto cannot = [&name](const std::string& why) {
    return Error{ErrorKind::kInvalidArgument, "cannot read the experiment " + name + ": " + why};
  };
  const std::filesystem::path path(name);
  // The check comes before opening: a pipe would wait for its writer.
  std::error_code failure;
  const std::filesystem::file_status status = std::filesystem::status(path, failure);
  if (failure) return cannot(failure.message());
  if (status.type() == std::filesystem::file_type::directory) return cannot("it is a folder");
  if (status.type() != std::filesystem::file_type::regular) return cannot("it is not a regular file");
  if (std::filesystem::file_size(path, failure) > kMaxFileSize) return cannot("it is larger than 10 MB");
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot(std::strerror(errno));
  std::ostringstream text;
  text << file.rdbuf();
  Result<std::vector<Experiment>> experiments = parse_experiment(text.str(), path.parent_path());
  if (!experiments) return Error{experiments.error().kind, name + ": " + experiments.error().message.text()};
  return experiments;
}

Error not_found(const std::string& name) {
  std::string names;
  for (const BuiltInExperiment& known : built_in_experiments()) {
    names += (names.empty() ? "" : ", ") + std::string(known.name);
  }
  return {ErrorKind::kInvalidArgument,
          "there is no experiment \"" + name + "\"; use a file that ends in .json, or one of " + names};
}

std::string names_of_cases(const std::vector<Experiment>& cases) {
  std::string names;
  for (const Experiment& one : cases) names += (names.empty() ? "" : ", ") + one.full_name();
  return names;
}

}  // namespace

Result<std::vector<Experiment>> find_experiments(const std::string& name) {
  if (name.ends_with(".json")) return read_file(name);
  Result<std::optional<Experiment>> drawn = find_drawn_experiment(name);
  if (!drawn) return drawn.error();
  if (*drawn) return std::vector<Experiment>{std::move(**drawn)};
  const std::size_t slash = name.find('/');
  const std::string base = name.substr(0, slash);
  std::vector<Experiment> found;
  for (const BuiltInExperiment& known : built_in_experiments()) {
    const bool whole = known.name == base;
    const bool in_group = slash == std::string::npos && known.name.starts_with(base + "-");
    if (!whole && !in_group) continue;
    Result<std::vector<Experiment>> cases = parse_experiment(known.json, {});
    if (!cases) return Error{cases.error().kind, std::string(known.name) + ": " + cases.error().message.text()};
    if (slash == std::string::npos) {
      found.insert(found.end(), cases->begin(), cases->end());
      continue;
    }
    const auto one = std::ranges::find_if(*cases, [&](const Experiment& e) { return e.full_name() == name; });
    if (one == cases->end()) {
      return Error{ErrorKind::kInvalidArgument,
                   "there is no experiment \"" + name + "\"; there are " + names_of_cases(*cases)};
    }
    return std::vector<Experiment>{*one};
  }
  if (found.empty()) return not_found(name);
  return found;
}

}  // namespace counterpoint
