// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_input.h"

#include <unistd.h>

#include <QStringList>
#include <QTimer>
#include <array>
#include <cerrno>
#include <chrono>

#include "app/commands/mode_text.h"

namespace counterpoint {
namespace {

/// Longer than any command; what is longer is no line that somebody has typed.
constexpr qsizetype kLongestLine = 4096;
/// After each line: what writes without end must not keep the call from being hung up.
constexpr std::chrono::milliseconds kPause{20};

}  // namespace

Result<ModeChoice> read_command(const QString& line) {
  const QStringList words = line.split(' ', Qt::SkipEmptyParts);
  if (words.value(0) == "mode" && words.size() > 1) return read_mode_choice(words[1], words.mid(2));
  return Error{ErrorKind::kInvalidArgument,
               "'" + line.left(60).toStdString() + "': expected mode NAME [PARAMETER=NUMBER]..."};
}

CommandInput::CommandInput(int descriptor, QObject* parent)
    : QObject(parent), descriptor_(descriptor), notifier_(descriptor, QSocketNotifier::Read) {
  connect(&notifier_, &QSocketNotifier::activated, this, &CommandInput::read_some);
}

void CommandInput::read_some() {
  std::array<char, 512> buffer{};
  const ssize_t size = ::read(descriptor_, buffer.data(), buffer.size());
  if (size < 0 && (errno == EINTR || errno == EAGAIN)) return;
  has_ended_ = size <= 0;
  rest_.append(has_ended_ ? QByteArray("\n") : QByteArray(buffer.data(), size));
  take_line();
}

void CommandInput::take_line() {
  const qsizetype end = rest_.indexOf('\n');
  notifier_.setEnabled(end < 0 && !has_ended_);
  if (end < 0) {
    if (rest_.size() > kLongestLine) rest_.clear();
    return;
  }
  const QString line = QString::fromUtf8(rest_.left(end)).remove(QChar::Null).simplified();
  rest_.remove(0, end + 1);
  if (!line.isEmpty()) emit line_read(line);
  QTimer::singleShot(kPause, this, &CommandInput::take_line);
}

}  // namespace counterpoint
