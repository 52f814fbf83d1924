// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCommandLineParser>
#include <cstdio>
#include <string>
#include <string_view>

#include "app/commands/common/call_flags.h"
#include "app/commands/common/call_summary.h"
#include "app/commands/common/commands.h"
#include "app/log/log_export.h"
#include "app/log/log_file.h"
#include "core/base/plain_text.h"

namespace counterpoint {
namespace {

/// A log may come from anybody: no text in it steers the terminal.
std::string plain(std::string_view text) {
  constexpr std::size_t kMaxLength = 10'000;
  return make_plain_text(text, kMaxLength);
}

void print(const LogRecord& record) {
  const double time = to_seconds(record.time);
  if (const auto* header = std::get_if<LogHeader>(&record.body)) {
    std::printf("%s, %s\n", plain(header->application).c_str(), plain(header->started).c_str());
    for (const auto& [name, value] : header->settings)
      std::printf("  %-10s %s\n", plain(name).c_str(), plain(value).c_str());
  } else if (const auto* state = std::get_if<LogState>(&record.body)) {
    std::printf("%8.1f s  %s %s\n", time, plain(state->state).c_str(), plain(state->cause).c_str());
  } else if (const auto* event = std::get_if<LogEvent>(&record.body)) {
    std::printf("%8.1f s  %s: %s\n", time, plain(event->name).c_str(), plain(event->detail).c_str());
  } else if (const auto* decision = std::get_if<LogDecision>(&record.body)) {
    std::printf("%8.1f s  %.0f -> %.0f kbit/s: %s\n", time, decision->from.video_rate().kilobits_per_second(),
                decision->to.video_rate().kilobits_per_second(), plain(decision->cause.text()).c_str());
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
  CallSummary summary;
  Duration first{};
  const Result<LogOutcome> log =
      read_log_file(parser.positionalArguments()[0].toStdString(), [&](const LogRecord& record) {
        print(record);
        const auto* state = std::get_if<LogState>(&record.body);
        if (state != nullptr && state->state == "connected") first = record.time;
        if (const auto* stats = std::get_if<LogStats>(&record.body)) {
          summary.stats = stats->stats;
          summary.elapsed = record.time - first;
        }
      });
  if (!log) return report_wrong_use("report", log.error().message);
  if (summary.elapsed > Duration::zero()) std::fputs(media_text(summary).c_str(), stdout);
  if (log->skipped_lines > 0) std::printf("%zu lines could not be read\n", log->skipped_lines);
  if (log->problem) std::printf("%s\n", plain(log->problem->text()).c_str());
  return kExitFine;
}

}  // namespace counterpoint
