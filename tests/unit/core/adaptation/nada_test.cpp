// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/rfc8698/congestion_signal.h"
#include "core/adaptation/rfc8698/loss_interval.h"

namespace counterpoint {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;

constexpr Timestamp kStart{1000s};
constexpr Duration kOneWay = 50ms;
constexpr Duration kRoundTrip = 100ms;
/// With 28 bytes of headers, it has 1000.
constexpr DataSize kPacket = DataSize::bytes(972);

/// 1500 kbit/s of video in 180 packets a second and 50 of sound, of 80 bytes, with 40 bytes of headers each.
constexpr double kMaxRate = 1500 + 180 * 0.32 + 50 * 0.96;

PacketFeedback packet(Timestamp sent_at, std::optional<Duration> queue, Ecn ecn = Ecn::kNotEct) {
  PacketFeedback packet{.stream = StreamKind::kVideo, .size = kPacket, .sent_at = sent_at, .ecn = ecn};
  if (queue) {
    packet.arrived_at = sent_at + 7s + kOneWay + *queue;
  } else {
    packet.lost = true;
  }
  return packet;
}

NadaSignal signal_of(const std::vector<PacketFeedback>& packets) {
  NadaSignal signal({});
  for (const PacketFeedback& each : packets) signal.add(each, each.size, kRoundTrip);
  signal.update();
  return signal;
}

/// Packets each 10 ms: the first without a queue, the others as said.
std::vector<PacketFeedback> packets(int count, std::optional<Duration> queue, Timestamp from = kStart) {
  std::vector<PacketFeedback> all = {packet(from, 0ms)};
  for (int i = 1; i < count; ++i) all.push_back(packet(from + i * 10ms, queue));
  return all;
}

/// A sender that hears each 100 ms of ten packets.
class Sender {
 public:
  explicit Sender(const ParameterValues& values = {})
      : nada(find_mode("nada")->estimator->make(
            {.point = OperatingPoint::from_rate(DataRate::kilobits_per_second(400), FrameRate::per_second(30),
                                                {.width = 640, .height = 360}),
             .wire = {},
             .limits = {.min_video_rate = DataRate::kilobits_per_second(100),
                        .max_video_rate = DataRate::kilobits_per_second(1500)},
             .now = kStart},
            values)) {}

  [[nodiscard]] double rate() const { return nada->estimate().rate->kilobits_per_second(); }

  void hear(Duration queue, bool one_is_lost = false) {
    std::vector<PacketFeedback> told;
    for (int i = 0; i < 10; ++i) {
      const Timestamp sent_at = now + i * 10ms;
      told.push_back(packet(sent_at, one_is_lost && i == 4 ? std::nullopt : std::optional(queue)));
      nada->handle_sent({.stream = StreamKind::kVideo, .sequence = i, .size = kPacket, .sent_at = sent_at});
    }
    now += 100ms;
    nada->handle_feedback({.received_at = now + kRoundTrip, .packets = told, .round_trip_time = kRoundTrip});
  }

