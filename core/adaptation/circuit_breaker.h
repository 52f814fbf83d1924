// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/adaptation/mode/estimator.h"
#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// A report block of the peer about one of our streams (RFC 3550, 6.4.1).
struct Reception {
  StreamKind stream = StreamKind::kVideo;
  std::uint16_t highest_sequence = 0;  ///< The highest that arrived.
  double fraction_lost = 0;            ///< 0 to 1, since the report before.
  std::optional<Duration> round_trip_time;
};

/// Stops video on a path that plainly fails, whatever the mode (RFC 8083, section 4). It opens when
///
/// 1. no report tells of video for 3 Td, Td at least 5 s (RTCP timeout);
/// 2. what reports say is the highest sequence number does not grow, although video is sent (media timeout);
/// 3. for CB_INTERVAL reports in a row the rate sent exceeds ten times what TCP would send at the loss and the round
///    trip that they show (congestion);
/// 4. so much is lost for so long that no frame is of use (media usability).
///
/// Reports that cannot be true, or that tell nothing newer than others did, do not count: whoever sends such must not
/// be able to stop video. Audio is never stopped. The breaker closes again after a pause that doubles each time, if the
/// audio's reports show that the path has recovered.
class CircuitBreaker {
 public:
  struct Config {
    bool enabled = true;            ///< False: for controls that are to show what happens without.
    Duration report_interval = 1s;  ///< Tdr, 0.5 to 5 s: between RTCP reports.
    double factor = 10;             ///< > 1, times TCP's rate; RFC 8083's.
    int timeout_reports = 5;        ///< k, >= 1, of MEDIA_TIMEOUT; RFC 8083's.
    /// 0 to 1: of video's packets. At a half hardly a frame of several packets is whole, and repairs do not keep up.
    double unusable_loss = 0.5;
    int unusable_reports = 10;  ///< >= 1, in a row: RFC 8083 leaves it to the application.
    /// > 0. Pause before video is tried again for the first time: about as long as it takes to open.
    Duration first_pause = 5s;
    Duration max_pause = 160s;     ///< >= first_pause. After it, video is tried even if nothing is heard.
    double recovered_loss = 0.05;  ///< 0 to 1: of audio's packets, for the path to count as recovered.
  };
  explicit CircuitBreaker(const Config& config) : config_(config) {}

  /// Each packet that leaves.
  void handle_departure(const SentPacket& packet);
  void handle_reception(const Reception& reception, Duration frame_interval, Timestamp now);
  void handle_feedback(const FeedbackReport& report);
  void poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const { return deadline_; }

  /// Video must not be sent.
  [[nodiscard]] bool is_open() const { return open_; }
  /// The reason why it opened or closed, in words and figures.
  [[nodiscard]] const Message& cause() const { return cause_; }
  [[nodiscard]] const std::string& evidence() const { return evidence_; }

 private:
  /// Reports in a row that showed something.
  struct Count {
    int reports = 0;
    /// There are `needed` now.
    bool add(bool shown, int needed) { return (reports = shown ? reports + 1 : 0) >= needed; }
  };
  [[nodiscard]] DataRate allowed_rate(double loss) const;
  [[nodiscard]] int congestion_reports(Duration frame_interval) const;
  [[nodiscard]] int media_timeout_reports(Duration frame_interval) const;
  [[nodiscard]] bool is_plausible(const Reception& reception, Timestamp now) const;
  void judge_video(const Reception& reception, Duration frame_interval, Timestamp now);
  void forget_interval(Timestamp now);
  void open(Message cause, std::string evidence, Timestamp now);
  void close(Timestamp now);

  Config config_;
  bool open_ = false;
  Message cause_;
  std::string evidence_;
  Duration round_trip_time_ = 100ms;
  DataSize sent_;  ///< Video, since the last report about it, as are packets_ and since_.
  std::int64_t packets_ = 0;
  std::optional<Timestamp> since_;
  Timestamp last_sent_at_{};
  std::optional<std::uint16_t> sent_sequence_;     ///< The last one.
  std::optional<std::uint16_t> highest_sequence_;  ///< In the last report.
  Timestamp judged_at_{};
  Count congested_;
  Count stalled_;
  Count unusable_;
  Duration pause_{};
  Timestamp opened_at_{};
  std::optional<Timestamp> closed_at_;  ///< The last time.
  bool recovered_ = false;              ///< Audio's last report, since it opened.
  Timestamp deadline_ = kNever;
};

}  // namespace counterpoint
