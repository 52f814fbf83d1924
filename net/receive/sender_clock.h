// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/time.h"

namespace counterpoint {

/// The time that `ticks` of an RTP clock of `clock_rate` Hz take, to a nanosecond; limited to 31 years, so that a peer
/// that drives timestamps on cannot make it overflow.
[[nodiscard]] Duration rtp_duration(std::int64_t ticks, int clock_rate);

/// Tells when the sender captured what carries an RTP timestamp.
///
/// 1. Media time is the RTP timestamp in seconds. Playout runs on it alone, so nothing a sender report says can make
///    playout jump.
/// 2. Capture time is on the sender's NTP clock (RFC 3550 6.4.1), hence the same for audio and video of one sender:
///    media time + offset(). The offset follows the sender reports, smoothed; a step is believed only when several
///    reports agree on it.
/// 3. Before the first report, the capture time is provisional: as if the first packet had taken no time at all.
class SenderClock {
 public:
  struct Config {
    int clock_rate = 90'000;  ///< Hz, > 0, of the RTP timestamps: 90000 video, 48000 Opus.
    /// 0 to 1, the weight of a new report. Default: the millisecond noise of reports is averaged out, a drift of
    /// 100 ppm between the sender's two clocks is followed to 2 ms.
    double smoothing = 0.25;
    /// 10 ms to 10 s: a report further off is an outlier or a step of the sender's clock.
    Duration step_threshold = 100ms;
    /// 1 to 10 reports in a row that must agree on a step.
    int step_confirmations = 3;
    /// 1 s to 1 h: a report whose RTP timestamp is further from the newest packet's is nonsense.
    Duration max_distance = 60s;
  };

  explicit SenderClock(const Config& config) : config_(config) {}

  /// Places the stream: called for each packet, `timestamp` unwrapped.
  void handle_packet(std::int64_t timestamp, Timestamp arrived_at);
  /// Takes a sender report: its NTP timestamp (32.32 bits) and its RTP timestamp as on the wire.
  void handle_sender_report(std::uint64_t ntp, std::uint32_t rtp_timestamp);

  [[nodiscard]] Duration media_time(std::int64_t timestamp) const {
    return rtp_duration(timestamp, config_.clock_rate);
  }
  /// Time since the sender's NTP epoch; provisional until synchronised().
  [[nodiscard]] Duration capture_time(std::int64_t timestamp) const { return media_time(timestamp) + offset_; }
  /// Capture time less media time.
  [[nodiscard]] Duration offset() const { return offset_; }
  /// True once a sender report was believed: from then on audio and video are comparable.
  [[nodiscard]] bool synchronised() const { return synchronised_; }

 private:
  void follow(Duration reported);

  Config config_;
  struct Report {
    std::uint64_t ntp;
    std::uint32_t rtp_timestamp;
  };
  std::optional<std::int64_t> newest_timestamp_;
  std::optional<Report> early_report_;  ///< A report that came before the first packet.
  Duration offset_{};
  bool synchronised_ = false;
  Duration step_candidate_{};
  int step_agreements_ = 0;
};

}  // namespace counterpoint
