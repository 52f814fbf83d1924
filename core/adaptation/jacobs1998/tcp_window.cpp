// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/jacobs1998/tcp_window.h"

#include <algorithm>
#include <optional>

namespace counterpoint {
namespace {

/// More than any path of a call holds; it bounds the sums of absurd feedback.
constexpr DataSize kMaxWindow = DataSize::bytes(64'000'000);
constexpr Duration kMaxRoundTrip = 60s;
constexpr DataSize kMaxPacket = DataSize::bytes(1500);

bool is_video(StreamKind stream) { return stream != StreamKind::kAudio; }

}  // namespace

TcpWindow::TcpWindow(const Config& config)
    : config_(config), size_(config.segment * config.initial_segments), round_trip_(config.min_timeout) {}

void TcpWindow::handle_sent(StreamKind stream, std::int64_t sequence, DataSize size, Timestamp now) {
  if (!outstanding_.try_emplace({stream, sequence}, Sent{.size = size, .at = now}).second) return;
  in_flight_ += size;
  max_in_flight_ = std::max(max_in_flight_, in_flight_);
  if (is_video(stream)) ++video_in_flight_;
  if (timeout_at_ == kNever) restart_timer(now);
}

TcpWindow::Outstanding::iterator TcpWindow::forget(Outstanding::iterator packet) {
  in_flight_ -= packet->second.size;
  if (is_video(packet->first.first)) --video_in_flight_;
  return outstanding_.erase(packet);
}

TcpWindow::News TcpWindow::handle_feedback(const FeedbackReport& report) {
  const Timestamp now = report.received_at;
  std::optional<Timestamp> newest;
  DataSize acknowledged;
  Duration taken{};
  std::int64_t arrived = 0;
  bool lost = false;
  for (const PacketFeedback& packet : report.packets) {
    const auto sent = outstanding_.find({packet.stream, packet.sequence});
    if (sent == outstanding_.end() || (!packet.arrived_at && !packet.lost)) continue;
    const Sent of = sent->second;
    forget(sent);
    if (packet.arrived_at) {
      acknowledged += of.size;
      taken += now - of.at;
      ++arrived;
      newest = std::max(newest.value_or(of.at), of.at);
    }
    const bool signal = packet.lost || packet.ecn == Ecn::kCe;
    lost = lost || (signal && is_video(packet.stream) && of.at >= reduced_at_);
  }
  if (newest) {
    timeouts_ = 0;
    if (report.round_trip_time) record_hold(taken / arrived, *report.round_trip_time);
    round_trip_.sample(std::clamp<Duration>(now - *newest, 0ns, kMaxRoundTrip));
    lost = give_up_late(*newest, now) || lost;
    timeout_at_ = kNever;
    if (!outstanding_.empty()) restart_timer(now);
  }
  const bool used = is_used();
  max_in_flight_ = in_flight_;
  if (lost) {
    halve(now);
    return News::kHalved;
  }
  // Until what was sent after a reduction arrives, the window recovers from it.
  if (!newest || *newest < reduced_at_ || !used) return News::kNone;
  grow(acknowledged);
  return News::kGrown;
}

bool TcpWindow::give_up_late(Timestamp newest, Timestamp now) {
  const Timestamp late = std::min(newest, now - timeout());
  bool lost = false;
  for (auto packet = outstanding_.begin(); packet != outstanding_.end();) {
    if (packet->second.at >= late) {
      ++packet;
      continue;
    }
    lost = lost || (is_video(packet->first.first) && packet->second.at >= reduced_at_);
    packet = forget(packet);
  }
  return lost;
}

void TcpWindow::record_hold(Duration acknowledged_after, Duration round_trip) {
  const double stretch = to_seconds(acknowledged_after) / std::max(to_seconds(round_trip), 0.001);
  stretch_ += (std::clamp(stretch, 1.0, config_.max_stretch) - stretch_) / 8;
}

DataSize TcpWindow::allowed() const { return scaled(size_, stretch_); }

TcpWindow::News TcpWindow::poll(Timestamp now) {
  if (now < timeout_at_) return News::kNone;
  if (timeouts_ == 0) threshold_ = std::max(DataSize::bytes(size_.bytes() / 2), config_.segment * 2);
  ++timeouts_;
  size_ = config_.segment;
  counted_ = DataSize();
  reduced_at_ = now;
  outstanding_.clear();
  in_flight_ = max_in_flight_ = DataSize();
  video_in_flight_ = 0;
  timeout_at_ = kNever;
  return News::kTimedOut;
}

DataSize TcpWindow::room() const {
  // Packets are whole and of any size: the slack makes up for what they leave free on average.
  const DataSize room = std::max(DataSize(), allowed() + scaled(config_.segment, config_.slack) - in_flight_);
  return video_in_flight_ == 0 ? std::max(room, kMaxPacket) : room;
}

// In slow start a window that doubles is half used at first (as Linux counts); else a packet did not fit any more.
bool TcpWindow::is_used() const {
  if (in_slow_start()) return allowed() < max_in_flight_ * 2;
  return max_in_flight_ + config_.segment > allowed();
}

void TcpWindow::grow(DataSize acknowledged) {
  if (in_slow_start()) {
    const DataSize taken = std::min(acknowledged, threshold_ - size_);
    size_ += taken;
    acknowledged -= taken;
  }
  counted_ += acknowledged;
  while (counted_ >= size_) {
    counted_ -= size_;
    size_ += config_.segment;
  }
  size_ = std::min(size_, kMaxWindow);
}

void TcpWindow::halve(Timestamp now) {
  threshold_ = std::max(DataSize::bytes(size_.bytes() / 2), config_.segment * 2);
  size_ = std::min(size_, threshold_);
  counted_ = DataSize();
  reduced_at_ = now;
}

void TcpWindow::restart_timer(Timestamp now) { timeout_at_ = now + timeout(); }

Duration TcpWindow::timeout() const {
  constexpr int kMaxDoublings = 10;
  return std::min(round_trip_.timeout() * (1 << std::min(timeouts_, kMaxDoublings)), config_.max_timeout);
}

}  // namespace counterpoint
