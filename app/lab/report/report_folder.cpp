// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/report/report_folder.h"

#include <algorithm>
#include <system_error>
#include <tuple>

#include "app/files/save_file.h"
#include "app/lab/report/html_report.h"

namespace counterpoint {
namespace {

namespace fs = std::filesystem;

Result<std::vector<RunFolder>> find_runs(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return Error{ErrorKind::kInvalidArgument, folder.string() + " is no folder with runs of 'lab run'"};
  }
  std::vector<RunFolder> runs;
  const auto options = fs::directory_options::skip_permission_denied;
  fs::recursive_directory_iterator entry(folder, options, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry->path().filename() == RunFolder{}.header()) runs.push_back({entry->path().parent_path()});
  }
  if (error) return Error{ErrorKind::kUnavailable, "cannot read " + folder.string() + ": " + error.message()};
  return runs;
}

/// A run's result and its part of the page. The packets are not kept: runs may be many.
struct ReadRun {
  RunResult result;
  std::string section;

  [[nodiscard]] auto order() const {
    const RunHeader& run = result.header;
    return std::make_tuple(run.experiment.full_name(), run.level, run.mode, run.real_encoder, run.camera, run.seed,
                           result.folder.path);
  }
};

}  // namespace

Result<FolderReport> write_report(const fs::path& where) {
  // An absolute path in the report is of use from any other folder, too.
  std::error_code unknown;
  const fs::path absolute = fs::canonical(where, unknown);
  const fs::path& folder = unknown ? where : absolute;
  const Result<std::vector<RunFolder>> folders = find_runs(folder);
  if (!folders) return folders.error();
  FolderReport report;
  std::vector<ReadRun> runs;
  for (const RunFolder& one : *folders) {
    std::error_code ignored;
    if (!fs::exists(one.packets(), ignored)) {  // Written last.
      report.unfinished.push_back(one);
      continue;
    }
    const Result<RunRecord> run = read_run(one);
    if (!run) return run.error();
    const RunResult result = evaluate(one, *run);
    runs.push_back({.result = result, .section = html_of_run(result, *run)});
  }
  if (runs.empty()) {
    return Error{ErrorKind::kInvalidArgument, "there is no finished run of 'lab run' in " + folder.string()};
  }
  std::ranges::sort(runs, {}, &ReadRun::order);
  std::vector<std::string> sections;
  for (ReadRun& run : runs) {
    report.results.push_back(std::move(run.result));
    sections.push_back(std::move(run.section));
  }
  const std::pair<const char*, std::string> files[] = {{"results.json", to_json(report.results)},
                                                       {"results.csv", to_csv(report.results)},
                                                       {"report.html", html_report(report.results, sections)}};
  for (const auto& [name, text] : files) {
    if (Result<void> written = save_file(folder / name, text); !written) return written.error();
  }
  return report;
}

}  // namespace counterpoint
