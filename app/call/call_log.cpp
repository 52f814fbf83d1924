// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/call_log.h"

#include "app/files/state_folder.h"
#include "app/files/version.h"

namespace counterpoint {

LogHeader call_log_head(const CallOptions& options, const std::string& peer) {
  return {.application = kProgram,
          .started = wall_clock_iso8601(),
          .settings = {{"peer", options.log_addresses ? peer : kUnnamedPeer}, {"mode", mode_name(options.mode)}}};
}

std::string caller_text(const PeerIdentity& caller, const std::string& address) {
  return caller.name.empty() ? short_text(caller.id) + " (" + address + ")" : caller.name;
}

LogEnd call_log_end(const CallOptions& options, Call::End end, const Message& detail) {
  const std::string kind(to_string(end));
  const bool told = options.log_addresses || detail == kBusy;
  return {detail.empty() || !told ? kind : kind + ": " + detail.text()};
}

}  // namespace counterpoint
