// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/call/call_options.h"

namespace counterpoint {

struct VirtualSelfCall {
  CallOptions options;
  Duration duration{};
  bool json = false;
};

/// Runs a call with oneself in virtual time and prints its result; gives the exit status. Its log depends on the
/// options and the seed alone.
int virtual_self_call(const VirtualSelfCall& call);

}  // namespace counterpoint
