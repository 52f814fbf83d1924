// SPDX-License-Identifier: GPL-3.0-or-later
// Tells the three kinds of file that can be shaped from all others by their first bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/bytes.h"
#include "core/base/result.h"

namespace counterpoint::mpeg {

enum class StreamKind : std::uint8_t { kElementary, kProgram, kTransport };

/// Bytes from the beginning of a file that kind_of() needs, if the file is as long.
inline constexpr std::size_t kBeginningSize = std::size_t{64} << 10;
/// The same for an elementary stream that begins inside a picture of few, large slices; it is kMalformed with less.
inline constexpr std::size_t kMaxBeginningSize = std::size_t{1} << 20;

/// Kind of the file that begins with `beginning`.
///
/// 1. A program or transport stream may begin anywhere: bytes before the first packet are copied.
/// 2. An elementary stream begins with a sequence header, group or picture, behind zeros at most, or anywhere in one.
/// Then
///    its first start codes are those of slices in their order, and before them is nothing that slices cannot hold.
///    Other files may begin like that too: only slices that can be parsed prove it.
/// 3. kMalformed for all else. It names the containers that are known, with the command that takes the video out.
[[nodiscard]] Result<StreamKind> kind_of(ByteView beginning);

/// kMalformed for a multiplex of `kind` whose `beginning` has other bytes between its packets again and again, as a
/// container has them: a stream that was damaged or joined has that more seldom.
[[nodiscard]] Result<void> check_continuity(StreamKind kind, ByteView beginning);

/// True if the elementary stream that begins with `beginning` does so with the headers of a picture, behind zeros at
/// most.
[[nodiscard]] bool begins_with_picture(ByteView beginning);

}  // namespace counterpoint::mpeg
