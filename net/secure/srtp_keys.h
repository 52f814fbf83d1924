// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/bytes.h"

namespace counterpoint {

/// The ciphers of SRTP that we take, the first one rather (RFC 7714, RFC 5764).
enum class SrtpProfile : std::uint8_t {
  kAeadAes128Gcm,      ///< Adds 16 bytes to RTP, 20 to RTCP.
  kAes128CmSha1Tag80,  ///< Adds 10 bytes to RTP, 14 to RTCP.
};
/// The name of RFC 5764 and RFC 7714.
[[nodiscard]] std::string_view to_string(SrtpProfile profile);

inline constexpr std::size_t kSrtpMasterKeySize = 16;
/// 12 bytes with GCM, 14 with CM.
[[nodiscard]] std::size_t srtp_salt_size(SrtpProfile profile);

/// The client begins the DTLS handshake; SDP calls it active (RFC 8842).
enum class DtlsRole : std::uint8_t { kClient, kServer };
[[nodiscard]] inline DtlsRole peer_of(DtlsRole role) {
  return role == DtlsRole::kClient ? DtlsRole::kServer : DtlsRole::kClient;
}

/// The keys of one side of a call: each is a master key with its master salt behind it.
struct SrtpKeys {
  SrtpProfile profile = SrtpProfile::kAeadAes128Gcm;
  Bytes local;
  Bytes remote;
};

/// The size of what a handshake exports for `profile`: two keys and two salts.
[[nodiscard]] std::size_t keying_material_size(SrtpProfile profile);
/// The keys of side `role` from `material` of that size (RFC 5764 section 4.2).
[[nodiscard]] SrtpKeys split_keying_material(SrtpProfile profile, ByteView material, DtlsRole role);

/// Keys for calls in virtual time, which have no handshake: of both sides from one seed. They keep nothing secret.
[[nodiscard]] SrtpKeys keys_from_seed(std::uint64_t seed, DtlsRole role);
/// The same for a call with oneself: what is sent comes back.
[[nodiscard]] SrtpKeys loop_keys_from_seed(std::uint64_t seed);

}  // namespace counterpoint
