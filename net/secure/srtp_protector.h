// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "net/rtp/packet_protection.h"
#include "net/secure/srtp_keys.h"

// A session of libsrtp.
struct srtp_ctx_t_;

namespace counterpoint {

/// SRTP and SRTCP (RFC 3711, RFC 7714) of one call, by libsrtp.
///
/// 1. Packets of one source are protected in the order of their sequence numbers. The same packet may be protected once
///    more, with the same result: what is sent again as it was.
/// 2. A packet that arrives up to kReplayWindow behind the latest of its source is taken, once.
/// 3. Sources are created by their first authentic packet. A peer may have kMaxSources of them: more would cost memory.
class SrtpProtector final : public PacketProtection {
 public:
  /// Lets libsrtp get ready, which takes tens of milliseconds once in a program; otherwise, the first create() does.
  /// Any thread may call it.
  static void prepare();
  /// Errors: kInternal when libsrtp fails.
  [[nodiscard]] static Result<std::unique_ptr<SrtpProtector>> create(const SrtpKeys& keys);

  [[nodiscard]] bool protect_rtp(Bytes& packet) override;
  [[nodiscard]] bool protect_rtcp(Bytes& packet) override;
  [[nodiscard]] bool unprotect_rtp(Bytes& packet) override;
  [[nodiscard]] bool unprotect_rtcp(Bytes& packet) override;
  [[nodiscard]] DataSize rtp_overhead() const override;

  /// Packets; a second of the fastest video and its retransmissions.
  static constexpr unsigned kReplayWindow = 1024;
  /// Three are in use; a peer's program may count retransmissions and reports otherwise.
  static constexpr std::size_t kMaxSources = 16;

 private:
  using Session = std::shared_ptr<srtp_ctx_t_>;
  SrtpProtector(SrtpProfile profile, Session outbound, Session inbound)
      : profile_(profile), outbound_(std::move(outbound)), inbound_(std::move(inbound)) {}
  [[nodiscard]] bool may_be_source(std::uint32_t ssrc) const;
  void remember_source(std::uint32_t ssrc);

  SrtpProfile profile_;
  Session outbound_;
  Session inbound_;
  std::vector<std::uint32_t> sources_;  ///< Those of the peer that were authentic.
};

}  // namespace counterpoint
