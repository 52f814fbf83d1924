// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/time.h"
#include "net/emulation/tcp/tcp_packet.h"

namespace counterpoint {

/// The rate at which segments came through, up to an acknowledgement (draft-cheng-iccrg-delivery-rate-estimation).
struct TcpRateSample {
  std::int64_t delivered = 0;        ///< Segments, in `interval`.
  Duration interval{};               ///< > 0; the longer of the times in which they were sent and acknowledged.
  std::int64_t prior_delivered = 0;  ///< Delivered by the connection when the latest of them was sent.
  bool limited_by_data = false;      ///< The sender had less to send than it might have.
};

/// The segments of one TCP connection that are sent and not yet acknowledged, and which of them are lost: RACK (RFC
/// 8985) as in Linux, with the duplicate-acknowledgement threshold of RFC 6675 until reordering has been seen.
class TcpScoreboard {
 public:
  static constexpr std::int64_t kDuplicateThreshold = 3;  ///< RFC 6675, 2: DupThresh.

  /// News from one acknowledgement.
  struct News {
    bool advanced = false;           ///< It acknowledged more cumulatively.
    std::int64_t acknowledged = 0;   ///< It acknowledged so many bytes more.
    std::int64_t delivered = 0;      ///< Segments acknowledged or SACKed for the first time.
    bool duplicate = false;          ///< A D-SACK: what had come before was sent once more.
    std::optional<Duration> oldest;  ///< Round trip of the first of these, if they were sent only once.
    std::optional<Duration> latest;  ///< Round trip of the last of them.
    std::optional<TcpRateSample> rate;
  };

  /// Segments are added in order, from sequence number 0 on.
  void add(const TcpSegment& segment, Timestamp now);
  /// All that there was has been sent, and the window would allow more.
  void note_lack_of_data() { lack_of_data_until_ = delivered_ + in_flight(); }
  /// Segments that are acknowledged in part count as not acknowledged.
  [[nodiscard]] News acknowledge(const TcpAcknowledgement& acknowledgement, Timestamp now);

  /// Marks what is lost, and gives how many segments that are. `window` is how much later than others a segment may
  /// come.
  std::int64_t find_losses(Duration window, Timestamp now);
  /// The time at which find_losses() may find more without a further acknowledgement.
  [[nodiscard]] Timestamp next_loss() const { return next_loss_; }
  /// Call it after a timeout: everything that is not SACKed is lost. SACKs are forgotten when they cannot be true (RFC
  /// 2018, 8).
  void lose_all();

  /// The first lost segment that has not been sent again, which is now being sent again.
  [[nodiscard]] std::optional<TcpSegment> retransmit_lost(Timestamp now);
  /// The last of all, which is now being sent again although it is not known to be lost (RFC 8985, 7).
  [[nodiscard]] std::optional<TcpSegment> retransmit_last(Timestamp now);

  [[nodiscard]] bool empty() const { return segments_.empty(); }
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(segments_.size()); }
  /// RFC 6675's pipe, in segments.
  [[nodiscard]] std::int64_t in_flight() const { return size() - sacked_ - lost_ + retransmitted_; }
  [[nodiscard]] std::int64_t sacked() const { return sacked_; }
  [[nodiscard]] std::int64_t lost() const { return lost_; }
  /// Segments acknowledged or SACKed, in all.
  [[nodiscard]] std::int64_t delivered() const { return delivered_; }
  [[nodiscard]] bool reordering_seen() const { return reordering_seen_; }
  /// The first byte that is not acknowledged; of no meaning while empty().
  [[nodiscard]] std::uint64_t first() const { return segments_.front().sequence; }
  [[nodiscard]] Timestamp first_sent_at() const { return segments_.front().sent_at; }

 private:
  /// The connection when a segment was sent.
  struct Stamp {
    std::int64_t delivered = 0;
    Timestamp delivered_at{};
    Timestamp first_sent_at{};  // The first of the segments that were under way left then.
    bool limited_by_data = false;
  };
  struct Segment {
    std::uint64_t sequence = 0;
    std::uint32_t length = 0;
    Timestamp sent_at{};  // The last time.
    bool sacked = false;
    bool lost = false;
    bool again_in_flight = false;  // Sent again since it was lost.
    bool ever_again = false;
    Stamp stamp;

    [[nodiscard]] std::uint64_t end() const { return sequence + length; }
  };

  void deliver(Segment& segment, Timestamp now, News& news);
  void apply(const TcpAcknowledgement::Block& block, Timestamp now, News& news);
  void send_again(Segment& segment, Timestamp now);
  [[nodiscard]] Stamp make_stamp(Timestamp now);
  void follow_rate(const Segment& segment, Timestamp now);
  [[nodiscard]] std::optional<TcpRateSample> take_rate_sample();

  std::deque<Segment> segments_;
  std::int64_t sacked_ = 0;
  std::int64_t lost_ = 0;
  std::int64_t retransmitted_ = 0;  // again_in_flight.
  std::uint64_t highest_sacked_ = 0;
  bool reordering_seen_ = false;
  // RACK's latest delivered segment: by time sent, then by sequence number.
  Timestamp latest_sent_at_ = Timestamp::min();
  std::uint64_t latest_end_ = 0;
  Duration latest_round_trip_{};
  Duration min_round_trip_ = Duration::max();
  Timestamp next_loss_ = kNever;

  std::int64_t delivered_ = 0;
  Timestamp delivered_at_{};
  Timestamp first_sent_at_{};
  std::int64_t lack_of_data_until_ = 0;  // It holds until delivered_ is so large.
  // The latest sent of the segments that this acknowledgement has delivered.
  std::optional<Stamp> newest_;
  Timestamp newest_sent_at_{};
};

}  // namespace counterpoint
