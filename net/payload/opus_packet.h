// SPDX-License-Identifier: GPL-3.0-or-later
// The header of Opus packets (RFC 6716 section 3), without decoding them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/bytes.h"

namespace counterpoint {

/// RFC 6716 section 3.2.5: three frames of 20 ms, the largest that offers of this program ask for.
inline constexpr std::size_t kMaxOpusPacketSize = 3831;
/// 120 ms (RFC 6716 section 3.2.5, R5).
inline constexpr std::int64_t kMaxOpusPacketSamples = 5760;

/// The duration of a packet in samples at 48 kHz, 120 to kMaxOpusPacketSamples; 0 for what is no Opus packet.
[[nodiscard]] std::int64_t opus_packet_samples(ByteView packet);

/// The same of one of its frames, of which it may have several.
[[nodiscard]] std::int64_t opus_frame_samples(ByteView packet);

/// True if a packet carries a low bit-rate copy of the frame before it (RFC 6716 sections 3.1 and 4.2.3): in the
/// first of its frames.
[[nodiscard]] bool opus_packet_has_fec(ByteView packet);

}  // namespace counterpoint
