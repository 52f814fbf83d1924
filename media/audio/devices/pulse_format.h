// SPDX-License-Identifier: GPL-3.0-or-later
// The one audio format in libpulse's terms.
#pragma once

#include <pulse/def.h>
#include <pulse/sample.h>

#include <cstdint>

#include "core/model/audio_format.h"

namespace counterpoint {

inline constexpr pa_sample_spec kPulseFormat{.format = PA_SAMPLE_FLOAT32NE, .rate = kAudioSampleRate, .channels = 1};
inline constexpr std::uint32_t kPulseBlockBytes = kAudioBlockSamples * sizeof(float);

/// Block by block; all else is left to the server.
inline constexpr pa_buffer_attr kPulseBuffers{.maxlength = UINT32_MAX,
                                              .tlength = UINT32_MAX,
                                              .prebuf = UINT32_MAX,
                                              .minreq = kPulseBlockBytes,
                                              .fragsize = kPulseBlockBytes};

}  // namespace counterpoint
