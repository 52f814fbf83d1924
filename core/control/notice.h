// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

namespace counterpoint {

/// Something that the user should know and that does not end the call.
struct Notice {
  enum class Kind {
    kProblem,  ///< Something went wrong: a camera that vanished, a disk that is full.
    kNews,     ///< Nothing is wrong, or not any more: pictures are back, somebody called.
  };
  Message text{};
  Kind kind = Kind::kProblem;
};

}  // namespace counterpoint
