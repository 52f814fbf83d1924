// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the video streams of a multiplex, to choose from.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/bytes.h"
#include "media/mpeg_systems/program_map.h"
#include "media/mpeg_systems/stream_kind.h"

namespace counterpoint::mpeg {

/// Bytes from the beginning of a multiplex that find_video_streams() needs, if the file is as long: more than a second
/// of 60 Mbit/s, in which each program map table and each sequence header comes at least once.
inline constexpr std::size_t kVideoSearchSize = std::size_t{8} << 20;

/// The video streams of the file of `kind` that begins with `beginning`, by program and in the order of its table; in a
/// program stream by stream_id. A stream that several programs share counts once. Nothing for an elementary stream.
[[nodiscard]] std::vector<VideoStream> find_video_streams(StreamKind kind, ByteView beginning);

}  // namespace counterpoint::mpeg
