// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/record/private_file.h"

#include <fcntl.h>
#include <unistd.h>

namespace counterpoint {

void make_private_file(const std::string& path) {
  constexpr mode_t kOwnerOnly = 0600;
  const int made = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly);
  if (made >= 0) ::close(made);
}

}  // namespace counterpoint
