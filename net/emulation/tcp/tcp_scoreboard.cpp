// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/tcp/tcp_scoreboard.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace counterpoint {

void TcpScoreboard::add(const TcpSegment& segment, Timestamp now) {
  const Stamp stamp = make_stamp(now);
  segments_.push_back({.sequence = segment.sequence, .length = segment.length, .sent_at = now, .stamp = stamp});
}

TcpScoreboard::News TcpScoreboard::acknowledge(const TcpAcknowledgement& acknowledgement, Timestamp now) {
  News news;
  bool ambiguous = false;
  while (!segments_.empty() && segments_.front().end() <= acknowledgement.next) {
    Segment& segment = segments_.front();
    // A segment sent once and acknowledged after a later SACKed one was reordered.
    if (!segment.sacked && !segment.ever_again && segment.end() < highest_sacked_) reordering_seen_ = true;
    ambiguous = ambiguous || segment.ever_again;
    deliver(segment, now, news);
    news.advanced = true;
    news.acknowledged += segment.length;
    --sacked_;
    segments_.pop_front();
  }
  // The others that were acknowledged with it may have waited for it (Karn's algorithm, RFC 6298, 3).
  if (ambiguous) news.oldest = news.latest = std::nullopt;
  bool first_block = true;
  for (const TcpAcknowledgement::Block& block : acknowledgement.blocks) {
    if (block.end <= acknowledgement.next) {
      news.duplicate = news.duplicate || first_block;
    } else {
      apply(block, now, news);
    }
    first_block = false;
  }
  news.rate = take_rate_sample();
  return news;
}

TcpScoreboard::Stamp TcpScoreboard::make_stamp(Timestamp now) {
  if (in_flight() == 0) first_sent_at_ = delivered_at_ = now;
  return {.delivered = delivered_,
          .delivered_at = delivered_at_,
          .first_sent_at = first_sent_at_,
          .limited_by_data = delivered_ < lack_of_data_until_};
}

void TcpScoreboard::follow_rate(const Segment& segment, Timestamp now) {
  ++delivered_;
  delivered_at_ = now;
  if (newest_ && segment.stamp.delivered < newest_->delivered) return;
  newest_ = segment.stamp;
  newest_sent_at_ = first_sent_at_ = segment.sent_at;
}

std::optional<TcpRateSample> TcpScoreboard::take_rate_sample() {
  const std::optional<Stamp> newest = std::exchange(newest_, std::nullopt);
  if (!newest) return std::nullopt;
  const Duration interval = std::max(newest_sent_at_ - newest->first_sent_at, delivered_at_ - newest->delivered_at);
  // A shorter time than a round trip takes says nothing of the path.
  if (interval < min_round_trip_ || interval <= Duration::zero()) return std::nullopt;
  return TcpRateSample{.delivered = delivered_ - newest->delivered,
                       .interval = interval,
                       .prior_delivered = newest->delivered,
                       .limited_by_data = newest->limited_by_data};
}

void TcpScoreboard::apply(const TcpAcknowledgement::Block& block, Timestamp now, News& news) {
  const auto before = [](const Segment& segment, std::uint64_t sequence) { return segment.sequence < sequence; };
  const std::uint64_t highest_before = highest_sacked_;
  for (auto at = std::lower_bound(segments_.begin(), segments_.end(), block.first, before);
       at != segments_.end() && at->end() <= block.end; ++at) {
    if (at->sacked) continue;
    if (!at->ever_again && at->end() < highest_before) reordering_seen_ = true;
    highest_sacked_ = std::max(highest_sacked_, at->end());
    deliver(*at, now, news);
  }
}

void TcpScoreboard::deliver(Segment& segment, Timestamp now, News& news) {
  if (segment.sacked) return;
  ++news.delivered;
  follow_rate(segment, now);
  const Duration round_trip = now - segment.sent_at;
  if (!segment.ever_again) {
    if (!news.oldest) news.oldest = round_trip;
    news.latest = round_trip;
    min_round_trip_ = std::min(min_round_trip_, round_trip);
  }
  // An answer that is too quick is to the first transmission (RFC 8985, 6.2, step 2).
  const bool ambiguous = segment.ever_again && round_trip < min_round_trip_;
  if (!ambiguous && std::tuple(segment.sent_at, segment.end()) > std::tuple(latest_sent_at_, latest_end_)) {
    latest_sent_at_ = segment.sent_at;
    latest_end_ = segment.end();
    latest_round_trip_ = round_trip;
  }
  if (segment.lost) --lost_;
  if (segment.again_in_flight) --retransmitted_;
  segment.lost = false;
  segment.again_in_flight = false;
  segment.sacked = true;
  ++sacked_;
}

std::int64_t TcpScoreboard::find_losses(Duration window, Timestamp now) {
  next_loss_ = kNever;
  if (sacked_ == 0 && retransmitted_ == 0) return 0;
  std::int64_t found = 0;
  for (Segment& segment : segments_) {
    if (segment.sacked || (segment.lost && !segment.again_in_flight)) continue;
    if (std::tuple(segment.sent_at, segment.end()) >= std::tuple(latest_sent_at_, latest_end_)) continue;
    const Timestamp lost_at = segment.sent_at + latest_round_trip_ + window;
    if (lost_at > now) {
      next_loss_ = std::min(next_loss_, lost_at);
      continue;
    }
    if (segment.again_in_flight) {
      segment.again_in_flight = false;
      --retransmitted_;
    }
    if (!segment.lost) ++lost_;
    segment.lost = true;
    ++found;
  }
  return found;
}

void TcpScoreboard::lose_all() {
  const bool untrue = !segments_.empty() && segments_.front().sacked;
  for (Segment& segment : segments_) {
    if (untrue) segment.sacked = false;
    segment.lost = !segment.sacked;
    segment.again_in_flight = false;
  }
  if (untrue) sacked_ = 0;
  retransmitted_ = 0;
  lost_ = size() - sacked_;
  next_loss_ = kNever;
}

std::optional<TcpSegment> TcpScoreboard::retransmit_lost(Timestamp now) {
  if (lost_ == retransmitted_) return std::nullopt;
  const auto found = std::find_if(segments_.begin(), segments_.end(),
                                  [](const Segment& segment) { return segment.lost && !segment.again_in_flight; });
  if (found == segments_.end()) return std::nullopt;
  found->again_in_flight = true;
  ++retransmitted_;
  send_again(*found, now);
  return TcpSegment{.sequence = found->sequence, .length = found->length};
}

std::optional<TcpSegment> TcpScoreboard::retransmit_last(Timestamp now) {
  if (segments_.empty() || segments_.back().sacked) return std::nullopt;
  Segment& last = segments_.back();
  send_again(last, now);
  return TcpSegment{.sequence = last.sequence, .length = last.length};
}

void TcpScoreboard::send_again(Segment& segment, Timestamp now) {
  segment.stamp = make_stamp(now);
  segment.sent_at = now;
  segment.ever_again = true;
}

}  // namespace counterpoint
