// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/kernel/network_namespace.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

FileDescriptor open_current() { return FileDescriptor(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)); }

/// Moves this thread, or aborts: one that cannot come back would go on in the wrong network.
void change_or_abort(int descriptor) {
  if (setns(descriptor, CLONE_NEWNET) != 0) std::abort();
}

}  // namespace

Result<NetworkNamespace> NetworkNamespace::create() {
  const FileDescriptor home = open_current();
  if (!home.valid() || unshare(CLONE_NEWNET) != 0) {
    return Error{ErrorKind::kUnavailable,
                 "no network namespace can be made here (" + system_message(errno).text() + ")"};
  }
  FileDescriptor made = open_current();
  const int failure = errno;
  change_or_abort(home.get());
  if (!made.valid()) {
    return Error{ErrorKind::kUnavailable,
                 "/proc/thread-self/ns/net cannot be opened: " + system_message(failure).text()};
  }
  return NetworkNamespace(std::move(made));
}

bool NetworkNamespace::enter() const { return setns(descriptor_.get(), CLONE_NEWNET) == 0; }

Result<void> NetworkNamespace::set(const std::string& setting, const std::string& value) const {
  const std::string path = "/proc/sys/" + setting;
  return inside([&]() -> Result<void> {
    const FileDescriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.valid() && write(file.get(), value.data(), value.size()) == static_cast<ssize_t>(value.size())) return {};
    return Error{ErrorKind::kUnavailable, path + " cannot be set to " + value + ": " + system_message(errno).text()};
  });
}

NetworkNamespace::Visit::Visit(int descriptor) : home_(open_current()) {
  if (!home_.valid()) std::abort();
  change_or_abort(descriptor);
}

NetworkNamespace::Visit::~Visit() { change_or_abort(home_.get()); }

}  // namespace counterpoint
