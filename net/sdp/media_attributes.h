// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the attributes of a peer's media that a call needs. Malformed attributes count as absent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/sdp/session_description.h"

namespace counterpoint {

/// A payload type of an RTP medium (a=rtpmap and a=fmtp, RFC 8866 sections 6.6 and 6.15).
struct PayloadFormat {
  std::uint8_t payload_type = 0;  ///< 0 to 127, without 64 to 95, which collide with RTCP (RFC 5761 section 4).
  std::string_view encoding;      ///< "opus", "VP8", "rtx", ...; compare ignoring case.
  std::uint32_t clock_rate = 0;   ///< In Hz.
  std::string_view parameters;    ///< Value of its first a=fmtp; empty for none.
};

/// The formats of `media` that have an a=rtpmap, in the order of its m= line. Valid as long as `media`.
[[nodiscard]] std::vector<PayloadFormat> read_payload_formats(const MediaDescription& media);

/// The value of `name` in "name=value;name=value", or nothing.
[[nodiscard]] std::optional<std::string_view> find_parameter(std::string_view parameters, std::string_view name);

/// True if `media` has an a=rtcp-fb (RFC 4585 section 4.2) of this value, "nack pli" for one, for all payload types, or
/// for `payload_type`.
[[nodiscard]] bool has_feedback(const MediaDescription& media, std::optional<std::uint8_t> payload_type,
                                std::string_view value);

/// Direction of media, seen from the describing host.
struct Direction {
  bool send = true;
  bool receive = true;
};

/// Direction of `media`, else of `description`, else both ways (RFC 8866 section 6.7).
[[nodiscard]] Direction read_direction(const SessionDescription& description, const MediaDescription& media);

/// "sendrecv", "sendonly", "recvonly" or "inactive".
[[nodiscard]] std::string_view direction_name(Direction direction);

/// SSRCs of a medium's first stream, its retransmissions (a=ssrc-group:FID) and its repair packets (FEC-FR; RFC 5576).
struct MediaSources {
  std::uint32_t ssrc = 0;      ///< 0: not told.
  std::uint32_t rtx_ssrc = 0;  ///< 0: not told.
  std::uint32_t fec_ssrc = 0;  ///< 0: not told.
  std::string cname;           ///< Empty: not told.
};
[[nodiscard]] MediaSources read_sources(const MediaDescription& media);

/// The id, 1 to 14, that a=extmap (RFC 8285 section 5) gives the header extension `uri` both ways; 0 for none.
[[nodiscard]] std::uint8_t read_extension_id(const MediaDescription& media, std::string_view uri);

/// True if one BUNDLE group (RFC 9143) of `description` holds both.
[[nodiscard]] bool is_bundled(const SessionDescription& description, std::string_view mid, std::string_view other_mid);

}  // namespace counterpoint
