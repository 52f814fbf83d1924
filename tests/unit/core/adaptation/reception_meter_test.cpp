// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/measure/reception_meter.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr Timestamp kPeersClock = Timestamp() + 1000h;  ///< Has nothing to do with ours.

/// `packets` of 500 bytes, evenly over `duration`, of which every `lost_each`th does not arrive; 0: all do.
void receive(ReceptionMeter& meter, int packets, Duration duration, int lost_each = 0) {
  for (int i = 0; i < packets; ++i) {
    const Duration at = duration * i / packets;
    PacketFeedback packet{.sequence = i, .size = DataSize::bytes(500), .sent_at = Timestamp() + at};
    if (lost_each == 0 || i % lost_each != 0) packet.arrived_at = kPeersClock + at;
    meter.handle_feedback({.received_at = Timestamp() + at, .packets = {packet}, .round_trip_time = {}});
  }
}

TEST(ReceptionMeterTest, CountsWhatArrivedWithItsHeaders) {
  ReceptionMeter meter;
  receive(meter, 150, 3s);
  const auto position = meter.position(1, {}, Timestamp() + 3s);
  ASSERT_TRUE(position);
  EXPECT_NEAR(position->packet_rate.per_second(), 50, 1);
  EXPECT_NEAR(position->bit_rate.kilobits_per_second(), 50 * 528 * 8 / 1e3, 5);
}

TEST(ReceptionMeterTest, DoesNotCountWhatWasLost) {
  ReceptionMeter meter;
  receive(meter, 400, 4s, 4);
  const auto position = meter.position(1, {}, Timestamp() + 4s);
  ASSERT_TRUE(position);
  EXPECT_NEAR(position->packet_rate.per_second(), 75, 2);
}

TEST(ReceptionMeterTest, SharedDatagramsAreFewerAndSaveHeaders) {
  ReceptionMeter meter;
  receive(meter, 150, 3s);
  const auto position = meter.position(0.5, {}, Timestamp() + 3s);
  ASSERT_TRUE(position);
  EXPECT_NEAR(position->packet_rate.per_second(), 25, 1);
  EXPECT_NEAR(position->bit_rate.kilobits_per_second(), (50 * 500 + 25 * 28) * 8 / 1e3, 5);
}

TEST(ReceptionMeterTest, SaysNothingBeforeASecondAndAfterSilence) {
  ReceptionMeter meter;
  EXPECT_FALSE(meter.position(1, {}, Timestamp()));
  receive(meter, 40, 800ms);
  EXPECT_FALSE(meter.position(1, {}, Timestamp() + 800ms));
  receive(meter, 100, 2s);
  EXPECT_TRUE(meter.position(1, {}, Timestamp() + 2s));
  EXPECT_FALSE(meter.position(1, {}, Timestamp() + 5s));
}

TEST(ReceptionMeterTest, TellsTheDelayOfQueuesTheRoundTripAndTheLoss) {
  ReceptionMeter meter;
  EXPECT_FALSE(meter.queueing_delay(Timestamp()));
  EXPECT_FALSE(meter.round_trip_time());
  for (int i = 0; i < 200; ++i) {
    const Timestamp sent = Timestamp() + i * 20ms;
    const Duration queue = i < 100 ? 0ms : 30ms;
    PacketFeedback packet{.sequence = i, .size = DataSize::bytes(500), .sent_at = sent};
    if (i % 10 == 0) {
      packet.lost = true;
    } else {
      packet.arrived_at = kPeersClock + i * 20ms + queue;
    }
    meter.handle_feedback({.received_at = sent, .packets = {packet}, .round_trip_time = 42ms});
    if (i == 99) {
      EXPECT_EQ(meter.queueing_delay(sent), Duration::zero());
    }
  }
  const Timestamp end = Timestamp() + 4s;
  EXPECT_EQ(meter.queueing_delay(end), 30ms);
  EXPECT_FALSE(meter.queueing_delay(end + 3s)) << "nobody has told for a while";
  EXPECT_EQ(meter.round_trip_time(), 42ms);
  EXPECT_EQ(meter.reported(), 200U);
  EXPECT_EQ(meter.lost(), 20U);
}

}  // namespace
}  // namespace counterpoint
