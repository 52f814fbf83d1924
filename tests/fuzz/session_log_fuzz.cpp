// SPDX-License-Identifier: GPL-3.0-or-later
// The input is a session log. What could be read is written and read again: the second time nothing changes.
#include <string_view>

#include "core/session/session_log.h"
#include "tests/fuzz/fuzz_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace counterpoint;
  const auto log = parse_session_log({reinterpret_cast<const char*>(data), size});
  if (!log) {
    FUZZ_CHECK(!log.error().message.empty());
    return 0;
  }
  FUZZ_CHECK(!log->records.empty());
  for (const LogRecord& record : log->records) {
    const std::string line = to_json_line(record);
    FUZZ_CHECK(line.find('\n') == std::string::npos);
    const auto again = parse_log_line(line);
    FUZZ_CHECK(again);
    FUZZ_CHECK(to_json_line(*again) == line);
  }
  return 0;
}
