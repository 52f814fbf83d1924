// SPDX-License-Identifier: GPL-3.0-or-later
// The one audio format in libpulse's terms.
#pragma once

#include <pulse/def.h>
#include <pulse/sample.h>

#include <cstdint>

#include "core/model/audio_format.h"

namespace counterpoint {

/// 1 or 2 channels; 2 are interleaved, left before right.
[[nodiscard]] constexpr pa_sample_spec pulse_format(std::uint8_t channels) {
  return {.format = PA_SAMPLE_FLOAT32NE, .rate = kAudioSampleRate, .channels = channels};
}

[[nodiscard]] constexpr std::uint32_t pulse_block_bytes(std::uint8_t channels) {
  return channels * static_cast<std::uint32_t>(kAudioBlockSamples * sizeof(float));
}

/// Block by block; all else is left to the server.
[[nodiscard]] constexpr pa_buffer_attr pulse_buffers(std::uint8_t channels) {
  return {.maxlength = UINT32_MAX,
          .tlength = UINT32_MAX,
          .prebuf = UINT32_MAX,
          .minreq = pulse_block_bytes(channels),
          .fragsize = pulse_block_bytes(channels)};
}

}  // namespace counterpoint
