// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <array>

namespace counterpoint {

/// Exit statuses of counterpoint-cli.
enum ExitStatus : int {
  kExitFine = 0,
  kExitCallFailed = 1,  ///< The call was made but did not come about, or broke.
  kExitWrongUse = 2,    ///< The command cannot be carried out: option, device, file, port.

  kExitExpectationFailed = 1,  ///< Laboratory: an expectation did not hold, or a run was not finished.
  kExitCannotRun = 77,         ///< Laboratory: this machine lacks something that the level needs.
};

/// One command: gets the arguments with the command's name in front, as a program would.
using CommandFunction = int (*)(const QStringList& arguments);

int self_call_command(const QStringList& arguments);
int call_command(const QStringList& arguments);
int listen_command(const QStringList& arguments);
int stream_command(const QStringList& arguments);
int identity_command(const QStringList& arguments);
int contacts_command(const QStringList& arguments);
int node_command(const QStringList& arguments);
int devices_command(const QStringList& arguments);
int modes_command(const QStringList& arguments);
int report_command(const QStringList& arguments);
int shape_command(const QStringList& arguments);
int lab_command(const QStringList& arguments);

struct Command {
  const char* name;
  const char* summary;
  CommandFunction run;
};

inline constexpr std::array kCommands{
    Command{"listen", "wait for a call and take it", listen_command},
    Command{"call", "call a contact, a link, host, host:port or [IPv6]:port", call_command},
    Command{"self-call", "a whole call with this host itself, over an emulated path", self_call_command},
    Command{"stream", "play an MPEG-1/2 clip to any receiver of RTP (RFC 2250)", stream_command},
    Command{"identity", "your ID and link: show, export or import", identity_command},
    Command{"contacts", "whom you know: list, add, remove or verify", contacts_command},
    Command{"node", "run a node by which others find each other", node_command},
    Command{"devices", "list cameras, microphones, loudspeakers and generated sources", devices_command},
    Command{"modes", "list the ways to adapt, and their parameters", modes_command},
    Command{"report", "summarise the session log LOG", report_command},
    Command{"shape", "make the MPEG-1/2 video in a file smaller without decoding it", shape_command},
    Command{"lab", "experiments about adaptation: list, run, judge and report them", lab_command},
};

}  // namespace counterpoint
