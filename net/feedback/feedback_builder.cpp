// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/feedback/feedback_builder.h"

#include <algorithm>
#include <utility>

#include "core/model/datagram.h"

namespace counterpoint {
namespace {

// Two seconds at 500 packets/s; what is older is of no use to the sender any more.
constexpr std::int64_t kWindow = 1024;
// A larger jump is more likely a new start, or an attack, than so many packets lost.
constexpr std::int64_t kMaxJump = 512;
// Packets may precede the first one received of a source by this many.
constexpr std::int64_t kMaxEarlier = 64;

// RFC 8888 section 3.1: header, sender and report timestamp; SSRC, begin and count of a stream.
constexpr std::int64_t kReportOverhead = 12;
constexpr std::int64_t kStreamOverhead = 8;

std::int64_t end_of(std::int64_t base, std::size_t count) { return base + static_cast<std::int64_t>(count); }

// In 1/1024 s, rounded to the nearest.
std::uint16_t arrival_offset(Timestamp arrived_at, Timestamp now) {
  const Duration ago = std::clamp(now - arrived_at, Duration::zero(), Duration(10s));
  const std::int64_t units = (ago.count() * 1024 + 500'000'000) / 1'000'000'000;
  return static_cast<std::uint16_t>(std::min<std::int64_t>(units, CongestionFeedback::kOffsetTooLarge));
}

}  // namespace

void FeedbackBuilder::handle_packet(const Packet& packet) {
  Stream& stream = find_or_add(packet.ssrc, packet.sequence, packet.arrived_at);
  if (!plausible(stream, packet.sequence)) {
    ++ignored_;
    return;
  }
  const std::int64_t extended = stream.unwrapper.peek(packet.sequence);
  const bool gap = extended > end_of(stream.base, stream.arrivals.size());
  make_room(stream, extended);
  Arrival& arrival = stream.arrivals[static_cast<std::size_t>(extended - stream.base)];
  if (arrival.received) {
    ++ignored_;
    // RFC 8888 section 3.1: the time is the first copy's, but a congestion mark on any copy counts.
    if (packet.ecn == Ecn::kCe) arrival.ecn = packet.ecn;
    return;
  }
  arrival = {.received = true, .reported = false, .ecn = packet.ecn, .at = packet.arrived_at};
  stream.oldest_new = std::min(stream.oldest_new.value_or(extended), extended);
  record_due(packet, gap);
}

std::optional<CongestionFeedback> FeedbackBuilder::poll(Timestamp now) {
  if (now < due_at_) return std::nullopt;
  CongestionFeedback feedback{
      .sender_ssrc = config_.sender_ssrc, .streams = {}, .report_timestamp = compact_ntp(to_ntp(now))};
  std::int64_t room = config_.max_report_size.bytes() - kReportOverhead;
  due_at_ = kNever;
  for (Stream& stream : streams_) {
    if (!stream.oldest_new) continue;
    const std::int64_t max_metrics = (room - kStreamOverhead) / 4 * 2;  // Metrics are padded to pairs.
    if (max_metrics < 2) {
      due_at_ = now;
      break;
    }
    feedback.streams.push_back(report(stream, max_metrics, now));
    room -= kStreamOverhead + static_cast<std::int64_t>((feedback.streams.back().metrics.size() + 1) / 2 * 4);
    if (stream.oldest_new) due_at_ = now;
  }
  const bool early = !reported_at_ || now < *reported_at_ + config_.max_interval;
  reported_at_ = now;
  if (feedback.streams.empty()) return std::nullopt;
  pay(feedback, early);
  return feedback;
}

FeedbackBuilder::Stream& FeedbackBuilder::find_or_add(std::uint32_t ssrc, std::uint16_t sequence, Timestamp now) {
  auto found = std::ranges::find(streams_, ssrc, &Stream::ssrc);
  if (found == streams_.end()) {
    if (streams_.size() >= config_.max_streams)
      streams_.erase(std::ranges::min_element(streams_, {}, &Stream::heard_at));
    found = streams_.insert(streams_.end(), Stream{});
    found->ssrc = ssrc;
    restart(*found, sequence);
  }
  found->heard_at = now;
  return *found;
}

void FeedbackBuilder::restart(Stream& stream, std::uint16_t sequence) {
  stream.unwrapper = {};
  stream.base = stream.unwrapper.unwrap(sequence);
  stream.arrivals.clear();
  stream.reported_end = stream.repeat_from = stream.base;
  stream.oldest_new.reset();
  stream.implausible.reset();
}

// True if the packet is inside the window or close to it. Two consecutive packets elsewhere restart the stream there.
bool FeedbackBuilder::plausible(Stream& stream, std::uint16_t sequence) {
  const std::int64_t extended = stream.unwrapper.peek(sequence);
  const std::int64_t end = end_of(stream.base, stream.arrivals.size());
  const bool earlier = extended >= stream.base - kMaxEarlier && end - extended <= kWindow;
  if ((extended >= stream.base || earlier) && extended < end + kMaxJump) {
    stream.implausible.reset();
    return true;
  }
  if (stream.implausible && static_cast<std::uint16_t>(*stream.implausible + 1) == sequence) {
    restart(stream, sequence);
    return true;
  }
  stream.implausible = sequence;
  return false;
}

// Makes the window hold `sequence`, at the cost of its oldest.
void FeedbackBuilder::make_room(Stream& stream, std::int64_t sequence) {
  for (; stream.base > sequence; --stream.base) stream.arrivals.emplace_front();
  const std::int64_t count = std::max(end_of(stream.base, stream.arrivals.size()), sequence + 1) - stream.base;
  if (count > static_cast<std::int64_t>(stream.arrivals.size())) {
    stream.arrivals.resize(static_cast<std::size_t>(count));
    static_cast<void>(stream.unwrapper.unwrap(static_cast<std::uint16_t>(sequence)));
  }
  for (; static_cast<std::int64_t>(stream.arrivals.size()) > kWindow; ++stream.base) stream.arrivals.pop_front();
  if (stream.oldest_new) stream.oldest_new = std::max(*stream.oldest_new, stream.base);
}

void FeedbackBuilder::record_due(const Packet& packet, bool gap) {
  earned_ = std::min(earned_ + config_.share * static_cast<double>(packet.size.bytes()), last_size_);
  if (packet.transit) transit_ = packet.transit;
  const bool late = transit_ && reported_transit_ && *transit_ > *reported_transit_ + config_.late_after;
  const bool paid = earned_ >= last_size_ || ((gap || late) && earned_ >= -config_.max_ahead * last_size_);
  const Duration wait = paid ? config_.min_interval : config_.max_interval;
  const Timestamp due = reported_at_ ? std::max(packet.arrived_at, *reported_at_ + wait) : packet.arrived_at;
  due_at_ = std::min(due_at_, due);
}

void FeedbackBuilder::pay(const CongestionFeedback& report, bool early) {
  double size = wire_bytes(kReportOverhead, 1);
  for (const CongestionFeedback::Stream& stream : report.streams) {
    size += static_cast<double>(kStreamOverhead + 2 * stream.metrics.size());
  }
  last_size_ = size;
  if (early) earned_ -= size;
  reported_transit_ = transit_;
}

CongestionFeedback::Stream FeedbackBuilder::report(Stream& stream, std::int64_t max_metrics, Timestamp now) const {
  // All that is new comes first, from the oldest on; what room is left repeats the report before.
  std::int64_t begin = *stream.oldest_new;
  const std::int64_t end = std::min(end_of(stream.base, stream.arrivals.size()), begin + max_metrics);
  begin = std::min(begin, std::max(stream.repeat_from, stream.base));
  begin = std::max(begin, end - max_metrics);

  CongestionFeedback::Stream reported{
      .ssrc = stream.ssrc, .begin_sequence = static_cast<std::uint16_t>(begin), .metrics = {}};
  for (std::int64_t sequence = begin; sequence < end; ++sequence) {
    Arrival& arrival = stream.arrivals[static_cast<std::size_t>(sequence - stream.base)];
    CongestionFeedback::Metric metric{.received = arrival.received};
    if (arrival.received) {
      metric.ecn = arrival.ecn;
      metric.arrival_offset = arrival_offset(arrival.at, now);
      arrival.reported = true;
    }
    reported.metrics.push_back(metric);
  }
  stream.repeat_from = stream.reported_end;
  stream.reported_end = std::max(stream.reported_end, end);
  const auto next = std::find_if(stream.arrivals.begin() + (end - stream.base), stream.arrivals.end(),
                                 [](const Arrival& arrival) { return arrival.received && !arrival.reported; });
  stream.oldest_new.reset();
  if (next != stream.arrivals.end()) stream.oldest_new = stream.base + (next - stream.arrivals.begin());
  return reported;
}

}  // namespace counterpoint
