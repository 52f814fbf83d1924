// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/message.h"
#include "core/base/time.h"
#include "core/model/operating_point.h"

namespace counterpoint {

/// The reason why the operating point changed. The window, the log and the report show it as it stands.
struct Decision {
  Timestamp at{};
  OperatingPoint from;
  OperatingPoint to;
  Message cause;         ///< In words, for a person: "mode 1d chosen by the user".
  std::string evidence;  ///< The figures behind it, or empty.
};

}  // namespace counterpoint
