// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/rng.h"

namespace counterpoint {

/// A seed of its own for each part of a run: the same for the same run and part, unrelated to that of any other.
[[nodiscard]] inline std::uint64_t seed_of(std::uint64_t run_seed, std::string_view part) {
  // FNV-1a of the name; the generator then spreads both over all bits.
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return Rng(Rng(run_seed).next() ^ hash).next();
}

}  // namespace counterpoint
