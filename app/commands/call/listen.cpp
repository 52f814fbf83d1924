// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/call/call_runner.h"
#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"

namespace counterpoint {

int listen_command(const QStringList& arguments) {
  CallFlags flags("Waits for a call, takes it, and ends with it.");
  flags.parser().addOptions({
      CallRunner::commands_option(),
      {"address", "The address to listen at; all of this host by default.", "ADDRESS", "::"},
  });
  flags.add_port_option();
  flags.add_run_options();
  if (const auto status = flags.parse(arguments)) return *status;
  const Result<Settings> settings = flags.settings();
  if (!settings) return flags.report_wrong_use(settings.error().message);
  Result<CallOptions> options = flags.options(*settings);
  if (!options) return flags.report_wrong_use(options.error().message);
  if (const Result<void> fine = check_peer_options(*options); !fine) {
    return flags.report_wrong_use(fine.error().message);
  }
  const Result<std::optional<Duration>> duration = flags.duration();
  if (!duration) return flags.report_wrong_use(duration.error().message);
  SessionHost::Config host{.options = std::move(*options), .answer_at_once = true};
  host.listen = Endpoint{flags.parser().value("address").toStdString(), settings->port};
  CallRunner runner({.command = "listen",
                     .host = std::move(host),
                     .duration = *duration,
                     .json = flags.json(),
                     .commands = flags.parser().isSet("commands")});
  return runner.run();
}

}  // namespace counterpoint
