// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/call/command_input.h"

#include <unistd.h>

#include <QStringList>
#include <QTimer>
#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

#include "app/commands/common/mode_text.h"

namespace counterpoint {
namespace {

/// Longer than any command; what is longer is no line that somebody has typed.
constexpr qsizetype kMaxLine = 4096;
/// The pause after each line: what writes without end must not keep the call from being hung up.
constexpr std::chrono::milliseconds kPause{20};

/// No clip is longer than a day.
constexpr double kMaxSeekSeconds = 24.0 * 3600;

Result<CallCommand> read_seek(const QString& text) {
  bool ok = false;
  const double seconds = text.toDouble(&ok);
  if (ok && seconds >= 0 && seconds <= kMaxSeekSeconds) return CallCommand(SeekClip{from_seconds(seconds)});
  return Error{ErrorKind::kInvalidArgument, "seek " + text.left(60).toStdString() + ": expected seconds from 0 on"};
}

}  // namespace

Result<CallCommand> read_command(const QString& line) {
  const QStringList words = line.split(' ', Qt::SkipEmptyParts);
  const QString name = words.value(0);
  if (name == "mode" && words.size() > 1) {
    Result<ModeChoice> mode = read_mode_choice(words[1], words.mid(2));
    if (!mode) return mode.error();
    return CallCommand(SetMode{std::move(*mode)});
  }
  // A file's name may have spaces.
  const std::string rest = line.mid(name.size()).trimmed().toStdString();
  if (name == "play" && words.size() > 1) return CallCommand(PlayClip{rest});
  if (name == "say" && words.size() > 1) return CallCommand(SendText{rest});
  if (name == "send" && words.size() > 1) return CallCommand(SendFile{rest});
  if (name == "seek" && words.size() == 2) return read_seek(words[1]);
  if (words.size() == 1) {
    if (name == "play") return CallCommand(ResumeClip{});
    if (name == "pause") return CallCommand(PauseClip{});
    if (name == "stop") return CallCommand(StopClip{});
    // There is no command that switches the camera off, so it stays on.
    if (name == "mute") return CallCommand(SetSending{.microphone = false});
    if (name == "unmute") return CallCommand(SetSending{.microphone = true});
  }
  return Error{ErrorKind::kInvalidArgument,
               "'" + line.left(60).toStdString() +
                   "': expected mode NAME [PARAMETER=NUMBER]..., play [FILE], pause, seek SECONDS, stop, mute, unmute, "
                   "say TEXT or send FILE"};
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
    if (rest_.size() > kMaxLine) rest_.clear();
    return;
  }
  const QString line = QString::fromUtf8(rest_.left(end)).remove(QChar::Null).simplified();
  rest_.remove(0, end + 1);
  if (!line.isEmpty()) emit line_read(line);
  QTimer::singleShot(kPause, this, &CommandInput::take_line);
}

}  // namespace counterpoint
