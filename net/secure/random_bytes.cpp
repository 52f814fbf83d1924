// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/random_octets.h"

#include <openssl/rand.h>

#include <cstdlib>

namespace counterpoint {

void fill_randomly(std::span<std::uint8_t> octets) {
  if (RAND_bytes(octets.data(), static_cast<int>(octets.size())) != 1) std::abort();
}

}  // namespace counterpoint
