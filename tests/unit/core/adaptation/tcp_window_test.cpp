// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/jacobs1998/tcp_window.h"

#include <gtest/gtest.h>

#include <vector>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
constexpr Duration kRoundTrip = 100ms;
constexpr DataSize kSegment = DataSize::bytes(1000);
using News = TcpWindow::News;

/// A sender of full packets that always has more, round trip by round trip.
class Sender {
 public:
  explicit Sender(const TcpWindow::Config& config) : window(config) {}

  void send(DataSize size = kSegment, StreamKind stream = StreamKind::kVideo) {
    const std::int64_t sequence = next_++;
    window.handle_sent(stream, sequence, size, now);
    report_.push_back({.stream = stream, .sequence = sequence, .size = size, .sent_at = now, .arrived_at = {}});
  }
  void fill() {
    while (window.room() >= kSegment) send();
  }
  /// A round trip later all of it has arrived, but for those at `lost`.
  News acknowledge(const std::vector<std::size_t>& lost = {}) {
    now += kRoundTrip;
    for (PacketFeedback& packet : report_) packet.arrived_at = now;
    for (const std::size_t index : lost) {
      report_[index].arrived_at.reset();
      report_[index].lost = true;
    }
    return window.handle_feedback({.received_at = now, .packets = std::exchange(report_, {}), .round_trip_time = {}});
  }
  void round_trips(int count) {
    for (int i = 0; i < count; ++i) {
      fill();
      acknowledge();
    }
  }

  TcpWindow window;
  Timestamp now = kStart;

 private:
  std::int64_t next_ = 0;
  std::vector<PacketFeedback> report_;
};

Sender paper_sender() { return Sender({.segment = kSegment, .initial_segments = 1}); }

TEST(TcpWindow, DoublesInARoundTripUntilTheFirstLossAndThenGrowsByASegment) {
  Sender sender = paper_sender();
  EXPECT_EQ(sender.window.size(), kSegment);
  sender.round_trips(4);
  EXPECT_EQ(sender.window.size(), kSegment * 16);
  sender.fill();
  EXPECT_EQ(sender.acknowledge({3}), News::kHalved);
  EXPECT_EQ(sender.window.size(), kSegment * 8);
  EXPECT_FALSE(sender.window.in_slow_start());
  sender.round_trips(3);
  EXPECT_EQ(sender.window.size(), kSegment * 11);
}

TEST(TcpWindow, IsHalvedOnceForAllThatWasUnderWay) {
  Sender sender = paper_sender();
  sender.round_trips(4);
  TcpWindow& window = sender.window;
  for (std::int64_t i = 0; i < 8; ++i) window.handle_sent(StreamKind::kVideo, 1000 + i, kSegment, sender.now);
  const auto lose = [&](std::int64_t sequence, Timestamp at) {
    PacketFeedback lost{.stream = StreamKind::kVideo, .sequence = sequence, .size = kSegment, .sent_at = at};
    lost.lost = true;
    return window.handle_feedback({.received_at = at + kRoundTrip, .packets = {lost}, .round_trip_time = {}});
  };
  EXPECT_EQ(lose(1001, sender.now), News::kHalved);
  EXPECT_EQ(lose(1003, sender.now), News::kNone);
  EXPECT_EQ(window.size(), kSegment * 8);
  // Packets sent since are another matter.
  window.handle_sent(StreamKind::kVideo, 2000, kSegment, sender.now + kRoundTrip + 1ms);
  EXPECT_EQ(lose(2000, sender.now + kRoundTrip + 1ms), News::kHalved);
  EXPECT_EQ(window.size(), kSegment * 4);
}

TEST(TcpWindow, DoesNotGrowWhileItIsNotUsed) {
  Sender sender({.segment = kSegment, .initial_segments = 10});
  for (int i = 0; i < 50; ++i) {
    for (int packet = 0; packet < 5; ++packet) sender.send();
    EXPECT_EQ(sender.acknowledge(), News::kNone);
  }
  EXPECT_EQ(sender.window.size(), kSegment * 10);
}

