// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCommandLineParser>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/commands/common/call_flags.h"
#include "app/commands/common/call_summary.h"
#include "app/commands/common/commands.h"
#include "app/log/log_export.h"
#include "core/log/session_log.h"

namespace counterpoint {
namespace {

/// A day of log is some 200 Mbyte; what is larger is none of ours.
constexpr std::streamoff kMaxLogSize = 1'000'000'000;

Result<SessionLog> read_log(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return Error{ErrorKind::kInvalidArgument, path + " is a folder; give the path of a session log in it"};
  }
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return Error{ErrorKind::kUnavailable, "cannot read the session log " + path};
  if (file.tellg() > kMaxLogSize) return Error{ErrorKind::kMalformed, path + " is too large for a session log"};
  file.seekg(0);
  std::ostringstream text;
  text << file.rdbuf();
  Result<SessionLog> log = parse_session_log(text.view());
  if (!log) return Error{log.error().kind, path + ": " + log.error().message.text()};
  return log;
}

void print(const LogRecord& record) {
  const double time = to_seconds(record.time);
  if (const auto* header = std::get_if<LogHeader>(&record.body)) {
    std::printf("%s, %s\n", header->application.c_str(), header->started.c_str());
    for (const auto& [name, value] : header->settings) std::printf("  %-10s %s\n", name.c_str(), value.c_str());
  } else if (const auto* state = std::get_if<LogState>(&record.body)) {
    std::printf("%8.1f s  %s %s\n", time, state->state.c_str(), state->cause.c_str());
  } else if (const auto* event = std::get_if<LogEvent>(&record.body)) {
    std::printf("%8.1f s  %s: %s\n", time, event->name.c_str(), event->detail.c_str());
  } else if (const auto* decision = std::get_if<LogDecision>(&record.body)) {
    std::printf("%8.1f s  %.0f -> %.0f kbit/s: %s\n", time, decision->from.video_rate().kilobits_per_second(),
                decision->to.video_rate().kilobits_per_second(), decision->cause.text().c_str());
  }
}

int export_to(const QCommandLineParser& parser) {
  const std::string log = parser.positionalArguments()[0].toStdString();
  const std::string target = parser.value("export").toStdString();
  const Result<void> exported = export_log(log, target, parser.isSet("without-addresses"));
  if (!exported) return report_wrong_use("report", exported.error().message);
  std::printf("%s\n", target.c_str());
  return kExitFine;
}

}  // namespace

int report_command(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription("Summarises a session log, or makes another file of it.");
  parser.addHelpOption();
  parser.addPositionalArgument("LOG", "The session log.");
  parser.addOption({"export", "Put it into FILE as its suffix says: .html, a page with plots; .csv; .jsonl.", "FILE"});
  parser.addOption({"without-addresses", "Leave names and addresses of people, devices and files out of the export."});
  if (!parser.parse(arguments)) return report_wrong_use("report", parser.errorText().toStdString());
  if (parser.isSet("help")) return std::fputs(qPrintable(parser.helpText()), stdout), kExitFine;
  if (parser.positionalArguments().size() != 1) return report_wrong_use("report", "expected one session log");
  if (parser.isSet("export")) return export_to(parser);
  if (parser.isSet("without-addresses")) return report_wrong_use("report", "--without-addresses needs --export FILE");
  const Result<SessionLog> log = read_log(parser.positionalArguments()[0].toStdString());
  if (!log) return report_wrong_use("report", log.error().message);
  CallSummary summary;
  Duration first{};
  for (const LogRecord& record : log->records) {
    print(record);
    const auto* state = std::get_if<LogState>(&record.body);
    if (state != nullptr && state->state == "connected") first = record.time;
    if (const auto* stats = std::get_if<LogStats>(&record.body)) {
      summary.stats = stats->stats;
      summary.elapsed = record.time - first;
    }
  }
  if (summary.elapsed > Duration::zero()) std::fputs(media_text(summary).c_str(), stdout);
  if (log->skipped_lines > 0) std::printf("%zu lines could not be read\n", log->skipped_lines);
  if (log->problem) std::printf("%s\n", log->problem->text().c_str());
  return kExitFine;
}

}  // namespace counterpoint
