// SPDX-License-Identifier: GPL-3.0-or-later
// The input of the fuzz target "session": one byte of features, then datagrams, each after the time since the last (an
// byte) and its size (two bytes).
#pragma once

#include <cstdint>

#include "core/base/bytes.h"
#include "net/sdp/offer_answer.h"

namespace counterpoint {

/// The session that the target has negotiated with its peer, by the bits of `features`: reports of arrival, NACK, RTX,
/// PLI, reduced-size RTCP, names of streams (SSRCs), VP9.
[[nodiscard]] inline NegotiatedSession fuzzed_session(std::uint8_t features) {
  const auto has = [features](int bit) { return ((features >> bit) & 1) != 0; };
  NegotiatedSession session = loop_session({.port = 1,
                                            .audio_ssrc = 0x11111111,
                                            .video_ssrc = 0x22222222,
                                            .rtx_ssrc = 0x33333333,
                                            .fec_ssrc = 0x44444444,
                                            .cname = "fuzz",
                                            .session_id = 1});
  session.congestion_feedback = has(0);
  session.nack = has(1);
  session.rtx = has(1) && has(2);
  session.pli = has(3);
  session.reduced_size_rtcp = has(4);
  if (!has(5))
    session.audio.remote_ssrc = session.video.remote_ssrc = session.video.remote_rtx_ssrc =
        session.video.remote_fec_ssrc = 0;
  session.video_codec = has(6) ? VideoCodec::kVp9 : VideoCodec::kVp8;
  session.clip_payload_type = has(7) ? 32 : 0;
  return session;
}

/// Adds one datagram to `stream`, `milliseconds` after the one before it.
inline void append_datagram(Bytes& stream, ByteView datagram, std::uint8_t milliseconds) {
  stream.push_back(milliseconds);
  stream.push_back(static_cast<std::uint8_t>(datagram.size() >> 8));
  stream.push_back(static_cast<std::uint8_t>(datagram.size() & 0xFF));
  stream.insert(stream.end(), datagram.begin(), datagram.end());
}

}  // namespace counterpoint
