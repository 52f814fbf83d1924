// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

#include "core/base/bytes.h"
#include "core/base/rng.h"

namespace counterpoint {

/// Mutants are not larger than this or than their original, whichever is larger.
inline constexpr std::size_t kMaxMutantSize = 8192;

/// `original` with 1 to 4 changes that `rng` chooses: flipped bits, replaced, removed, repeated or inserted bytes,
/// truncation, growth, and pieces of a file of `corpus` (not empty).
[[nodiscard]] Bytes mutate(const Bytes& original, std::span<const Bytes> corpus, Rng& rng);

}  // namespace counterpoint
