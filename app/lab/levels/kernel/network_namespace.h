// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

#include "core/base/result.h"
#include "net/adapters/file_descriptor.h"

namespace counterpoint {

/// A network namespace of its own: devices, addresses, routes and TCP settings apart from those of the host.
///
/// 1. It has no name and is held by a descriptor alone: it goes, with all devices in it, when this object and the last
///    process inside it end, in whatever way.
/// 2. A thread is inside only within inside(); other threads do not notice.
class NetworkNamespace {
 public:
  /// Errors: kUnavailable without root or where the kernel has no namespaces.
  [[nodiscard]] static Result<NetworkNamespace> create();

  /// Calls `function()` with this thread inside, and gives its result: sockets and devices that it opens belong here.
  template <typename Function>
  auto inside(Function&& function) const {
    const Visit visit(descriptor_.get());
    return std::forward<Function>(function)();
  }
  /// Moves this thread here for good: for a child process before it runs its program. False if that fails.
  [[nodiscard]] bool enter() const;

  /// Sets a kernel setting, as in ("net/ipv4/tcp_ecn", "0"). Errors: kUnavailable.
  [[nodiscard]] Result<void> set(const std::string& setting, const std::string& value) const;

 private:
  class Visit {
   public:
    explicit Visit(int descriptor);
    ~Visit();
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    FileDescriptor home_;
  };

  explicit NetworkNamespace(FileDescriptor descriptor) : descriptor_(std::move(descriptor)) {}

  FileDescriptor descriptor_;
};

}  // namespace counterpoint
