// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/call/call_runner.h"
#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "core/call/call_link.h"

namespace counterpoint {

int call_command(const QStringList& arguments) {
  CallFlags flags("Calls another host.", CallFlags::Argument{"ADDRESS", "host, host:port, [IPv6]:port or a link"});
  flags.parser().addOption(CallRunner::commands_option());
  flags.add_run_options();
  if (const auto status = flags.parse(arguments)) return *status;
  Result<CallOptions> options = flags.options();
  if (!options) return flags.report_wrong_use(options.error().message);
  if (const Result<void> fine = check_peer_options(*options); !fine) {
    return flags.report_wrong_use(fine.error().message);
  }
  const Result<std::optional<Duration>> duration = flags.duration();
  if (!duration) return flags.report_wrong_use(duration.error().message);
  const Result<std::string> target = read_call_target(flags.argument().toStdString());
  if (!target) return flags.report_wrong_use(target.error().message);
  CallRunner runner({.command = "call",
                     .host = {.options = std::move(*options)},
                     .duration = *duration,
                     .json = flags.json(),
                     .commands = flags.parser().isSet("commands"),
                     .begin = Dial{*target}});
  return runner.run();
}

}  // namespace counterpoint
