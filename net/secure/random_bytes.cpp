// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/random_bytes.h"

#include <openssl/rand.h>

#include <bit>
#include <cstdlib>

namespace counterpoint {

void fill_randomly(std::span<std::uint8_t> bytes) {
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) std::abort();
}

std::uint64_t random_seed() { return std::bit_cast<std::uint64_t>(random_bytes<sizeof(std::uint64_t)>()); }

}  // namespace counterpoint
