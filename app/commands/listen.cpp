// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/call_flags.h"
#include "app/commands/call_runner.h"
#include "app/commands/commands.h"

namespace counterpoint {

int listen_command(const QStringList& arguments) {
  CallFlags flags("Waits for a call, takes it, and ends with it.");
  flags.parser().addOptions({
      CallRunner::commands_option(),
      {"address", "The address to listen at; all of this host by default.", "ADDRESS", "::"},
      {"port", "The TCP port to listen at, 0 to 65535; 0 for any.", "PORT", QString::number(kDefaultPort)},
  });
  if (const auto status = flags.parse(arguments)) return *status;
  Result<CallOptions> options = flags.options();
  if (!options) return flags.report_wrong_use(options.error().message);
  if (const Result<void> fine = check_peer_options(*options); !fine) {
    return flags.report_wrong_use(fine.error().message);
  }
  const Result<std::optional<Duration>> duration = flags.duration();
  if (!duration) return flags.report_wrong_use(duration.error().message);
  bool ok = false;
  const unsigned short port = flags.parser().value("port").toUShort(&ok);
  if (!ok) return flags.report_wrong_use("--port: expected 0 to 65535");
  SessionHost::Config host{.options = std::move(*options), .answer_at_once = true};
  host.listen = Endpoint{flags.parser().value("address").toStdString(), port};
  CallRunner runner({.command = "listen",
                     .host = std::move(host),
                     .duration = *duration,
                     .json = flags.json(),
                     .commands = flags.parser().isSet("commands"),
                     .begin = {}});
  return runner.run();
}

}  // namespace counterpoint
