// SPDX-License-Identifier: GPL-3.0-or-later
// The window of media beside the laboratory's model of Linux's Reno.
#include <gtest/gtest.h>

#include <vector>

#include "core/adaptation/jacobs1998/tcp_window.h"
#include "net/emulation/tcp/tcp_congestion_window.h"

namespace counterpoint {
namespace {

constexpr DataSize kSegment = DataSize::bytes(512);
constexpr Duration kRoundTrip = 80ms;

TEST(TcpWindowModel, GoesWithRenoRoundTripByRoundTrip) {
  TcpWindow window({.segment = kSegment, .initial_segments = 4});
  TcpCongestionWindow reno(TcpCongestionControl::kReno, 4);
  Timestamp now{1000s};
  std::int64_t sequence = 0;
  int losses = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<PacketFeedback> packets;
    while (window.room() >= kSegment) {
      packets.push_back({.stream = StreamKind::kVideo, .sequence = sequence, .size = kSegment, .sent_at = now});
      window.handle_sent(StreamKind::kVideo, sequence++, kSegment, now);
    }
    now += kRoundTrip;
    const bool loss = round % 23 == 5;
    for (PacketFeedback& packet : packets) packet.arrived_at = now;
    if (loss) {
      ++losses;
      packets.front().arrived_at.reset();
      packets.front().lost = true;
      reno.enter_recovery();
      reno.leave_recovery();
    } else {
      reno.grow(static_cast<std::int64_t>(packets.size()), now);
    }
    EXPECT_EQ(window.handle_feedback({.received_at = now, .packets = packets, .round_trip_time = {}}),
              loss ? TcpWindow::News::kHalved : TcpWindow::News::kGrown);
    EXPECT_NEAR(window.size() / kSegment, static_cast<double>(reno.segments()), 1) << "round trip " << round;
  }
  EXPECT_EQ(losses, 9);
}

}  // namespace
}  // namespace counterpoint
