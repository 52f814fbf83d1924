// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace counterpoint {

/// Larger descriptions are refused before anything is kept of them.
inline constexpr std::size_t kMaxSdpSize = 65'536;  ///< Bytes.
inline constexpr std::size_t kMaxSdpLines = 2048;
inline constexpr std::size_t kMaxSdpMedia = 32;
inline constexpr std::size_t kMaxSdpFormats = 256;  ///< In one m= line.

/// An a= line: "name:value", or a flag with an empty value.
struct SdpAttribute {
  std::string name;
  std::string value;
  bool operator==(const SdpAttribute&) const = default;
};

/// An m= line with what belongs to it.
struct MediaDescription {
  std::string kind;                  ///< "audio", "video", "application", ...
  std::uint16_t port = 0;            ///< 0: refused, or a bundle-only medium of an offer (RFC 9143).
  std::string protocol;              ///< "UDP/TLS/RTP/SAVPF", ...
  std::vector<std::string> formats;  ///< Payload types for RTP, in order of preference; at least one.
  std::string connection_address;    ///< Address of its c= line; empty for none.
  std::vector<SdpAttribute> attributes;
  bool operator==(const MediaDescription&) const = default;
};

/// A session description (RFC 8866), as far as it matters to a call: i=, u=, e=, p=, b=, t=, r=, z= and k= are skipped.
struct SessionDescription {
  std::string user_name = "-";
  std::uint64_t session_id = 0;
  std::uint64_t session_version = 0;
  std::string origin_address;
  std::string session_name = "-";
  std::string connection_address;  ///< Address of the session's c= line; empty for none.
  std::vector<SdpAttribute> attributes;
  std::vector<MediaDescription> media;
  bool operator==(const SessionDescription&) const = default;
};

/// The value of the first attribute called `name`, or nothing. Valid as long as `attributes`.
[[nodiscard]] const std::string* find_attribute(const std::vector<SdpAttribute>& attributes, std::string_view name);

/// The description as text with CRLF line ends. Line breaks within fields become spaces.
[[nodiscard]] std::string write_sdp(const SessionDescription& description);

/// Reads a description; lines may end with LF alone. Errors: kMalformed, with the number of the line.
Result<SessionDescription> parse_sdp(std::string_view text);

}  // namespace counterpoint
