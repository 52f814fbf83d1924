// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/shape_input.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

namespace counterpoint {
namespace {

constexpr std::int64_t kPiece = std::int64_t{1} << 18;

bool write_whole(int descriptor, QByteArrayView bytes) {
  while (!bytes.isEmpty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), static_cast<std::size_t>(bytes.size()));
    if (written < 0 && errno != EINTR) return false;
    bytes = bytes.sliced(std::max<ssize_t>(written, 0));
  }
  return true;
}

}  // namespace

bool is_fifo(const QString& path) {
  struct stat status = {};
  return ::stat(QFile::encodeName(path).constData(), &status) == 0 && S_ISFIFO(status.st_mode);
}

ShapeInput::ShapeInput(QString path, std::function<bool()> carry_on)
    : path_(std::move(path)), carry_on_(std::move(carry_on)) {}

Result<void> ShapeInput::open() {
  if (path_ == kStandardStream) {
    descriptor_ = FileDescriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0));
    if (isatty(descriptor_.get()) == 1) {
      return Error{ErrorKind::kInvalidArgument, "standard input is a terminal; give a file or a pipe"};
    }
  } else {
    // Opening a FIFO would wait for somebody who writes to it; read() waits and can be stopped.
    descriptor_ = FileDescriptor(::open(QFile::encodeName(path_).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  }
  if (!descriptor_.valid()) return failure("opening");
  find_size();
  return {};
}

void ShapeInput::find_size() {
  struct stat status = {};
  is_stored_ = ::fstat(descriptor_.get(), &status) == 0 && S_ISREG(status.st_mode);
  if (!is_stored_) return;
  begin_ = std::max<std::int64_t>(::lseek(descriptor_.get(), 0, SEEK_CUR), 0);
  size_ = std::max<std::int64_t>(status.st_size - begin_, 0);
}

Result<QByteArray> ShapeInput::read(std::int64_t size) {
  QByteArray bytes;
  bytes.reserve(size);
  while (bytes.size() < size) {
    pollfd ready = {.fd = descriptor_.get(), .events = POLLIN, .revents = 0};
    if (::poll(&ready, 1, kPatienceMilliseconds) <= 0) {
      if (!carry_on_()) return Error{ErrorKind::kRefused, "stopped"};
      continue;
    }
    const qsizetype before = bytes.size();
    bytes.resize(before + std::min<qsizetype>(size - before, kPiece));
    const ssize_t got =
        ::read(descriptor_.get(), bytes.data() + before, static_cast<std::size_t>(bytes.size() - before));
    const int reason = errno;
    bytes.resize(before + std::max<ssize_t>(got, 0));
    if (got == 0) break;
    if (got < 0 && reason != EINTR && reason != EAGAIN) {
      errno = reason;
      return failure("reading");
    }
  }
  position_ += bytes.size();
  return bytes;
}

Result<void> ShapeInput::seek(std::int64_t offset) {
  if (::lseek(descriptor_.get(), begin_ + offset, SEEK_SET) < 0) return failure("reading");
  position_ = offset;
  return {};
}

Result<void> ShapeInput::spool(const QByteArray& begun) {
  if (is_stored_) return {};
  const QByteArray folder = QFile::encodeName(QDir::tempPath());
  const auto unwritten = [&] {
    return Error{ErrorKind::kUnavailable, "keeping a copy of " + name() + " in " + folder.toStdString() +
                                              " failed: " + std::strerror(errno) + "; set TMPDIR to another folder"};
  };
  QByteArray pattern = folder + "/counterpoint-XXXXXX";
  FileDescriptor copy(::mkostemp(pattern.data(), O_CLOEXEC));
  if (!copy.valid()) return unwritten();
  ::unlink(pattern.constData());
  for (QByteArray piece = begun; !piece.isEmpty();) {
    if (!write_whole(copy.get(), piece)) return unwritten();
    auto next = read(kPiece);
    if (!next) return next.error();
    piece = std::move(*next);
  }
  descriptor_ = std::move(copy);
  if (::lseek(descriptor_.get(), 0, SEEK_SET) < 0) return failure("reading");
  find_size();
  return seek(begun.size());
}

std::string ShapeInput::name() const {
  return path_ == kStandardStream ? "standard input" : '"' + path_.toStdString() + '"';
}

Error ShapeInput::failure(const char* action) const {
  return {ErrorKind::kUnavailable, std::string(action) + ' ' + name() + " failed: " + std::strerror(errno)};
}

}  // namespace counterpoint
