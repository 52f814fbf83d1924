// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/report/repeat_command.h"

#include "app/lab/experiment/experiment_file.h"
#include "app/lab/levels/level.h"

namespace counterpoint {
namespace {

bool is_built_in(const Experiment& experiment) {
  const Result<std::vector<Experiment>> known = find_experiments(experiment.full_name());
  return known && known->size() == 1 && known->front() == experiment;
}

}  // namespace

std::filesystem::path experiment_file(const RunFolder& folder) { return folder.path / "experiment.json"; }

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./,:=+@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string encoder_options(const RunHeader& run) {
  if (!run.real_encoder) return {};
  const bool own_frames = !run.camera.empty() && run.camera != RunRequest{}.camera;
  return std::string(" --real-encoder") + (own_frames ? " --camera " + shell_word(run.camera) : "");
}

std::string repeat_command(const RunFolder& folder, const RunHeader& run) {
  const std::string experiment =
      is_built_in(run.experiment) ? run.experiment.full_name() : shell_word(experiment_file(folder).string());
  return "counterpoint-cli lab run " + experiment + " --mode " + shell_word(run.mode) + " --seed " +
         std::to_string(run.seed) + " --level " + shell_word(run.level) + encoder_options(run);
}

}  // namespace counterpoint
