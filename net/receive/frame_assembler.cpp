// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/frame_assembler.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace counterpoint {
namespace {

/// No network delivers the copy of a packet this much later: what waits was forged or damaged, ahead of its time.
constexpr Duration kMaxDuplication = 2s;

}  // namespace

FrameAssembler::FrameAssembler(const Config& config)
    : config_(config), seen_(2 * config.max_packets, std::numeric_limits<std::int64_t>::min()) {}

void FrameAssembler::insert(VideoPacket packet) {
  const std::int64_t sequence = packet.sequence;
  const Timestamp arrived_at = packet.arrived_at;
  forget_impostor(sequence, arrived_at);
  if (!accept(sequence)) return;
  bytes_ += static_cast<std::int64_t>(packet.data.size());
  const auto [position, fresh] = packets_.emplace(sequence, std::move(packet));
  complete_frame_around(position, arrived_at);
  evict();
}

void FrameAssembler::forget_impostor(std::int64_t sequence, Timestamp arrived_at) {
  const auto waiting = packets_.find(sequence);
  if (waiting == packets_.end() || arrived_at - waiting->second.arrived_at <= kMaxDuplication) return;
  erase(waiting, std::next(waiting));
  seen_[static_cast<std::size_t>(sequence) % seen_.size()] = std::numeric_limits<std::int64_t>::min();
}

bool FrameAssembler::accept(std::int64_t sequence) {
  const auto window = static_cast<std::int64_t>(seen_.size());
  if (newest_ && sequence <= *newest_ - window) {
    const bool restarted = far_behind_ && sequence == *far_behind_ + 1;
    far_behind_ = sequence;
    if (!restarted) {
      ++counters_.old_packets;
      return false;
    }
    restart();
  }
  std::int64_t& seen = seen_[static_cast<std::size_t>(sequence) % seen_.size()];
  if (seen == sequence) {
    ++counters_.duplicates;
    return false;
  }
  if (sequence < floor_) {
    ++counters_.old_packets;
    return false;
  }
  if (!newest_ || sequence > *newest_) far_behind_.reset();
  seen = sequence;
  newest_ = newest_ ? std::max(*newest_, sequence) : sequence;
  return true;
}

void FrameAssembler::restart() {
  erase(packets_.begin(), packets_.end());
  std::fill(seen_.begin(), seen_.end(), std::numeric_limits<std::int64_t>::min());
  newest_.reset();
  far_behind_.reset();
  floor_ = std::numeric_limits<std::int64_t>::min();
  ++counters_.restarts;
}

void FrameAssembler::evict() {
  const auto over = [this] { return packets_.size() > config_.max_packets || bytes_ > config_.max_bytes.bytes(); };
  while (!packets_.empty() && over()) {
    ++counters_.evicted_packets;
    erase(packets_.begin(), std::next(packets_.begin()));
  }
}

void FrameAssembler::erase(Packets::iterator from, Packets::iterator to) {
  for (auto it = from; it != to; ++it) bytes_ -= static_cast<std::int64_t>(it->second.data.size());
  packets_.erase(from, to);
}

bool FrameAssembler::goes_on(Packets::const_iterator packet, Packets::const_iterator next) {
  return packet->first + 1 == next->first && packet->second.timestamp == next->second.timestamp &&
         !packet->second.marker && !next->second.frame_start;
}

// Both ways in turn: a peer who sends no start or no marker does not make each packet cost a walk over all that wait.
void FrameAssembler::complete_frame_around(Packets::iterator packet, Timestamp completed_at) {
  auto first = packet;
  auto last = packet;
  while (!first->second.frame_start || !last->second.marker) {
    if (!first->second.frame_start) {
      if (first == packets_.begin() || !goes_on(std::prev(first), first)) return;
      --first;
    }
    if (!last->second.marker) {
      const auto after = std::next(last);
      if (after == packets_.end() || !goes_on(last, after)) return;
      last = after;
    }
  }
  const auto end = std::next(last);
  frames_.push_back(join(first, end, completed_at));
  erase(first, end);
  ++counters_.frames;
  if (frames_.size() > config_.max_frames) {
    frames_.pop_front();
    ++counters_.dropped_frames;
  }
}

