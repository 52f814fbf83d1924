// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/feedback/sent_packet_history.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace counterpoint {
namespace {

// The peer's time that an unwrapped report timestamp (1/65536 s) stands for, on a clock of arbitrary epoch.
Timestamp peer_time(std::int64_t units) {
  units &= 0xFFFF'FFFF'FFFF;  // Clamped to the range of Timestamp, whatever the peer's clock does.
  const std::int64_t fraction = (units & 0xFFFF) * 1'000'000'000 / 65'536;
  return Timestamp(std::chrono::seconds(units >> 16) + Duration(fraction));
}

Duration from_offset(std::uint16_t offset) { return Duration(std::int64_t{offset} * 1'000'000'000 / 1024); }

}  // namespace

struct SentPacketHistory::Match {
  struct Newest {
    Timestamp sent_at;
    Duration held;
  };
  struct Entry {
    std::uint64_t order;
    PacketFeedback feedback;
  };
  Timestamp reported_at;
  std::vector<Entry> entries;
  std::optional<Newest> newest;
  bool news = false;
};

void SentPacketHistory::handle_sent(StreamKind stream, std::uint32_t ssrc, std::int64_t sequence, DataSize size,
                                    Timestamp now) {
  Stream& source = streams_[ssrc];
  if (!source.order_of.emplace(sequence, next_order_).second) return;
  source.highest_sent = std::max(source.highest_sent, sequence);
  source.in_flight.insert(sequence);
  packets_.push_back(
      {.order = next_order_, .stream = stream, .ssrc = ssrc, .sequence = sequence, .size = size, .sent_at = now});
  ++next_order_;
  ++counters_.sent;
  counters_.sent_size += size;
  counters_.in_flight_size += size;
  forget_old(now);
}

std::optional<FeedbackReport> SentPacketHistory::match(const CongestionFeedback& feedback, Timestamp now) {
  forget_old(now);
  ++reports_;
  Match match;
  match.reported_at = peer_time(report_time_.peek(feedback.report_timestamp));
  for (const CongestionFeedback::Stream& stream : feedback.streams) match_stream(stream, match);
  settle_untold();
  if (!match.news) return std::nullopt;
  // Only a report that tells something known may move the peer's clock.
  static_cast<void>(report_time_.unwrap(feedback.report_timestamp));

  // A report that contradicts itself is taken at its better word.
  const auto key = [](const Match::Entry& e) {
    return std::tuple(e.order, !e.feedback.arrived_at.has_value(), !e.feedback.lost);
  };
  std::ranges::sort(match.entries, {}, key);
  const auto same = [](const Match::Entry& a, const Match::Entry& b) { return a.order == b.order; };
  match.entries.erase(std::unique(match.entries.begin(), match.entries.end(), same), match.entries.end());

  FeedbackReport report{.received_at = now, .packets = {}, .round_trip_time = {}};
  report.packets.reserve(match.entries.size());
  for (const Match::Entry& entry : match.entries) report.packets.push_back(entry.feedback);
  if (match.newest) {
    // The offset is rounded, so on a very short path the difference may come out just below zero.
    constexpr Duration kRounding = 1ms;
    const Duration round_trip = now - match.newest->sent_at - match.newest->held;
    if (round_trip > -kRounding) report.round_trip_time = std::max(Duration::zero(), round_trip);
  }
  return report;
}

void SentPacketHistory::match_stream(const CongestionFeedback::Stream& reported, Match& match) {
  const auto found = streams_.find(reported.ssrc);
  // A report has one block for each stream (RFC 8888, section 3.1): to repeat them would be cheap for the peer alone.
  if (found == streams_.end() || std::exchange(found->second.last_report, reports_) == reports_) {
    counters_.unknown += reported.metrics.size();
    return;
  }
  Stream& stream = found->second;
  const auto distance = static_cast<std::int16_t>(
      static_cast<std::uint16_t>(reported.begin_sequence - static_cast<std::uint16_t>(stream.highest_sent)));
  std::int64_t sequence = stream.highest_sent + distance;
  auto next = stream.order_of.lower_bound(sequence);
  for (const CongestionFeedback::Metric& metric : reported.metrics) {
    const std::int64_t wanted = sequence++;
    if (next == stream.order_of.end() || next->first != wanted) {
      ++counters_.unknown;
      continue;
    }
    Sent& sent = packet((next++)->second);
    if (sent.state == State::kAcknowledged) continue;
    if (metric.received) {
      match_arrival(sent, metric, match);
      stream.highest_acknowledged = std::max(stream.highest_acknowledged, sent.sequence);
    } else {
      match_missing(sent, false, match);
    }
  }
  settle_old(stream, stream.highest_sent + distance, match);
}

void SentPacketHistory::match_arrival(Sent& sent, const CongestionFeedback::Metric& metric, Match& match) {
  acknowledge(sent);
  match.news = true;
  if (metric.arrival_offset >= CongestionFeedback::kOffsetTooLarge) return;
  const Duration held = from_offset(metric.arrival_offset);
  match.entries.push_back({.order = sent.order,
                           .feedback = {.stream = sent.stream,
                                        .sequence = sent.sequence,
                                        .size = sent.size,
                                        .sent_at = sent.sent_at,
                                        .arrived_at = match.reported_at - held,
                                        .ecn = metric.ecn}});
  // A late or repeated report has no packet that is newer than all before, and so no misleading round-trip time.
  if (newest_acknowledged_ && sent.order <= *newest_acknowledged_) return;
  newest_acknowledged_ = sent.order;
  match.newest = {.sent_at = sent.sent_at, .held = held};
}

void SentPacketHistory::match_missing(Sent& sent, bool lost, Match& match) {
  if (!std::exchange(sent.told_missing, true) || lost) match.news = true;
  match.entries.push_back({.order = sent.order,
                           .feedback = {.stream = sent.stream,
                                        .sequence = sent.sequence,
                                        .size = sent.size,
                                        .sent_at = sent.sent_at,
                                        .arrived_at = {},
                                        .ecn = Ecn::kNotEct,
                                        .lost = lost}});
}

// `begin` is the first number that a report told of: what is before it will not be told any more.
void SentPacketHistory::settle_old(Stream& stream, std::int64_t begin, Match& match) {
  const std::int64_t overtaken = stream.highest_acknowledged - config_.loss_threshold;
  auto next = stream.in_flight.begin();
  while (next != stream.in_flight.end() && (*next <= overtaken || *next < begin)) {
    Sent& sent = packet(stream.order_of.at(*next++));
    if (sent.told_missing && sent.sequence <= overtaken) {
      take_out_of_flight(sent, State::kLost);
      match_missing(sent, true, match);
    } else if (sent.sequence < begin) {
      take_out_of_flight(sent, State::kForgotten);
    }
  }
}

// Packets sent long before one that has arrived are not in flight, reported or not: the fate of a stream's last packets
// is never reported.
void SentPacketHistory::settle_untold() {
  constexpr Duration kMaxReordering = 250ms;
  if (!newest_acknowledged_ || packets_.empty() || *newest_acknowledged_ < packets_.front().order) return;
  const Timestamp settled = packet(*newest_acknowledged_).sent_at - kMaxReordering;
  for (auto& [ssrc, stream] : streams_) {
    while (!stream.in_flight.empty()) {
      Sent& oldest = packet(stream.order_of.at(*stream.in_flight.begin()));
      if (oldest.sent_at >= settled) break;
      take_out_of_flight(oldest, State::kForgotten);
    }
  }
}

void SentPacketHistory::acknowledge(Sent& sent) {
  if (sent.state == State::kLost) {
    --counters_.lost;
    counters_.lost_size -= sent.size;
  } else if (sent.state == State::kForgotten) {
    --counters_.forgotten;
  } else {
    take_out_of_flight(sent, State::kAcknowledged);
  }
  sent.state = State::kAcknowledged;
  ++counters_.acknowledged;
  counters_.acknowledged_size += sent.size;
}

void SentPacketHistory::take_out_of_flight(Sent& sent, State state) {
  sent.state = state;
  counters_.in_flight_size -= sent.size;
  streams_.at(sent.ssrc).in_flight.erase(sent.sequence);
  if (state == State::kForgotten) ++counters_.forgotten;
  if (state != State::kLost) return;
  ++counters_.lost;
  counters_.lost_size += sent.size;
}

void SentPacketHistory::forget_old(Timestamp now) {
  while (!packets_.empty()) {
    const Sent& oldest = packets_.front();
    if (packets_.size() <= config_.max_packets && oldest.sent_at >= now - config_.max_age) return;
    if (oldest.state == State::kInFlight) take_out_of_flight(packets_.front(), State::kForgotten);
    streams_.at(oldest.ssrc).order_of.erase(oldest.sequence);
    packets_.pop_front();
  }
}

}  // namespace counterpoint
