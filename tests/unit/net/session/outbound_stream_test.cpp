// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/outbound_stream.h"

#include <gtest/gtest.h>

#include "net/rtp/ntp.h"
#include "net/rtp/rtx.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{100'000s};
constexpr Duration kRtt = 50ms;

OutboundStream::Config video() {
  return {.kind = StreamKind::kVideo,
          .clock_rate = 90'000,
          .payload_type = 96,
          .ssrc = 22,
          .answer_nack = true,
          .rtx_payload_type = 97,
          .rtx_ssrc = 23,
          .mid_extension_id = 1,
          .mid = "1"};
}

OutboundStream make(const OutboundStream::Config& config, std::uint64_t seed = 1) {
  Rng rng(seed);
  return OutboundStream(config, rng);
}

RtpPacket parsed(const PacedPacket& packet) {
  auto result = parse_rtp(packet.data);
  EXPECT_TRUE(result);
  return result ? *result : RtpPacket{};
}

TEST(OutboundStream, NumbersPacketsOneByOneAcrossTheCircle) {
  OutboundStream stream = make(video());
  std::optional<std::uint16_t> last;
  for (int i = 0; i < 70'000; ++i) {
    const PacedPacket packet = stream.make_packet({1}, 0, false, kStart + i * 1ms);
    const std::uint16_t sequence = parsed(packet).sequence;
    ASSERT_EQ(static_cast<std::uint16_t>(packet.sequence), sequence);
    if (last) {
      ASSERT_EQ(sequence, static_cast<std::uint16_t>(*last + 1));
    }
    last = sequence;
  }
}

TEST(OutboundStream, StartsAnywhere) {
  OutboundStream one = make(video(), 1);
  OutboundStream other = make(video(), 2);
  EXPECT_NE(one.make_packet({1}, 0, false, kStart).sequence, other.make_packet({1}, 0, false, kStart).sequence);
  EXPECT_NE(one.stamp_video(kStart), other.stamp_video(kStart));
}

TEST(OutboundStream, StampsFramesByTheirCaptureTimes) {
  OutboundStream stream = make(video());
  const std::uint32_t first = stream.stamp_video(kStart);
  EXPECT_EQ(stream.stamp_video(kStart + 33ms) - first, 2970U);
  EXPECT_EQ(stream.stamp_video(kStart + 10h) - first, static_cast<std::uint32_t>(36'000LL * 90'000));
}

