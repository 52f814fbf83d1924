// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/log/log_export.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <system_error>

#include "app/files/csv_field.h"
#include "app/files/save_file.h"
#include "app/log/log_file.h"
#include "app/log/log_page.h"
#include "core/base/format_text.h"
#include "core/log/log_privacy.h"

namespace counterpoint {
namespace {

Result<CallHistory> read_history(const std::filesystem::path& log, bool without_addresses) {
  auto file = LogFile::open(log, without_addresses);
  if (!file) return file.error();
  for (;;) {
    const Result<bool> all = (*file)->step();
    if (!all) return all.error();
    if (*all) return (*file)->take_history();
  }
}

/// The pieces of `log` as they are.
Result<void> read_pieces(const std::filesystem::path& log, const std::function<Result<void>(std::string_view)>& use) {
  std::ifstream stream(log, std::ios::binary);
  std::string piece(400'000, '\0');
  while (stream) {
    stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    const Result<void> used = use(std::string_view(piece).substr(0, static_cast<std::size_t>(stream.gcount())));
    if (!used) return Error{used.error().kind, message("%1: %2", log.string(), used.error().message)};
  }
  if (stream.eof()) return {};
  return Error{ErrorKind::kUnavailable,
               message("cannot read the session log %1: %2", log.string(), Message(std::strerror(errno)))};
}

Result<void> write_json_lines(const std::filesystem::path& log, bool without_addresses, const TextSink& sink) {
  AddressRemover remover;
  SessionLogReader reader([&](LogRecord&& record) {
    if (without_addresses) sink(to_json_line(remover.clean(std::move(record))) + "\n");
  });
  Result<void> read = read_pieces(log, [&](std::string_view piece) {
    if (!without_addresses) sink(piece);
    return reader.feed(piece);
  });
  if (read) read = reader.finish();
  return read;
}

std::string csv_number(double value) { return std::isnan(value) ? std::string() : format_text("%.3f", value); }

/// The causes or names of all items after the previous sample and up to this one, one after another.
template <typename Timed, typename Words>
std::string happened(const std::vector<Timed>& list, std::size_t& next, Duration until, Words words) {
  std::string text;
  for (; next < list.size() && list[next].at <= until; ++next) {
    if (!text.empty()) text += "; ";
    text += words(list[next]);
  }
  return csv_field(text);
}

Result<void> write_csv(const CallHistory& history, const TextSink& sink) {
  std::string head = "time_s";
  for (std::size_t i = 0; i < kSeriesCount; ++i) head += "," + std::string(column_name(static_cast<Series>(i)));
  sink(head + ",chosen_frames_per_s,mode,decisions,events\n");
  std::size_t decision = 0;
  std::size_t mark = 0;
  for (const CallSample& sample : history.samples()) {
    std::string line = csv_number(to_seconds(sample.at));
    const auto add = [&line](const std::string& field) { line += "," + field; };
    for (const float value : sample.values) add(csv_number(static_cast<double>(value)));
    add(csv_number(sample.frames.per_second()));
    const CallHistory::Mode* mode = history.mode_at(sample.at);
    add(mode == nullptr ? "" : csv_field(mode->name));
    add(happened(history.decisions(), decision, sample.at, [](const auto& made) { return made.cause.text(); }));
    add(happened(history.marks(), mark, sample.at,
                 [](const auto& made) { return made.detail.empty() ? made.name : made.name + ": " + made.detail; }));
    sink(line + "\n");
  }
  return {};
}

}  // namespace

Result<void> export_log(const std::filesystem::path& log, const std::filesystem::path& target, bool without_addresses) {
  std::error_code ignored;
  if (std::filesystem::equivalent(log, target, ignored)) {
    return Error{ErrorKind::kInvalidArgument,
                 message("%1 is the session log itself; choose another file", target.string())};
  }
  // A missing log is reported before anything is written.
  if (const auto file = LogFile::open(log); !file) return file.error();
  const std::string suffix = target.extension().string();
  if (suffix == ".jsonl") {
    return save_file(target, [&](const TextSink& sink) { return write_json_lines(log, without_addresses, sink); });
  }
  if (suffix != ".csv" && suffix != ".html") {
    return Error{ErrorKind::kInvalidArgument,
                 message("%1: the format is named by the suffix: .jsonl, .csv or .html", target.string())};
  }
  const Result<CallHistory> history = read_history(log, without_addresses);
  if (!history) return history.error();
  return save_file(target, [&](const TextSink& sink) -> Result<void> {
    if (suffix == ".csv") return write_csv(*history, sink);
    sink(log_page(*history));
    return {};
  });
}

}  // namespace counterpoint
