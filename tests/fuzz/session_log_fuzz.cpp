// SPDX-License-Identifier: GPL-3.0-or-later
// The input is a session log. If it can be read, it is written and read again: the second time nothing changes. Read in
// pieces it gives the same, and its history for plots is in order.
#include <algorithm>
#include <string_view>

#include "core/log/call_history.h"
#include "core/log/session_log.h"
#include "core/log/session_log_reader.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

void check_history(const SessionLog& log) {
  CallHistory history;
  for (const LogRecord& record : log.records) history.add(record);
  FUZZ_CHECK(std::ranges::is_sorted(history.samples(), {}, &CallSample::at));
  FUZZ_CHECK(std::ranges::is_sorted(history.decisions(), {}, &CallHistory::Decision::at));
  FUZZ_CHECK(std::ranges::is_sorted(history.marks(), {}, &CallHistory::Mark::at));
  FUZZ_CHECK(history.samples().empty() || history.samples().back().at <= history.end());
  for (const CallSample& sample : history.samples()) {
    FUZZ_CHECK(sample.chosen.bit_rate >= DataRate() && sample.chosen.packet_rate.per_second() >= 0);
    FUZZ_CHECK(history.samples()[history.index_at(sample.at)].at == sample.at);
  }
}

void check_pieces(std::string_view text, const SessionLog& whole) {
  constexpr std::size_t kPiece = 7;
  std::size_t records = 0;
  SessionLogReader reader([&records](LogRecord&&) { ++records; });
  for (std::size_t at = 0; at < text.size(); at += kPiece) FUZZ_CHECK(reader.feed(text.substr(at, kPiece)));
  FUZZ_CHECK(reader.finish());
  FUZZ_CHECK(records == whole.records.size() && reader.skipped_lines() == whole.skipped_lines);
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace counterpoint;
  const auto log = parse_session_log({reinterpret_cast<const char*>(data), size});
  if (!log) {
    FUZZ_CHECK(!log.error().message.empty());
    return 0;
  }
  FUZZ_CHECK(!log->records.empty());
  check_history(*log);
  check_pieces({reinterpret_cast<const char*>(data), size}, *log);
  for (const LogRecord& record : log->records) {
    const std::string line = to_json_line(record);
    FUZZ_CHECK(line.find('\n') == std::string::npos);
    const auto again = parse_log_line(line);
    FUZZ_CHECK(again);
    FUZZ_CHECK(to_json_line(*again) == line);
  }
  return 0;
}