  std::unique_ptr<Estimator> nada;
  Timestamp now = kStart;
};

TEST(NadaSignal, IsTheQueueWhileNothingIsLost) {
  const NadaSignal signal = signal_of(packets(20, 80ms));
  EXPECT_EQ(signal.d_queue(), 80ms);
  EXPECT_EQ(signal.x_curr(), 80ms);
  EXPECT_THAT(signal.r_recv().kilobits_per_second(), DoubleNear(8 * 972 * 19 / 270.0, 1))
      << "19 packets in 190 + 80 ms";
}

TEST(NadaSignal, TakesTheLeastOfFifteenPackets) {
  std::vector<PacketFeedback> sent = packets(20, 80ms);
  sent[5].arrived_at = *sent[5].arrived_at - 50ms;
  EXPECT_EQ(signal_of(sent).d_queue(), 30ms) << "14 are newer";
  sent.push_back(packet(kStart + 200ms, 80ms));
  EXPECT_EQ(signal_of(sent).d_queue(), 80ms) << "15 are newer";
}

TEST(NadaSignal, LossAndMarksAddTheSquaresOfTheirRatios) {
  std::vector<PacketFeedback> lossy = packets(10, 0ms);
  lossy.back() = packet(kStart + 90ms, std::nullopt);
  // 10 %, of which a tenth is taken: 1 %, the reference.
  EXPECT_THAT(signal_of(lossy).p_loss(), DoubleNear(0.01, 1e-9));
  EXPECT_THAT(to_milliseconds(signal_of(lossy).x_curr()), DoubleNear(10, 1e-3));
  std::vector<PacketFeedback> marked = packets(10, 0ms);
  for (const std::size_t i : {3U, 7U}) marked[i].ecn = Ecn::kCe;
  EXPECT_THAT(to_milliseconds(signal_of(marked).x_curr()), DoubleNear(2 * 4, 1e-3)) << "twice the reference";
}

TEST(NadaSignal, HasALargestValue) {
  std::vector<PacketFeedback> sent = packets(10, std::nullopt);
  EXPECT_EQ(signal_of(sent).x_curr(), 500ms) << "9 % of 10 ms (9 / 1)^2";
}

TEST(NadaSignal, LongQueuesCountLessWhileLossGoesOn) {
  EXPECT_EQ(NadaSignal::warped(40ms, {}), 40ms);
  EXPECT_THAT(to_milliseconds(NadaSignal::warped(100ms, {})), DoubleNear(30.33, 0.01)) << "50 exp(-0.5)";
  EXPECT_THAT(to_milliseconds(NadaSignal::warped(300ms, {})), DoubleNear(4.10, 0.01)) << "50 exp(-2.5)";
  // One in ten is lost, each its own event: 10 packets a loss interval.
  std::vector<PacketFeedback> sent = packets(300, 100ms);
  for (std::size_t i = 0; i < sent.size(); i += 10) sent[i] = packet(sent[i].sent_at, std::nullopt);
  sent[1] = packet(sent[1].sent_at, 0ms);
  const auto queue_part = [&sent](int quiet) {
    std::vector<PacketFeedback> all = sent;
    for (int i = 0; i < quiet; ++i) all.push_back(packet(sent.back().sent_at + (1 + i) * 10ms, 100ms));
    NadaSignal signal({.dloss = 0ms});
    for (const PacketFeedback& each : all) signal.add(each, each.size, 50ms);
    signal.update();
    return to_milliseconds(signal.x_curr());
  };
  // The last ten belong to the present interval already.
  EXPECT_THAT(queue_part(0), DoubleNear(30.33, 0.01));
  EXPECT_THAT(queue_part(60), DoubleNear(30.33, 0.01)) << "seven intervals after the last loss";
  EXPECT_THAT(queue_part(65), DoubleNear((30.33 + 100) / 2, 0.01)) << "half-way";
  EXPECT_THAT(queue_part(70), DoubleNear(100, 0.01));
}

TEST(NadaLossInterval, WeighsTheLastEightAndTakesLossesOfARoundTripAsOne) {
  NadaLossInterval losses;
  Timestamp now = kStart;
  const auto lose_after = [&](int packets) {
    for (int i = 0; i < packets; ++i, now += 20ms) losses.add(i == 0, now, kRoundTrip);
  };
  losses.add(false, now, kRoundTrip);
  EXPECT_FALSE(losses.has_losses());
  for (const int packets : {99, 50, 10, 10, 10, 10, 20, 20, 20, 20}) lose_after(packets);
  // Before the present 20: 20, 20, 20, 10 whole, then 10, 10, 10 by 0.8, 0.6, 0.4 and 50 by 0.2.
  EXPECT_THAT(losses.mean(), DoubleNear((70 + 18 + 10) / 6.0, 1e-9));
  EXPECT_EQ(losses.current(), 20);
  losses.add(true, now - 350ms, kRoundTrip);
  EXPECT_EQ(losses.current(), 21) << "it was sent within a round trip of the event";
}

TEST(Nada, GrowsBeyondWhatArrivesOnAClearPath) {
  Sender sender;
  sender.hear(0ms);
  const double before = sender.rate();
  EXPECT_THAT(before, DoubleNear(467.2, 0.5)) << "400 of video, 60 packets and 50 of sound";
  sender.hear(0ms);
  // 800 kbit/s arrive; gamma = 50 / (100 + 100 + 120).
  EXPECT_THAT(sender.rate(), DoubleNear(800 * (1 + 50.0 / 320), 1));
  EXPECT_EQ(sender.nada->estimate().verdict, PathEstimate::Verdict::kHeadroom);
}

TEST(Nada, StepsByTheSignalsDistanceFromTheReferenceAndByItsChange) {
  Sender sender;
  sender.hear(0ms);
  const double before = sender.rate();
  sender.hear(20ms);
  // The least of 15 packets is still one without a queue: x_curr = x_prev = 0.
  const double after_one = before * (1 - 0.5 * 0.2 * (0 - 10 * kMaxRate / before) / 500);
  EXPECT_THAT(sender.rate(), DoubleNear(after_one, 0.2));
  EXPECT_EQ(sender.nada->estimate().verdict, PathEstimate::Verdict::kClear);
  sender.hear(20ms);
  const double offset = 20 - 10 * kMaxRate / after_one;
  EXPECT_THAT(sender.rate(), DoubleNear(after_one * (1 - 0.5 * 0.2 * offset / 500 - 0.5 * 2 * 20.0 / 500), 0.2));
  for (int i = 0; i < 6; ++i) sender.hear(60ms);
  EXPECT_EQ(sender.nada->estimate().verdict, PathEstimate::Verdict::kCongestion);
}

TEST(Nada, IsSteadyAtTheQueueOfItsRate) {
  // r = XREF RMAX / d_queue: 10 ms x 1605.6 / 20 ms.
  Sender sender;
  sender.hear(0ms);
  for (int i = 0; i < 3000; ++i) sender.hear(20ms);
  EXPECT_THAT(sender.rate(), DoubleNear(kMaxRate / 2, 5));
}

TEST(Nada, DoesNotGrowFastWithinTheWindowOfALoss) {
  Sender sender;
  sender.hear(0ms);
  sender.hear(0ms, true);
  const double before = sender.rate();
  EXPECT_LT(before, 500);
  for (int i = 0; i < 4; ++i) sender.hear(0ms);
  EXPECT_LT(sender.rate(), 1.1 * before);
  for (int i = 0; i < 2; ++i) sender.hear(0ms);
  EXPECT_THAT(sender.rate(), DoubleNear(800 * (1 + 50.0 / 320), 1));
}

TEST(Nada, StepsNoMoreOftenThanEachDelta) {
  Sender sender({{"delta", 300}});
  sender.hear(0ms);
  const double before = sender.rate();
  for (int i = 0; i < 2; ++i) sender.hear(0ms);
  EXPECT_EQ(sender.rate(), before);
  sender.hear(0ms);
  EXPECT_GT(sender.rate(), 1.5 * before);
}

TEST(Nada, HalvesTheRateInSilenceAndKeepsToTheLeast) {
  Sender sender;
  sender.hear(0ms);
  const double before = sender.rate();
  EXPECT_EQ(sender.nada->next_deadline(), kNever) << "nothing is under way";
  sender.nada->handle_sent({.stream = StreamKind::kVideo, .sequence = 11, .size = kPacket, .sent_at = sender.now});
  const Timestamp deadline = sender.nada->next_deadline();
  EXPECT_EQ(deadline, sender.now + 500ms);
  sender.nada->poll({}, deadline - 1ms);
  EXPECT_EQ(sender.rate(), before);
  sender.nada->poll({}, deadline);
  EXPECT_THAT(sender.rate(), DoubleNear(before / 2, 0.1));
  EXPECT_THAT(sender.nada->estimate().cause.text(), HasSubstr("no report"));
  for (int i = 1; i < 10; ++i) sender.nada->poll({}, deadline + i * 500ms);
  EXPECT_THAT(sender.rate(), DoubleNear(100 + 30 * 0.32 + 48, 0.5));
}

}  // namespace
}  // namespace counterpoint
