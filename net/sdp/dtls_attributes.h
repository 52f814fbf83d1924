// SPDX-License-Identifier: GPL-3.0-or-later
// The attributes of SDP by which two hosts agree on a DTLS association for their media (RFC 5763, RFC 8842).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "net/sdp/session_description.h"
#include "net/secure/fingerprint.h"

namespace counterpoint {

/// The protocols of media that DTLS-SRTP protects (RFC 5764 section 8): with immediate feedback, which is ours, and
/// without.
inline constexpr std::string_view kSecureProtocol = "UDP/TLS/RTP/SAVPF";
inline constexpr std::string_view kSecureProtocolWithoutFeedback = "UDP/TLS/RTP/SAVP";
/// True for media that nothing protects (RFC 3551, RFC 4585).
[[nodiscard]] bool is_plain_rtp(const MediaDescription& media);

/// The side that begins the handshake (a=setup, RFC 4145): the describing host, its peer, or either.
enum class DtlsSetup : std::uint8_t { kActive, kPassive, kActPass };

struct DtlsAttributes {
  DtlsSetup setup = DtlsSetup::kActPass;
  Fingerprint fingerprint;
};

/// `tls_id` names the association (RFC 8842 section 4); empty: it is not named.
void add_dtls(MediaDescription& media, const DtlsAttributes& dtls, const std::string& tls_id);

/// Reads those of `media`, else of `description`; the first fingerprint by SHA-256 counts. Errors: kRefused when there
/// is none, or nobody may begin the handshake.
[[nodiscard]] Result<DtlsAttributes> read_dtls(const SessionDescription& description, const MediaDescription& media);

}  // namespace counterpoint
