// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/srtp_protector.h"

#include <srtp2/srtp.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/byte_reader.h"

namespace counterpoint {
namespace {

constexpr std::size_t kRtpSsrcOffset = 8;
constexpr std::size_t kRtcpSsrcOffset = 4;

bool library_is_ready() {
  static const bool kReady = srtp_init() == srtp_err_status_ok;
  return kReady;
}

/// Null when libsrtp fails.
std::shared_ptr<srtp_ctx_t_> make_session(SrtpProfile profile, Bytes key, srtp_ssrc_type_t sources) {
  srtp_policy_t policy{};
  if (profile == SrtpProfile::kAeadAes128Gcm) {
    srtp_crypto_policy_set_aes_gcm_128_16_auth(&policy.rtp);
    srtp_crypto_policy_set_aes_gcm_128_16_auth(&policy.rtcp);
  } else {
    srtp_crypto_policy_set_aes_cm_128_hmac_sha1_80(&policy.rtp);
    srtp_crypto_policy_set_aes_cm_128_hmac_sha1_80(&policy.rtcp);
  }
  policy.ssrc.type = sources;
  policy.key = key.data();
  policy.window_size = SrtpProtector::kReplayWindow;
  policy.allow_repeat_tx = 1;
  srtp_t session = nullptr;
  if (srtp_create(&session, &policy) != srtp_err_status_ok) return nullptr;
  return {session, [](srtp_t made) { static_cast<void>(srtp_dealloc(made)); }};
}

/// 0 if the packet is too short to have one.
std::uint32_t ssrc_at(const Bytes& packet, std::size_t offset) {
  if (packet.size() < offset + 4) return 0;
  ByteReader reader(ByteView(packet).subspan(offset));
  return reader.u32();
}

/// Calls `function` of libsrtp, which changes a packet and its length.
template <typename Function>
bool change(Function function, srtp_t session, Bytes& packet, std::size_t room) {
  int length = static_cast<int>(packet.size());
  packet.resize(packet.size() + room);
  const bool changed = function(session, packet.data(), &length) == srtp_err_status_ok;
  if (changed) packet.resize(static_cast<std::size_t>(length));
  return changed;
}

}  // namespace

void SrtpProtector::prepare() { (void)library_is_ready(); }

Result<std::unique_ptr<SrtpProtector>> SrtpProtector::create(const SrtpKeys& keys) {
  const std::size_t size = kSrtpMasterKeySize + srtp_salt_size(keys.profile);
  if (library_is_ready() && keys.local.size() == size && keys.remote.size() == size) {
    Session outbound = make_session(keys.profile, keys.local, ssrc_any_outbound);
    Session inbound = make_session(keys.profile, keys.remote, ssrc_any_inbound);
    if (outbound && inbound) {
      return std::unique_ptr<SrtpProtector>(new SrtpProtector(keys.profile, std::move(outbound), std::move(inbound)));
    }
  }
  return Error{ErrorKind::kInternal, "libsrtp cannot protect the media"};
}

bool SrtpProtector::protect_rtp(Bytes& packet) {
  return change(srtp_protect, outbound_.get(), packet, SRTP_MAX_TRAILER_LEN);
}

bool SrtpProtector::protect_rtcp(Bytes& packet) {
  return change(srtp_protect_rtcp, outbound_.get(), packet, SRTP_MAX_TRAILER_LEN + sizeof(std::uint32_t));
}

bool SrtpProtector::unprotect_rtp(Bytes& packet) {
  const std::uint32_t ssrc = ssrc_at(packet, kRtpSsrcOffset);
  if (!may_be_source(ssrc) || !change(srtp_unprotect, inbound_.get(), packet, 0)) return false;
  remember_source(ssrc);
  return true;
}

bool SrtpProtector::unprotect_rtcp(Bytes& packet) {
  const std::uint32_t ssrc = ssrc_at(packet, kRtcpSsrcOffset);
  if (!may_be_source(ssrc) || !change(srtp_unprotect_rtcp, inbound_.get(), packet, 0)) return false;
  remember_source(ssrc);
  return true;
}

DataSize SrtpProtector::rtp_overhead() const {
  return DataSize::bytes(profile_ == SrtpProfile::kAeadAes128Gcm ? 16 : 10);
}

bool SrtpProtector::may_be_source(std::uint32_t ssrc) const {
  return sources_.size() < kMaxSources || std::ranges::find(sources_, ssrc) != sources_.end();
}

void SrtpProtector::remember_source(std::uint32_t ssrc) {
  if (std::ranges::find(sources_, ssrc) == sources_.end()) sources_.push_back(ssrc);
}

}  // namespace counterpoint
