// SPDX-License-Identifier: GPL-3.0-or-later
#include <poll.h>

#include <QCommandLineParser>
#include <csignal>
#include <cstdio>

#include "app/call/poll_interrupter.h"
#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "net/adapters/rendezvous/rendezvous_node.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

volatile std::sig_atomic_t stop_wanted = 0;

void want_stop(int) { stop_wanted = 1; }

std::vector<std::string> texts_of(const QStringList& values) {
  std::vector<std::string> texts;
  for (const QString& value : values) texts.push_back(value.toStdString());
  return texts;
}

/// Serves until a signal says stop; says how many others there are when that changes.
void serve(RendezvousNode& node) {
  constexpr Duration kMaxWait = 1s;
  PollInterrupter interrupter;
  std::size_t shown = 0;
  while (stop_wanted == 0) {
    node.poll(session_now());
    if (const std::size_t others = node.good_nodes(); others != shown) {
      shown = others;
      std::printf("%zu other nodes answer\n", others);
      std::fflush(stdout);
    }
    std::vector<pollfd> descriptors;
    for (const int one : node.descriptors()) descriptors.push_back({.fd = one, .events = POLLIN, .revents = 0});
    interrupter.wait(descriptors, std::min(node.next_deadline() - session_now(), kMaxWait));
  }
}

}  // namespace

int node_command(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription(
      "Runs a node by which others find each other, until it is stopped. It keeps sealed messages for them, and can "
      "read "
      "none.");
  parser.addHelpOption();
  parser.addOptions(
      {{"port", "The UDP port to be reached at, 0 to 65535; 0 for any.", "PORT", QString::number(kRendezvousPort)},
       {"address", "The address to be reached at; all of this host by default.", "ADDRESS", "::"},
       {"bootstrap", "Join the nodes that this one knows; may be given again.", "HOST[:PORT]"},
       {"no-discovery", "Neither look for nodes in the local network nor be found there."}});
  if (!parser.parse(arguments)) return report_wrong_use("node", parser.errorText().toStdString());
  if (parser.isSet("help")) return std::fputs(qPrintable(parser.helpText()), stdout), kExitFine;
  if (!parser.positionalArguments().isEmpty()) {
    return report_wrong_use("node", "unexpected argument '" + parser.positionalArguments().first().toStdString() + "'");
  }
  bool is_port = true;
  const std::uint16_t port = parser.value("port").toUShort(&is_port);
  if (!is_port) return report_wrong_use("node", wrong_value("port", parser.value("port"), "0 to 65535").message);
  // A name that is not known now is an error: nobody would hear of it later.
  const auto bootstrap = resolve_all(texts_of(parser.values("bootstrap")), kRendezvousPort);
  if (!bootstrap) return report_wrong_use("node", message("--bootstrap: %1", bootstrap.error().message));
  auto node = RendezvousNode::open({.address = parser.value("address").toStdString(),
                                    .port = port,
                                    .bootstrap = *bootstrap,
                                    .discover = !parser.isSet("no-discovery")},
                                   session_now());
  if (!node) return report_wrong_use("node", node.error().message);
  std::signal(SIGINT, want_stop);
  std::signal(SIGTERM, want_stop);
  std::printf("node at UDP port %u; others join by --bootstrap HOST:%u\n", (*node)->port(), (*node)->port());
  std::fflush(stdout);
  serve(**node);
  return kExitFine;
}

}  // namespace counterpoint
