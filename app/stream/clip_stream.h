// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/call/call_options.h"
#include "core/base/result.h"
#include "core/model/session_stats.h"
#include "net/adapters/endpoint.h"

namespace counterpoint {

/// A clip for receivers that know RTP but not our signalling (ffplay, GStreamer, VLC): RFC 2250 video to a port, its
/// audio as Opus to the next but one, each with its RTCP. They tell nothing back, so its rate is fixed.
struct ClipStream {
  std::string file;
  Endpoint to;                      ///< Destination of the video.
  CallOptions options;              ///< The rate of `point`, audio_rate, max_datagram, loop_clip, log and seed.
  std::function<bool()> cancelled;  ///< Asked several times a second.
  std::function<void(const std::string&)> note;  ///< Gets what the user should know of the clip while it plays.
};

/// The description that such a receiver needs (RFC 8866).
[[nodiscard]] std::string clip_stream_sdp(const ClipStream& stream, bool has_audio);

/// Plays it in real time, in this thread, to its end; gives the final statistics. Errors: of the file, the address, the
/// log.
[[nodiscard]] Result<SessionStats> run_clip_stream(const ClipStream& stream);

}  // namespace counterpoint
