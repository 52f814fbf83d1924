// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/identity/passphrase.h"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "net/adapters/file_descriptor.h"

namespace counterpoint {
namespace {

/// The terminal shows what is typed again when this ends.
class SilentTerminal {
 public:
  explicit SilentTerminal(int terminal) : terminal_(terminal), known_(tcgetattr(terminal, &before_) == 0) {
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    if (known_) tcsetattr(terminal_, TCSAFLUSH, &silent);
  }
  ~SilentTerminal() {
    if (known_) tcsetattr(terminal_, TCSAFLUSH, &before_);
  }
  SilentTerminal(const SilentTerminal&) = delete;
  SilentTerminal& operator=(const SilentTerminal&) = delete;

 private:
  int terminal_;
  termios before_{};
  bool known_;
};

/// Byte by byte, so that what follows the line is left to whoever reads on.
Result<std::string> read_line(int descriptor) {
  std::string line;
  for (;;) {
    char byte = 0;
    const ssize_t size = ::read(descriptor, &byte, 1);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) {
      return Error{ErrorKind::kUnavailable,
                   message("the passphrase cannot be read: %1", Message(std::strerror(errno)))};
    }
    if (size == 0 || byte == '\n') break;
    line += byte;
    if (line.size() > kMaxPassphrase) break;
  }
  if (line.size() >= kMinPassphrase && line.size() <= kMaxPassphrase) return line;
  return Error{ErrorKind::kInvalidArgument,
               message("a passphrase has %1 to %2 characters", kMinPassphrase, kMaxPassphrase)};
}

Result<std::string> ask(int terminal, std::string_view question) {
  (void)!::write(terminal, question.data(), question.size());
  const SilentTerminal silent(terminal);
  Result<std::string> line = read_line(terminal);
  (void)!::write(terminal, "\n", 1);
  return line;
}

}  // namespace

Result<std::string> read_passphrase(std::optional<int> descriptor, bool again) {
  if (descriptor) return read_line(*descriptor);
  const FileDescriptor terminal(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
  if (!terminal.valid()) {
    return Error{ErrorKind::kUnavailable,
                 message("there is no terminal to ask for the passphrase: use --passphrase-fd")};
  }
  Result<std::string> first = ask(terminal.get(), "Passphrase: ");
  if (!first || !again) return first;
  const Result<std::string> second = ask(terminal.get(), "The same again: ");
  if (!second) return second;
  if (*first == *second) return first;
  return Error{ErrorKind::kInvalidArgument, message("the two passphrases differ")};
}

}  // namespace counterpoint
