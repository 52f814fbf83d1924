// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace counterpoint {

/// Fills `bytes` from OpenSSL's generator, which nobody can predict. Ends the program when it has no randomness.
void fill_randomly(std::span<std::uint8_t> bytes);

/// So many bytes that nobody can predict: for secrets.
template <std::size_t kSize>
[[nodiscard]] std::array<std::uint8_t, kSize> random_bytes() {
  std::array<std::uint8_t, kSize> bytes{};
  fill_randomly(bytes);
  return bytes;
}

/// Seeds an `Rng` of which nothing secret follows: who sees its numbers can tell the next ones.
[[nodiscard]] std::uint64_t random_seed();

}  // namespace counterpoint
