// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/file_descriptor.h"

#include <unistd.h>

namespace counterpoint {

void FileDescriptor::reset() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

}  // namespace counterpoint
