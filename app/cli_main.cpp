// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>

#include <QCoreApplication>
#include <cstdio>

#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "app/files/version.h"
#include "media/audio/devices/pulse_config.h"

namespace {

/// The number of a stream that is closed would go to the next file that is opened, which what is read from the stream
/// or written to it would then reach. It is as if nothing came, and writing fails.
void hold_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream) {
    if (::fcntl(stream, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDONLY));
  }
}

void print_usage(std::FILE* where) {
  std::fputs("usage: counterpoint-cli COMMAND [OPTION...]\n\ncommands:\n", where);
  for (const counterpoint::Command& command : counterpoint::kCommands) {
    std::fprintf(where, "  %-10s %s\n", command.name, command.summary);
  }
  std::fputs("\n'counterpoint-cli COMMAND --help' lists the options of a command.\n", where);
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_streams();
  counterpoint::let_pulse_copy();
  QCoreApplication application(argc, argv);
  QCoreApplication::setApplicationName("counterpoint-cli");
  QCoreApplication::setApplicationVersion(counterpoint::kVersion);
  QStringList arguments = QCoreApplication::arguments();
  arguments.removeFirst();
  const QString name = arguments.value(0);
  if (name == "--help" || name == "-h") return print_usage(stdout), counterpoint::kExitFine;
  if (name == "--version" || name == "-v") {
    return std::printf("counterpoint-cli %s\n", counterpoint::kVersion), counterpoint::kExitFine;
  }
  for (const counterpoint::Command& command : counterpoint::kCommands) {
    if (name == command.name) return command.run(arguments);
  }
  if (!name.isEmpty()) return counterpoint::report_wrong_use({}, "there is no command '" + name.toStdString() + "'");
  print_usage(stderr);
  return counterpoint::kExitWrongUse;
}
