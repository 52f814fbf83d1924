// SPDX-License-Identifier: GPL-3.0-or-later
// Writes one medium of our offer or answer, and says which numbers our offers use.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/time.h"
#include "core/model/encoded_frame.h"
#include "net/sdp/dtls_attributes.h"
#include "net/sdp/media_attributes.h"
#include "net/sdp/session_description.h"

namespace counterpoint {

inline constexpr std::string_view kMidExtensionUri = "urn:ietf:params:rtp-hdrext:sdes:mid";

/// A video codec with its payload types.
struct VideoFormat {
  VideoCodec codec = VideoCodec::kVp8;
  std::uint8_t payload_type = 0;
  std::uint8_t rtx_payload_type = 0;  ///< 0: no retransmission stream.
};

// Identifiers in our offers. Answers use those of the offer.
inline constexpr std::string_view kAudioMid = "0";
inline constexpr std::string_view kVideoMid = "1";
inline constexpr std::uint8_t kMidExtensionId = 1;
inline constexpr std::uint8_t kOpusPayloadType = 111;
inline constexpr std::array<VideoFormat, 3> kVideoFormats = {{
    {.codec = VideoCodec::kVp8, .payload_type = 96, .rtx_payload_type = 97},
    {.codec = VideoCodec::kVp9, .payload_type = 98, .rtx_payload_type = 99},
    // The static payload type of RFC 3551, which receivers know without SDP.
    {.codec = VideoCodec::kMpeg, .payload_type = 32, .rtx_payload_type = 100},
}};

inline constexpr std::uint8_t kFlexFecPayloadType = 101;

/// Our numbers for `codec`.
[[nodiscard]] VideoFormat offered_format(VideoCodec codec);

/// The attribute of a session that names the program and its version (RFC 8866 section 6.4).
inline constexpr std::string_view kToolAttribute = "tool";
inline constexpr std::size_t kMaxToolSize = 100;  ///< Bytes that are kept of a peer's.
/// The attribute of a session whose side understands the signalling message STATE.
inline constexpr std::string_view kMediaStateAttribute = "counterpoint-state";
inline constexpr std::string_view kMediaStateVersion = "1";
inline constexpr std::string_view kMessagesAttribute = "counterpoint-messages";
inline constexpr std::string_view kMessagesVersion = "1";
/// The attribute of an offer whose side takes an answer while it rings.
inline constexpr std::string_view kEarlyAnswerAttribute = "counterpoint-early-answer";
inline constexpr std::string_view kEarlyAnswerVersion = "1";
/// The attribute of a session whose side looks for its peer by inboxes when both have moved.
inline constexpr std::string_view kCandidateExchangeAttribute = "counterpoint-candidate-exchange";
inline constexpr std::string_view kCandidateExchangeVersion = "1";
/// The attribute of who can split aggregated datagrams; its value is the version of the format (docs/PROTOCOL.md).
inline constexpr std::string_view kAggregationAttribute = "counterpoint-aggregation";
inline constexpr std::string_view kAggregationVersion = "1";

/// The attribute of a video medium whose RTP packets may go over a TCP connection (docs/PROTOCOL.md): "tcp" in an
/// offer, "tcp PORT" in an answer.
inline constexpr std::string_view kVideoTransportAttribute = "counterpoint-video-transport";

/// Properties common to both kinds of media.
struct MediaSection {
  std::string_view kind;  ///< "audio" or "video".
  std::string_view protocol = kSecureProtocol;
  std::uint16_t port = 0;  ///< 0 in an offer: only together with the first medium (a=bundle-only).
  std::string_view mid;    ///< Empty: none.
  Direction direction;
  std::uint8_t mid_extension_id = 0;  ///< 0: none.
  bool congestion_feedback = false;
  bool reduced_size_rtcp = false;
  bool aggregation = false;
  std::string_view video_transport;  ///< The value of kVideoTransportAttribute; empty: none.
};

/// The medium without formats and sources.
[[nodiscard]] MediaDescription begin_section(const MediaSection& section);

/// Adds Opus (RFC 7587 section 7), in packets of `packet_time` if the peer likes. With `stereo`, this host plays it,
/// and may send it.
void add_opus(MediaDescription& media, std::uint8_t payload_type, Duration packet_time, bool stereo);

/// Adds a video format, its feedback messages, and RTX (RFC 4588 section 8.6) if it has a payload type for it.
void add_video(MediaDescription& media, const VideoFormat& format, bool nack, bool pli);

/// Adds FlexFEC (RFC 8627 section 5.1).
void add_flex_fec(MediaDescription& media, std::uint8_t payload_type);

/// Adds the SSRC and, unless they are 0, those of its retransmissions and of its repair packets.
void add_sources(MediaDescription& media, const MediaSources& sources);

}  // namespace counterpoint
