// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace counterpoint {

/// Bytes that are owned.
using Bytes = std::vector<std::uint8_t>;
/// Bytes that are looked at; valid only as long as their owner.
using ByteView = std::span<const std::uint8_t>;

}  // namespace counterpoint
