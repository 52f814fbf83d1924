// SPDX-License-Identifier: GPL-3.0-or-later
// Between mid and side (core/model/audio_format.h) and the interleaved samples, left before right, of codecs, files and
// devices.
#pragma once

#include <span>
#include <vector>

namespace counterpoint {

/// Audio of any length.
struct AudioPiece {
  std::vector<float> samples;  ///< The only channel, or the mid.
  std::vector<float> side;     ///< It is empty for mono, else as long as `samples`.
};

/// Reads `interleaved`, which is twice as long as `mid` and `side`.
void split_channels(std::span<const float> interleaved, std::span<float> mid, std::span<float> side);

/// Fills `interleaved`, which is twice as long as `mid` and `side`.
void join_channels(std::span<const float> mid, std::span<const float> side, std::span<float> interleaved);

/// Keeps both channels within [-1, 1].
void limit_channels(std::span<float> mid, std::span<float> side);

/// True if both channels are the same.
[[nodiscard]] bool is_mono(std::span<const float> side);

}  // namespace counterpoint
