// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/srtp_keys.h"

#include <cassert>

#include "core/base/rng.h"

namespace counterpoint {

std::string_view to_string(SrtpProfile profile) {
  return profile == SrtpProfile::kAeadAes128Gcm ? "SRTP_AEAD_AES_128_GCM" : "SRTP_AES128_CM_HMAC_SHA1_80";
}

std::size_t srtp_salt_size(SrtpProfile profile) { return profile == SrtpProfile::kAeadAes128Gcm ? 12 : 14; }

std::size_t keying_material_size(SrtpProfile profile) { return 2 * (kSrtpMasterKeySize + srtp_salt_size(profile)); }

SrtpKeys split_keying_material(SrtpProfile profile, ByteView material, DtlsRole role) {
  assert(material.size() == keying_material_size(profile));
  const std::size_t salt_size = srtp_salt_size(profile);
  const auto side = [&](DtlsRole of) {
    const std::size_t place = of == DtlsRole::kClient ? 0 : 1;
    const ByteView key = material.subspan(place * kSrtpMasterKeySize, kSrtpMasterKeySize);
    const ByteView salt = material.subspan(2 * kSrtpMasterKeySize + place * salt_size, salt_size);
    Bytes keys(key.begin(), key.end());
    keys.insert(keys.end(), salt.begin(), salt.end());
    return keys;
  };
  return {.profile = profile, .local = side(role), .remote = side(peer_of(role))};
}

SrtpKeys keys_from_seed(std::uint64_t seed, DtlsRole role) {
  Rng rng(seed);
  Bytes material(keying_material_size(SrtpProfile::kAeadAes128Gcm));
  for (std::uint8_t& byte : material) byte = static_cast<std::uint8_t>(rng.next());
  return split_keying_material(SrtpProfile::kAeadAes128Gcm, material, role);
}

SrtpKeys loop_keys_from_seed(std::uint64_t seed) {
  SrtpKeys keys = keys_from_seed(seed, DtlsRole::kClient);
  keys.remote = keys.local;
  return keys;
}

}  // namespace counterpoint