TEST(TcpWindow, SilenceGivesUpWhatIsUnderWayAndStartsFromASegmentLaterEachTime) {
  Sender sender = paper_sender();
  sender.round_trips(4);
  sender.fill();
  EXPECT_LT(sender.window.room(), kSegment);
  // A steady round trip of 100 ms, and 200 ms at least beyond it (RFC 6298 as in Linux).
  const Timestamp first = sender.window.next_deadline();
  EXPECT_EQ(first, sender.now + kRoundTrip + 200ms);
  EXPECT_EQ(sender.window.poll(first - 1ns), News::kNone);
  EXPECT_EQ(sender.window.poll(first), News::kTimedOut);
  EXPECT_EQ(sender.window.size(), kSegment);
  EXPECT_EQ(sender.window.room(), DataSize::bytes(1500));
  sender.now = first;
  sender.send();
  EXPECT_EQ(sender.window.next_deadline(), first + 2 * (kRoundTrip + 200ms));
  EXPECT_EQ(sender.window.poll(sender.window.next_deadline()), News::kTimedOut);
  // Slow start ends at half of what the window was before the silence.
  sender.now += 2s;
  (void)sender.acknowledge();
  sender.round_trips(6);
  EXPECT_FALSE(sender.window.in_slow_start());
  EXPECT_LT(sender.window.size(), kSegment * 16);
}

TEST(TcpWindow, SoundTakesRoomButLeavesVideoAPacket) {
  Sender sender = paper_sender();
  sender.send(DataSize::bytes(600), StreamKind::kAudio);
  EXPECT_EQ(sender.window.room(), DataSize::bytes(1500));
  sender.send(DataSize::bytes(300));
  // A segment and half of one, less 900 bytes.
  EXPECT_EQ(sender.window.room(), DataSize::bytes(600));
}

TEST(TcpWindow, LossesOfAudioDoNotHalveIt) {
  Sender sender = paper_sender();
  sender.round_trips(4);
  sender.send(DataSize::bytes(80), StreamKind::kAudio);
  sender.fill();
  EXPECT_EQ(sender.acknowledge({0}), News::kGrown);
  sender.send();
  EXPECT_EQ(sender.window.room(), sender.window.size() - DataSize::bytes(500));
}

TEST(TcpWindow, TheTimeThatThePeerKeepsItsReportsComesOnTop) {
  TcpWindow window({.segment = kSegment, .initial_segments = 10});
  Timestamp now = kStart;
  for (std::int64_t i = 0; i < 100; ++i, now += 100ms) {
    window.handle_sent(StreamKind::kVideo, i, kSegment, now - 100ms);
    PacketFeedback packet{.stream = StreamKind::kVideo, .sequence = i, .size = kSegment, .sent_at = now - 100ms};
    packet.arrived_at = now;
    EXPECT_EQ(window.handle_feedback({.received_at = now, .packets = {packet}, .round_trip_time = 80ms}), News::kNone);
  }
  EXPECT_EQ(window.size(), kSegment * 10);
  window.handle_sent(StreamKind::kVideo, 100, kSegment, now);
  EXPECT_NEAR(window.room() / kSegment, 12.5 + 0.5 - 1, 0.001);
}

TEST(TcpWindow, WhatIsMissingForATimeoutIsLostAlthoughNobodyEverSaysSo) {
  Sender sender = paper_sender();
  sender.round_trips(4);
  TcpWindow& window = sender.window;
  window.handle_sent(StreamKind::kVideo, 5000, kSegment, sender.now);
  News worst = News::kNone;
  for (int i = 0; i < 20; ++i) {
    sender.send(DataSize::bytes(80), StreamKind::kAudio);
    worst = std::max(worst, sender.acknowledge());
  }
  EXPECT_EQ(worst, News::kHalved);
  sender.send();
  EXPECT_EQ(window.room(), window.size() - DataSize::bytes(500));
}

TEST(TcpWindow, PacketsThatWereNeverSentChangeNothing) {
  TcpWindow window({.segment = kSegment, .initial_segments = 4});
  FeedbackReport report{.received_at = kStart, .packets = {}, .round_trip_time = {}};
  for (std::int64_t i = 0; i < 100; ++i) {
    report.packets.push_back({.stream = StreamKind::kVideo, .sequence = i, .size = kSegment, .arrived_at = kStart});
    report.packets.push_back({.stream = StreamKind::kAudio, .sequence = i, .size = kSegment, .arrived_at = {}});
    report.packets.back().lost = true;
  }
  EXPECT_EQ(window.handle_feedback(report), News::kNone);
  EXPECT_EQ(window.size(), kSegment * 4);
  EXPECT_EQ(window.next_deadline(), kNever);
}

}  // namespace
}  // namespace counterpoint
