// SPDX-License-Identifier: GPL-3.0-or-later
#include <string_view>

#include "net/emulation/path_config.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

void check(std::string_view text) {
  const auto config = parse_path_config(text);
  if (!config) {
    FUZZ_CHECK(!config.error().message.empty());
    return;
  }
  const auto again = parse_path_config(to_string(*config));
  FUZZ_CHECK(again.ok() && *again == *config);
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