AssembledFrame FrameAssembler::join(Packets::iterator first, Packets::iterator last, Timestamp completed_at) {
  AssembledFrame frame{.timestamp = first->second.timestamp,
                       .first_sequence = first->first,
                       .last_sequence = std::prev(last)->first,
                       .codec = first->second.codec,
                       .key_frame = first->second.key_frame,
                       .picture_id = std::nullopt,
                       .temporal_layer = first->second.temporal_layer,
                       .data = {},
                       .first_arrival = first->second.arrived_at,
                       .completed_at = completed_at};
  // The circle of 15 bits, moved up by one bit, is the circle of 16.
  if (const auto id = first->second.picture_id) {
    frame.picture_id = picture_ids_.unwrap(static_cast<std::uint16_t>(*id << 1)) >> 1;
  }
  std::size_t size = 0;
  for (auto it = first; it != last; ++it) size += it->second.data.size();
  frame.data.reserve(size);
  std::optional<std::int64_t> joined;
  for (auto it = first; it != last; ++it) {
    const VideoPacket& packet = it->second;
    frame.first_arrival = std::min(frame.first_arrival, packet.arrived_at);
    if (packet.retransmitted) ++frame.retransmitted_packets;
    const bool goes_on = packet.frame_start || (joined && *joined + 1 == it->first);
    if (!goes_on && !packet.resumption) continue;
    if (frame.data.empty() && packet.resumption) frame.data = *packet.resumption;
    frame.data.insert(frame.data.end(), packet.data.begin(), packet.data.end());
    joined = it->first;
  }
  return frame;
}

std::optional<FrameAssembler::Incomplete> FrameAssembler::oldest_incomplete() const {
  if (packets_.empty() || !conceals_losses(packets_.begin()->second.codec)) return std::nullopt;
  return Incomplete{.timestamp = packets_.begin()->second.timestamp, .first_sequence = packets_.begin()->first};
}

FrameAssembler::Packets::iterator FrameAssembler::end_of_oldest() {
  auto end = packets_.begin();
  const std::int64_t timestamp = end->second.timestamp;
  for (bool last = false; !last;) {
    last = end->second.marker;
    ++end;
    if (end == packets_.end() || end->second.timestamp != timestamp || end->second.frame_start) break;
  }
  return end;
}

std::optional<AssembledFrame> FrameAssembler::take_incomplete() {
  const auto first = packets_.begin();
  const auto end = end_of_oldest();
  // Late packets of an incomplete frame that was taken are not a new frame.
  const bool remains = taken_incomplete_ == first->second.timestamp && !first->second.frame_start;
  taken_incomplete_ = first->second.timestamp;
  Timestamp completed_at = first->second.arrived_at;
  for (auto it = first; it != end; ++it) completed_at = std::max(completed_at, it->second.arrived_at);
  std::optional<AssembledFrame> frame;
  if (!remains) frame = join(first, end, completed_at);
  erase(first, end);
  if (!frame || frame->data.empty()) return std::nullopt;
  frame->damaged = true;
  ++counters_.damaged_frames;
  return frame;
}

std::optional<std::int64_t> FrameAssembler::timestamp_behind(std::int64_t sequence) const {
  const auto behind = packets_.upper_bound(sequence);
  return behind == packets_.end() ? std::nullopt : std::optional(behind->second.timestamp);
}

std::optional<AssembledFrame> FrameAssembler::pop() {
  if (frames_.empty()) return std::nullopt;
  std::optional<AssembledFrame> frame(std::move(frames_.front()));
  frames_.pop_front();
  return frame;
}

void FrameAssembler::drop_before(std::int64_t sequence) {
  // Beyond the newest: said of a numbering that has ended since.
  if (!newest_ || sequence > *newest_ + 1) return;
  floor_ = std::max(floor_, sequence);
  erase(packets_.begin(), packets_.lower_bound(sequence));
}

}  // namespace counterpoint
