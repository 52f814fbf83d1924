// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>
#include <QString>

#include "core/base/result.h"
#include "core/control/call_command.h"

namespace counterpoint {

/// Reads "mode NAME [PARAMETER=NUMBER]...", "play FILE", "play" (on after a pause), "pause", "seek SECONDS", "stop",
/// "mute" and "unmute" (the microphone), "say TEXT" or "send FILE".
/// Errors: kInvalidArgument, naming what is wrong.
[[nodiscard]] Result<CallCommand> read_command(const QString& line);

/// The lines that come in while a call runs, from a terminal, a pipe or a file, at most 50 a second: what comes faster
/// waits. The end of the input ends nothing else.
class CommandInput final : public QObject {
  Q_OBJECT

 public:
  /// `descriptor` is open as long as this object.
  explicit CommandInput(int descriptor, QObject* parent = nullptr);

 signals:
  /// Without spaces at its ends, and never empty.
  void line_read(const QString& line);

 private:
  void read_some();
  void take_line();

  int descriptor_;
  QSocketNotifier notifier_;
  QByteArray rest_;  ///< Read, but not taken yet.
  bool has_ended_ = false;
};

}  // namespace counterpoint