TEST(OutboundStream, CountsAudioThroughJitterAndDrift) {
  OutboundStream stream = make({.clock_rate = 48'000});
  Rng rng(3);
  const std::uint32_t first = stream.stamp_audio(kStart, 960);
  for (int i = 1; i < 200'000; ++i) {
    // More than an hour of a card that is 200 ppm slow: 800 ms in all.
    const Timestamp at = kStart + i * 20'004us + from_seconds(0.015 * rng.uniform());
    ASSERT_EQ(stream.stamp_audio(at, 960) - first, static_cast<std::uint32_t>(i) * 960) << i;
  }
}

TEST(OutboundStream, LeavesAGapInSoundWhereItWasMissing) {
  OutboundStream stream = make({.clock_rate = 48'000});
  const std::uint32_t first = stream.stamp_audio(kStart, 960);
  EXPECT_EQ(stream.stamp_audio(kStart + 20ms, 960) - first, 960U);
  const std::uint32_t later = stream.stamp_audio(kStart + 3s, 960);
  EXPECT_EQ(later - first, 144'000U);
  EXPECT_EQ(stream.stamp_audio(kStart + 3020ms, 960) - later, 960U);
}

TEST(OutboundStream, SaysWhichStreamItIsUntilThePeerKnows) {
  OutboundStream stream = make(video());
  const RtpPacket first = parsed(stream.make_packet({1}, 0, false, kStart));
  ASSERT_EQ(first.extensions.size(), 1U);
  EXPECT_EQ(first.extensions[0].data, Bytes{'1'});
  stream.stop_sending_mid();
  EXPECT_TRUE(parsed(stream.make_packet({1}, 0, false, kStart)).extensions.empty());
}

TEST(OutboundStream, RepeatsAPacketInTheStreamOfRetransmissions) {
  OutboundStream stream = make(video());
  const RtpPacket original = parsed(stream.make_packet({1, 2, 3}, 77, true, kStart));
  const auto again = stream.make_retransmission(original.sequence, kRtt, kStart + 60ms);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->stream, StreamKind::kRetransmission);
  const auto restored = restore_from_rtx(parsed(*again), 96, 22);
  ASSERT_TRUE(restored);
  EXPECT_EQ(restored->sequence, original.sequence);
  EXPECT_EQ(restored->timestamp, original.timestamp);
  EXPECT_EQ(restored->payload, original.payload);
  EXPECT_TRUE(restored->marker);
  EXPECT_EQ(stream.retransmitted_packets(), 1U);
}

TEST(OutboundStream, PadsWithItsNewestPacketAsARetransmission) {
  OutboundStream stream = make(video());
  EXPECT_FALSE(stream.make_padding(kStart)) << "nothing was sent";
  static_cast<void>(stream.make_packet({1}, 77, false, kStart));
  const RtpPacket newest = parsed(stream.make_packet({2, 3}, 77, true, kStart));
  const auto first = stream.make_padding(kStart + 1ms);
  const auto second = stream.make_padding(kStart + 2ms);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->stream, StreamKind::kRetransmission);
  EXPECT_EQ(second->sequence, first->sequence + 1);
  const auto restored = restore_from_rtx(parsed(*second), 96, 22);
  ASSERT_TRUE(restored);
  EXPECT_EQ(restored->sequence, newest.sequence);
  EXPECT_EQ(stream.retransmitted_packets(), 0U) << "the peer has asked for none";
  EXPECT_FALSE(stream.make_padding(kStart + 3s)) << "too old";
}

TEST(OutboundStream, HasNoPaddingForAPeerWithoutRtx) {
  OutboundStream::Config config = video();
  config.rtx_payload_type = 0;
  OutboundStream stream = make(config);
  static_cast<void>(stream.make_packet({1}, 77, false, kStart));
  EXPECT_FALSE(stream.make_padding(kStart));
}

TEST(OutboundStream, RepeatsAPacketAsItWasForAPeerWithoutRtx) {
  OutboundStream::Config config = video();
  config.rtx_payload_type = 0;
  OutboundStream stream = make(config);
  const PacedPacket original = stream.make_packet({1, 2, 3}, 77, true, kStart);
  static_cast<void>(stream.make_packet({4}, 78, true, kStart));
  const auto again = stream.make_retransmission(static_cast<std::uint16_t>(original.sequence), kRtt, kStart + 60ms);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->data, original.data);
  EXPECT_EQ(again->sequence, original.sequence);
}

TEST(OutboundStream, AnswersOneRequestARoundTrip) {
  OutboundStream stream = make(video());
  const auto sequence = static_cast<std::uint16_t>(stream.make_packet({1}, 0, false, kStart).sequence);
  EXPECT_TRUE(stream.make_retransmission(sequence, kRtt, kStart + 20ms));
  EXPECT_FALSE(stream.make_retransmission(sequence, kRtt, kStart + 40ms));
  EXPECT_TRUE(stream.make_retransmission(sequence, kRtt, kStart + 80ms));
}

TEST(OutboundStream, IsNotDrivenByARoundTripTimeOfZero) {
  OutboundStream stream = make(video());
  const auto sequence = static_cast<std::uint16_t>(stream.make_packet({1}, 0, false, kStart).sequence);
  int answers = 0;
  for (int i = 0; i < 900; ++i) {
    if (stream.make_retransmission(sequence, Duration::zero(), kStart + i * 1ms)) ++answers;
  }
  EXPECT_LE(answers, 10);
}

TEST(OutboundStream, ForgetsWhatIsTooOldOrTooMuch) {
  OutboundStream::Config config = video();
  config.max_history = 100;
  OutboundStream stream = make(config);
  const auto first = static_cast<std::uint16_t>(stream.make_packet({1}, 0, false, kStart).sequence);
  for (int i = 0; i < 100; ++i) static_cast<void>(stream.make_packet({1}, 0, false, kStart));
  EXPECT_FALSE(stream.make_retransmission(first, kRtt, kStart));
  const auto last = static_cast<std::uint16_t>(first + 100);
  EXPECT_TRUE(stream.make_retransmission(last, kRtt, kStart + 900ms));
  EXPECT_FALSE(stream.make_retransmission(last, kRtt, kStart + 1100ms)) << "a second is the limit";
  EXPECT_FALSE(stream.make_retransmission(static_cast<std::uint16_t>(first + 101), kRtt, kStart)) << "never sent";
}

TEST(OutboundStream, KeepsNothingWithoutNack) {
  OutboundStream::Config config = video();
  config.answer_nack = false;
  OutboundStream stream = make(config);
  const auto sequence = static_cast<std::uint16_t>(stream.make_packet({1}, 0, false, kStart).sequence);
  EXPECT_FALSE(stream.make_retransmission(sequence, kRtt, kStart + 10ms));
}

TEST(OutboundStream, ReportsItsClockAndWhatWasSent) {
  OutboundStream stream = make(video());
  const std::uint32_t timestamp = stream.stamp_video(kStart);
  EXPECT_FALSE(stream.has_sent());
  for (int i = 0; i < 3; ++i) stream.count_sent(stream.make_packet(Bytes(100), timestamp, false, kStart), kStart + 5ms);
  const SenderReport report = stream.sender_report(kStart + 200ms);
  EXPECT_EQ(report.ntp, to_ntp(kStart + 200ms));
  EXPECT_EQ(report.rtp_timestamp - timestamp, 18'000U) << "the report's two clocks are of the same moment";
  EXPECT_EQ(report.packet_count, 3U);
  EXPECT_EQ(report.byte_count, 300U) << "payload alone (RFC 3550 6.4.1)";
  EXPECT_EQ(stream.total_send_delay(), 15ms);
}

}  // namespace
}  // namespace counterpoint
