// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/call/call_runner.h"
#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "core/call/call_link.h"

namespace counterpoint {

int call_command(const QStringList& arguments) {
  CallFlags flags("Calls another host.",
                  CallFlags::Argument{"ADDRESS", "a contact, a link, host, host:port or [IPv6]:port"});
  flags.parser().addOptions(
      {CallRunner::commands_option(),
       CallRunner::files_option(),
       {"bootstrap", "For an ID without an address: begin with this node; may be given again.", "HOST[:PORT]"},
       {"identity", "Keep your identity and contacts in this folder.", "FOLDER"},
       {"accept-new-identity", "Call though the contact or address has another identity than before, and keep that."}});
  flags.add_address_option("The address of this host for media; all by default.");
  flags.add_run_options();
  if (const auto status = flags.parse(arguments)) return *status;
  Result<CallFlags::PeerCall> call = flags.peer_call();
  if (!call) return flags.report_wrong_use(call.error().message);
  const std::string address = flags.argument().toStdString();
  if (const auto target = read_call_target(address); !target) return flags.report_wrong_use(target.error().message);
  // A peer that is called by its address is found without others.
  const bool by_id = read_call_target(address)->address.empty();
  const auto nodes = rendezvous_settings(call->settings.rendezvous, flags.parser().values("bootstrap"));
  if (!nodes) return flags.report_wrong_use(nodes.error().message);
  std::optional<RendezvousSettings> rendezvous;
  if (by_id || !nodes->nodes.empty()) rendezvous = *nodes;
  if (rendezvous) rendezvous->presence = false;  // This host is there for one call alone.
  CallRunner runner(
      {.command = "call",
       .host = {.options = std::move(call->options),
                .identity_folder = flags.parser().value("identity").toStdString(),
                .rendezvous = std::move(rendezvous)},
       .duration = call->duration,
       .json = flags.json(),
       .commands = flags.parser().isSet("commands"),
       .files_folder = flags.parser().value("receive-files").toStdString(),
       .begin = Dial{.address = address, .accept_new_identity = flags.parser().isSet("accept-new-identity")}});
  return runner.run();
}

}  // namespace counterpoint
