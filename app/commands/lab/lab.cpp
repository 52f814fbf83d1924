// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCommandLineParser>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "app/commands/lab/lab_run.h"
#include "app/lab/experiment/experiment_file.h"
#include "app/lab/experiment/lab_modes.h"
#include "app/lab/experiment/nearest_name.h"
#include "app/lab/experiment/path_distribution.h"
#include "app/lab/levels.h"
#include "app/lab/metrics/metrics.h"
#include "app/lab/report/report_folder.h"
#include "app/lab/report/text_report.h"

namespace counterpoint {
namespace {

/// Parses for commands whose only option is --help; nothing when the command is to go on.
std::optional<int> parse(QCommandLineParser& parser, const char* command, const QStringList& arguments,
                         const char* summary, int wanted, const char* argument = nullptr) {
  parser.setApplicationDescription(summary);
  parser.addHelpOption();
  if (argument != nullptr) parser.addPositionalArgument(argument, "A folder with runs.");
  if (!parser.parse(arguments)) return report_wrong_use(command, parser.errorText().toStdString());
  if (parser.isSet("help")) return std::fputs(qPrintable(parser.helpText()), stdout), kExitFine;
  const QStringList given = parser.positionalArguments();
  if (given.size() > wanted) {
    return report_wrong_use(command, "unexpected argument '" + given.last().toStdString() + "'");
  }
  if (given.size() < wanted) return report_wrong_use(command, std::string(argument) + " is missing");
  return std::nullopt;
}

template <typename Table>
void print_table(const char* head, const Table& table) {
  std::printf("\n%s:\n", head);
  std::vector<std::vector<std::string>> rows;
  for (const auto& entry : table) rows.push_back({"", std::string(entry.name), std::string(entry.summary)});
  std::fputs(text_table(rows, rows.front().size()).c_str(), stdout);
}

int lab_list(const QStringList& arguments) {
  QCommandLineParser parser;
  const auto status = parse(parser, "lab list", arguments, "Lists the experiments that come with the program.", 0);
  if (status) return *status;
  std::vector<std::vector<std::string>> rows;
  for (const BuiltInExperiment& known : built_in_experiments()) {
    const Result<std::vector<Experiment>> cases = parse_experiment(known.json, {});
    if (!cases) return report_wrong_use("lab list", std::string(known.name) + ": " + cases.error().message.text());
    rows.push_back({std::string(known.name), cases->front().title, cases->front().source});
    for (const Experiment& one : *cases) {
      if (!one.case_name.empty()) rows.push_back({"  " + one.full_name(), "", ""});
    }
  }
  std::fputs(text_table(rows, 3).c_str(), stdout);
  print_table("distributions of paths", path_distributions());
  print_table("modes", lab_modes());
  print_table("levels", levels());
  return kExitFine;
}

int lab_metrics(const QStringList& arguments) {
  QCommandLineParser parser;
  const auto status = parse(parser, "lab metrics", arguments, "Lists the metrics, their units and what they mean.", 0);
  if (status) return *status;
  for (const Metric& metric : metrics()) {
    const std::string of = metric.scope == Metric::Scope::kRun          ? "the run"
                           : metric.scope == Metric::Scope::kFlow       ? "a flow"
                           : metric.scope == Metric::Scope::kRunAndFlow ? "the run, a flow"
                                                                        : "a media flow";
    const std::string unit = metric.unit.empty() ? "" : ", " + std::string(metric.unit);
    std::printf("%s (of %s%s)\n    %s\n", std::string(metric.name).c_str(), of.c_str(), unit.c_str(),
                std::string(metric.description).c_str());
  }
  return kExitFine;
}

int lab_report(const QStringList& arguments) {
  QCommandLineParser parser;
  const auto status =
      parse(parser, "lab report", arguments,
            "Judges all runs below FOLDER, and writes results.json, results.csv and report.html there.", 1, "FOLDER");
  if (status) return *status;
  const std::filesystem::path folder = parser.positionalArguments()[0].toStdString();
  const Result<FolderReport> report = write_report(folder);
  if (!report && report.error().kind == ErrorKind::kUnavailable) {
    std::fprintf(stderr, "counterpoint-cli lab report: %s\n", report.error().message.text().c_str());
    return kExitCannotRun;
  }
  if (!report) return report_wrong_use("lab report", report.error().message);
  const std::string failures = failures_text(report->results);
  std::fputs(results_table(report->results).c_str(), stdout);
  if (!failures.empty()) std::printf("\n%s", failures.c_str());
  for (const RunFolder& run : report->unfinished) std::printf("unfinished, left out: %s\n", run.path.c_str());
  std::printf("\nreport: %s\n", (folder / "report.html").c_str());
  return failures.empty() ? kExitFine : kExitExpectationFailed;
}

struct LabCommand {
  const char* name;
  const char* summary;
  CommandFunction run;
};

constexpr std::array kLabCommands{
    LabCommand{"list", "experiments, modes and levels", lab_list},
    LabCommand{"metrics", "what is measured, and how", lab_metrics},
    LabCommand{"run", "run experiments NAME..., judge them, leave logs and a report", lab_run_command},
    LabCommand{"report", "judge the runs below FOLDER again, and write their report", lab_report},
};

void print_usage(std::FILE* where) {
  std::fputs("usage: counterpoint-cli lab COMMAND [OPTION...]\n\ncommands:\n", where);
  for (const LabCommand& command : kLabCommands) std::fprintf(where, "  %-8s %s\n", command.name, command.summary);
  std::fputs("\n'counterpoint-cli lab COMMAND --help' lists the options of a command.\n", where);
}

}  // namespace

int lab_command(const QStringList& arguments) {
  const QString name = arguments.value(1);
  if (name == "--help" || name == "-h") return print_usage(stdout), kExitFine;
  std::vector<std::string> names;
  for (const LabCommand& command : kLabCommands) {
    if (name == command.name) return command.run(arguments.mid(1));
    names.emplace_back(command.name);
  }
  if (name.isEmpty()) return print_usage(stderr), kExitWrongUse;
  const std::optional<std::string> meant = nearest_name(name.toStdString(), names);
  return report_wrong_use(
      "lab", "there is no command '" + name.toStdString() + "'" + (meant ? "; did you mean '" + *meant + "'?" : ""));
}

}  // namespace counterpoint
