// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/shape_output.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <QFile>
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <utility>

#include "app/commands/shape/shape_input.h"
#include "app/files/save_file.h"

namespace counterpoint {
namespace {

Error stopped() { return {ErrorKind::kRefused, "stopped"}; }

}  // namespace

ShapeOutput::ShapeOutput(const QString& path, std::function<bool()> carry_on)
    : path_(path), carry_on_(std::move(carry_on)), file_(path) {}

Result<void> ShapeOutput::open() {
  if (path_ == kStandardStream) {
    descriptor_ = FileDescriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!descriptor_.valid()) return failure(std::strerror(errno));
    if (isatty(descriptor_.get()) != 1) return {};
    return Error{ErrorKind::kInvalidArgument, "standard output is a terminal; give a file or a pipe"};
  }
  if (is_fifo(path_)) return open_fifo();
  return file_.open(QIODevice::WriteOnly) ? Result<void>() : failure(file_.errorString().toStdString());
}

/// A FIFO that nobody reads cannot be opened yet.
Result<void> ShapeOutput::open_fifo() {
  for (;;) {
    descriptor_ = FileDescriptor(::open(QFile::encodeName(path_).constData(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
    if (descriptor_.valid()) return {};
    if (errno != ENXIO) return failure(std::strerror(errno));
    if (!carry_on_()) return stopped();
    ::poll(nullptr, 0, kPatienceMilliseconds);
  }
}

Result<void> ShapeOutput::write(ByteView bytes) {
  if (descriptor_.valid()) return write_to_descriptor(bytes);
  const auto written = write_all(file_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (!written) return failure(written.error().message.text());
  size_ += std::ssize(bytes);
  return {};
}

/// A pipe that is ready takes PIPE_BUF bytes without waiting.
Result<void> ShapeOutput::write_to_descriptor(ByteView bytes) {
  while (!bytes.empty()) {
    pollfd ready = {.fd = descriptor_.get(), .events = POLLOUT, .revents = 0};
    if (::poll(&ready, 1, kPatienceMilliseconds) <= 0) {
      if (!carry_on_()) return stopped();
      continue;
    }
    const ssize_t written = ::write(descriptor_.get(), bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
    if (written < 0 && errno != EINTR && errno != EAGAIN) return failure(std::strerror(errno));
    bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    size_ += std::max<ssize_t>(written, 0);
  }
  return {};
}

Result<void> ShapeOutput::flush() {
  if (descriptor_.valid()) return {};
  const auto flushed = counterpoint::flush(file_);
  return flushed ? flushed : failure(flushed.error().message.text());
}

Result<void> ShapeOutput::commit() {
  if (descriptor_.valid() || file_.commit()) return {};
  return failure(file_.errorString().toStdString());
}

Error ShapeOutput::failure(const std::string& reason) const {
  const std::string name = path_ == kStandardStream ? "standard output" : '"' + path_.toStdString() + '"';
  return {ErrorKind::kUnavailable, "writing " + name + " failed: " + reason};
}

}  // namespace counterpoint
