// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/tcp/tcp_receiver.h"

#include <algorithm>

namespace counterpoint {

void TcpReceiver::handle_segment(ByteView data, Timestamp now) {
  const std::optional<TcpSegment> segment = parse_tcp_segment(data);
  if (!segment) return;
  const std::uint64_t end = segment->sequence + segment->length;
  if (end > next_ + static_cast<std::uint64_t>(kMaxAhead.bytes())) return;
  longest_segment_ = std::max<std::int64_t>(longest_segment_, segment->length);
  if (end <= next_) {
    twice_ = Block{.first = segment->sequence, .end = end};
    due_ = now;
  } else if (segment->sequence > next_) {
    if (keep_ahead(*segment)) due_ = now;
  } else {
    acknowledge_in_order(*segment, now);
  }
}

void TcpReceiver::acknowledge_in_order(const TcpSegment& segment, Timestamp now) {
  const std::uint64_t end = segment.sequence + segment.length;
  unacknowledged_ += static_cast<std::int64_t>(end - next_);
  next_ = end;
  const bool was_missing = !ahead_.empty();
  while (!ahead_.empty() && ahead_.begin()->first <= next_) {
    next_ = std::max(next_, ahead_.begin()->second);
    ahead_.erase(ahead_.begin());
  }
  // More than one full segment, as Linux has it: short ones may wait longer.
  const bool enough = unacknowledged_ > longest_segment_;
  due_ = std::min(due_, was_missing || enough || quick_left_ > 0 ? now : now + kMaxDelay);
}

bool TcpReceiver::keep_ahead(const TcpSegment& segment) {
  Block block{.first = segment.sequence, .end = segment.sequence + segment.length};
  auto at = ahead_.upper_bound(block.first);
  if (at != ahead_.begin() && std::prev(at)->second >= block.first) --at;
  if (at != ahead_.end() && at->first <= block.first && at->second >= block.end) {
    twice_ = block;
    report_first(at->first);
    return true;
  }
  const bool joins = at != ahead_.end() && at->first <= block.end;
  if (!joins && ahead_.size() == kMaxGaps) return false;
  while (at != ahead_.end() && at->first <= block.end) {
    block.first = std::min(block.first, at->first);
    block.end = std::max(block.end, at->second);
    at = ahead_.erase(at);
  }
  ahead_.emplace(block.first, block.end);
  report_first(block.first);
  return true;
}

void TcpReceiver::report_first(std::uint64_t first) {
  // Blocks that have been joined or are no more beyond a gap have no first byte of their own any longer.
  std::erase_if(reported_, [this, first](std::uint64_t other) { return other == first || !ahead_.contains(other); });
  reported_.insert(reported_.begin(), first);
  if (reported_.size() > TcpAcknowledgement::kMaxBlocks) reported_.pop_back();
}

std::optional<TcpPacket> TcpReceiver::poll(Timestamp now) {
  if (now < due_ || due_ == kNever) return std::nullopt;
  const TcpPacket packet = make_packet(TcpAcknowledgement{.next = next_, .blocks = blocks()});
  due_ = kNever;
  unacknowledged_ = 0;
  twice_.reset();
  if (quick_left_ > 0) --quick_left_;
  return packet;
}

std::vector<TcpReceiver::Block> TcpReceiver::blocks() const {
  std::vector<Block> blocks;
  if (twice_) blocks.push_back(*twice_);
  for (const std::uint64_t first : reported_) {
    const auto found = ahead_.find(first);
    if (found == ahead_.end() || blocks.size() == TcpAcknowledgement::kMaxBlocks) continue;
    blocks.push_back({.first = found->first, .end = found->second});
  }
  return blocks;
}

}  // namespace counterpoint
