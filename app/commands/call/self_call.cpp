// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "app/commands/call/call_runner.h"
#include "app/commands/call/virtual_self_call.h"
#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"

namespace counterpoint {

int self_call_command(const QStringList& arguments) {
  CallFlags flags("A whole call with this host itself: what it sends comes back over an emulated path.");
  flags.parser().addOptions({
      CallRunner::commands_option(),
      {"virtual-time", "As fast as the codecs can, with the same result for the same --seed; needs --duration."},
  });
  flags.add_run_options();
  if (const auto status = flags.parse(arguments)) return *status;
  Result<CallOptions> options = flags.options();
  if (!options) return flags.report_wrong_use(options.error().message);
  const Result<std::optional<Duration>> duration = flags.duration();
  if (!duration) return flags.report_wrong_use(duration.error().message);
  const bool virtual_time = flags.parser().isSet("virtual-time");
  if (virtual_time) {
    if (!*duration) return flags.report_wrong_use("--virtual-time needs --duration");
    if (flags.parser().isSet("commands")) return flags.report_wrong_use("--commands needs a call in real time");
    // Sound cards have no virtual time.
    if (options->microphone == kAutomaticDevice) options->microphone = "voice";
    if (options->speaker == kAutomaticDevice) options->speaker = "none";
    return virtual_self_call({.options = std::move(*options), .duration = **duration, .json = flags.json()});
  }
  CallRunner runner({.command = "self-call",
                     .host = {.options = std::move(*options), .calls_peers = false},
                     .duration = *duration,
                     .json = flags.json(),
                     .commands = flags.parser().isSet("commands"),
                     .begin = CallSelf{}});
  return runner.run();
}

}  // namespace counterpoint
