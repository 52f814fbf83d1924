// SPDX-License-Identifier: GPL-3.0-or-later
// The input is a settings file. Whatever was read is written out and read again: nothing has changed, and nothing that
// stood there under a name of its own is lost.
#include <string_view>

#include "app/settings/settings_json.h"
#include "tests/fuzz/fuzz_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace counterpoint;
  const auto read = read_settings(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!read) {
    FUZZ_CHECK(!read.error().message.empty());
    FUZZ_CHECK(read.error().message.text().find('\n') == std::string::npos);
    return 0;
  }
  FUZZ_CHECK(!read->problem || read->problem->message.text().find('\n') == std::string::npos);
  const ModeChoice mode = mode_choice(read->settings);
  FUZZ_CHECK(mode.mode != nullptr && check_parameters(parameters_of(*mode.mode), mode.parameters).ok());
  FUZZ_CHECK(read->settings.limits.min_video_rate <= read->settings.limits.max_video_rate);
  const OrderedJson merged = merge_settings(read->document, read->settings);
  // The list of recent calls has replaced the addresses.
  for (const auto& [name, value] : read->document.items()) {
    FUZZ_CHECK(name == "recent_addresses" || merged.contains(name));
  }
  const auto again = read_settings(json_file_text(merged));
  FUZZ_CHECK(again.ok() && !again->newer && !again->problem);
  FUZZ_CHECK(again->settings == read->settings);
  return 0;
}
