// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace counterpoint {

/// Fills `octets` from OpenSSL's generator, which nobody can predict. Ends the program when it has no randomness.
void fill_randomly(std::span<std::uint8_t> octets);

/// So many octets that nobody can predict: for secrets.
template <std::size_t kSize>
[[nodiscard]] std::array<std::uint8_t, kSize> random_octets() {
  std::array<std::uint8_t, kSize> octets{};
  fill_randomly(octets);
  return octets;
}

}  // namespace counterpoint
