// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "net/receive/reception_statistics.h"
#include "net/rtp/ntp.h"
#include "net/rtp/rtcp.h"

namespace counterpoint {

/// Remembers a source's last sender report, so that its report block can carry "last SR" and "delay since last SR"
/// (RFC 3550 section 6.4.1), from which the sender computes the round trip time.
class ReportTiming {
 public:
  void handle_sender_report(std::uint64_t ntp, Timestamp now) { last_ = Last{compact_ntp(ntp), now}; }

  [[nodiscard]] ReportBlock make_block(std::uint32_t ssrc, const ReceptionReport& report, Timestamp now) const {
    ReportBlock block{.ssrc = ssrc,
                      .fraction_lost = report.fraction_lost,
                      .cumulative_lost = report.cumulative_lost,
                      .highest_sequence = report.highest_sequence,
                      .jitter = report.jitter};
    if (last_) {
      block.last_sr = last_->ntp;
      block.delay_since_last_sr = to_compact_duration(now - last_->received_at);
    }
    return block;
  }

 private:
  struct Last {
    std::uint32_t ntp;
    Timestamp received_at;
  };
  std::optional<Last> last_;
};

/// The round trip time that a report block of the peer shows at `now`; nothing when it cannot or makes no sense.
[[nodiscard]] inline std::optional<Duration> round_trip_time(const ReportBlock& block, Timestamp now) {
  if (block.last_sr == 0) return std::nullopt;
  const std::uint32_t units = compact_ntp(to_ntp(now)) - block.last_sr - block.delay_since_last_sr;
  constexpr std::uint32_t kOneMinute = 60U << 16;  // More is a wrong or hostile report, less than 0 wraps to more.
  if (units > kOneMinute) return std::nullopt;
  return from_compact_duration(units);
}

}  // namespace counterpoint
