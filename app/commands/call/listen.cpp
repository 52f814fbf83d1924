// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/call/call_runner.h"
#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "app/identity/contact_store.h"
#include "app/identity/identity_store.h"

namespace counterpoint {
namespace {

/// Contacts by their names, others by their IDs.
Result<std::vector<PeerId>> read_peers(const QStringList& names, const std::string& wanted_folder) {
  std::vector<PeerId> peers;
  if (names.isEmpty()) return peers;
  const Result<std::filesystem::path> folder =
      wanted_folder.empty() ? identity_folder() : std::filesystem::path(wanted_folder);
  const Result<StoredContacts> contacts = folder ? load_contacts(*folder) : folder.error();
  if (!contacts) return contacts.error();
  for (const QString& name : names) {
    const Contact* contact = contacts->book.find_name(name.toStdString());
    const std::optional<PeerId> id = contact != nullptr ? contact->id : read_peer_id(name.toStdString());
    if (!id) {
      return Error{ErrorKind::kInvalidArgument, message("\"%1\" is neither a contact nor an ID", name.toStdString())};
    }
    peers.push_back(*id);
  }
  return peers;
}

/// A caller gives up after a minute.
std::optional<Duration> read_ringing_time(const QString& text) {
  constexpr double kMax = 50;
  bool ok = false;
  const double seconds = text.toDouble(&ok);
  return ok && seconds >= 0 && seconds <= kMax ? std::optional(from_seconds(seconds)) : std::nullopt;
}

}  // namespace

int listen_command(const QStringList& arguments) {
  CallFlags flags("Waits for a call, takes it, and ends with it.");
  flags.parser().addOptions({
      CallRunner::commands_option(),
      CallRunner::files_option(),
      {"bootstrap", "Be found by your ID alone, by this node and those it knows; may be given again.", "HOST[:PORT]"},
      {"discover", "Be found by your ID alone in the local network."},
      {"identity", "Keep your identity and contacts in this folder.", "FOLDER"},
      {"answer-after", "Let it ring for so long before the call is taken, 0 to 50.", "SECONDS", "0"},
      {"from", "Take calls of this contact or ID alone; may be given again.", "WHO"},
  });
  flags.add_address_option("The address to listen at, and for media; all of this host by default.");
  flags.add_port_option();
  flags.add_run_options();
  if (const auto status = flags.parse(arguments)) return *status;
  Result<CallFlags::PeerCall> call = flags.peer_call();
  if (!call) return flags.report_wrong_use(call.error().message);
  const std::string folder = flags.parser().value("identity").toStdString();
  Result<std::vector<PeerId>> from = read_peers(flags.parser().values("from"), folder);
  if (!from) return flags.report_wrong_use(message("--from: %1", from.error().message));
  const std::optional<Duration> answer_after = read_ringing_time(flags.parser().value("answer-after"));
  if (!answer_after) {
    return flags.report_wrong_use(
        wrong_value("answer-after", flags.parser().value("answer-after"), "seconds from 0 to 50").message);
  }
  SessionHost::Config host{.options = std::move(call->options),
                           .answer_after = answer_after,
                           .from = std::move(*from),
                           .identity_folder = folder};
  auto rendezvous = rendezvous_settings(call->settings.rendezvous, flags.parser().values("bootstrap"));
  if (!rendezvous) return flags.report_wrong_use(rendezvous.error().message);
  const bool discover = flags.parser().isSet("discover");
  rendezvous->discover = rendezvous->discover || discover;
  if (!rendezvous->nodes.empty() || discover) host.rendezvous = *rendezvous;
  host.listen = Endpoint{flags.parser().value("address").toStdString(), call->settings.port};
  CallRunner runner({.command = "listen",
                     .host = std::move(host),
                     .duration = call->duration,
                     .json = flags.json(),
                     .commands = flags.parser().isSet("commands"),
                     .files_folder = flags.parser().value("receive-files").toStdString()});
  return runner.run();
}

}  // namespace counterpoint
