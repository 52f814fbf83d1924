// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format_text.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace counterpoint {

std::string format_text(const char* pattern, ...) {
  char text[512];
  std::va_list arguments;
  va_start(arguments, pattern);
  const int length = std::vsnprintf(text, sizeof text, pattern, arguments);
  va_end(arguments);
  return {text, static_cast<std::size_t>(std::clamp(length, 0, static_cast<int>(sizeof text) - 1))};
}

}  // namespace counterpoint
