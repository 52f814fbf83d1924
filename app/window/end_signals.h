// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QCoreApplication;

namespace counterpoint {

/// Keeps SIGHUP, SIGINT and SIGTERM for quit_at_signals(): before there is any other thread. Gives the descriptor from
/// which they can be read, -1 when the system has none: they then end the program as usual.
[[nodiscard]] int hold_end_signals();
/// From now on such a signal ends the event loop, so that a call is hung up and its log is closed.
void quit_at_signals(QCoreApplication& application, int descriptor);

/// From now on the program ends within five seconds, by SIGALRM if need be: a sound server or a disk that does not
/// answer must not keep a program whose window is gone, and which the next start would take for one that is open.
void bound_the_end();

}  // namespace counterpoint
