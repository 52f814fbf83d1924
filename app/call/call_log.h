// SPDX-License-Identifier: GPL-3.0-or-later
// The first and the last lines of each call's log.
#pragma once

#include <string>

#include "app/call/call_options.h"
#include "core/call/call.h"
#include "core/control/call_status.h"
#include "core/log/session_log.h"

namespace counterpoint {

/// The program, the time of the wall clock, the mode and `peer`, or a note that the options leave the peer out. All
/// other facts about a call go into its settings.
[[nodiscard]] LogHeader call_log_head(const CallOptions& options, const std::string& peer);

/// Whom an incoming call is from: the name of a contact, or the beginning of a stranger's ID with its address.
[[nodiscard]] std::string caller_text(const PeerIdentity& caller, const std::string& address);

/// The reason that is given to somebody who calls during a call.
inline constexpr const char* kBusy = "busy";

/// The end of a call, with more about it in `detail`, which may be empty. It may name addresses: if the options want
/// none of them, only kBusy is kept.
[[nodiscard]] LogEnd call_log_end(const CallOptions& options, Call::End end, const Message& detail = {});

}  // namespace counterpoint
