// SPDX-License-Identifier: GPL-3.0-or-later
// Marks in frames that a machine reads back after coding, loss and scaling: a frame number and a flash.
//
// The number is a bar code over the top eighth of the frame: two rows of 16 black or white cells. The first cell is
// always white and the last always black (references); between them stand 24 bits of number as a Gray code, so that few
// cells change from one frame to the next, and 6 check bits that find every two wrong cells. The flash is a square in
// the bottom right corner. All places are shares of the frame, so marks survive scaling.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/units.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// Frame numbers wrap to zero here.
inline constexpr std::uint32_t kFrameNumberCount = 1U << 24;
/// Interval of the flashes and of the beeps with them, the first at media time 0.
inline constexpr Duration kFlashInterval = 1s;
/// Duration of a flash; at least one frame whatever the frame rate.
inline constexpr Duration kFlashDuration = 100ms;

/// Draws the bar code of `frame_number` (modulo kFrameNumberCount) and the flash patch, white when `flash`, else black,
/// over `frame` (each side >= 16).
void add_marks(FrameBuffer& picture, std::uint32_t frame_number, bool flash);

/// The frame number in a marked frame; nothing when it cannot be read for certain.
[[nodiscard]] std::optional<std::uint32_t> read_frame_number(const FrameBuffer& picture);

/// True if the flash patch of a marked frame is white. Meaningless in a frame without marks.
[[nodiscard]] bool flash_is_on(const FrameBuffer& picture);

/// True if the frame at `media_time` (>= 0), `interval` after the one before it, shows the flash: the first frame at or
/// after each whole kFlashInterval, and those that follow within kFlashDuration.
[[nodiscard]] bool flash_is_due(Duration media_time, Duration interval);

}  // namespace counterpoint
