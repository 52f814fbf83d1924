// SPDX-License-Identifier: GPL-3.0-or-later
// Repair packets from the sender's mode to frames of the receiver.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "core/adaptation/mode/constant_estimator.h"
#include "net/adapters/emulated_transport.h"
#include "net/rtp/datagram_kind.h"
#include "net/sdp/media_section.h"
#include "net/sdp/offer_answer.h"
#include "net/secure/srtp_protector.h"
#include "net/session/rtp_session.h"
#include "tests/support/min_capabilities.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
constexpr Duration kCall = 10s;
constexpr std::uint32_t kVideo = 12;
constexpr std::uint32_t kRepairs = 14;

MediaCapabilities host(std::uint32_t ssrc) {
  MediaCapabilities capabilities = min_capabilities(ssrc);
  capabilities.fec_ssrc = ssrc + 3;
  return capabilities;
}

/// Asks for one repair packet for five others.
std::unique_ptr<Estimator> make_repairing(const AdaptationContext&, const ParameterValues&) {
  PathEstimate estimate;
  estimate.repair_share = 0.2;
  return std::make_unique<ConstantEstimator>(estimate);
}

std::shared_ptr<PacketProtection> protection(DtlsRole role) {
  return std::move(SrtpProtector::create(keys_from_seed(1, role)).value());
}

struct Outcome {
  int video = 0;  ///< Packets of the stream itself.
  int repairs = 0;
  std::size_t largest = 0;
  std::size_t frames = 0;
  double delay = 0;  ///< Seconds from capture to showing, summed over the frames.
  SessionStats sender;
  SessionStats receiver;
};

/// One direction of a call with frames of `frame_size` bytes, of whose video each `lose_each`th is lost, 100 ms each
/// way. `repairs`: the peer takes repair packets.
Outcome call(const ModeChoice& mode, int lose_each, bool repairs = true, std::size_t frame_size = 3000) {
  const auto answer = make_answer(host(21), make_offer(host(11)));
  NegotiatedSession of_sender = accept_answer(host(11), answer->sdp).value();
  if (!repairs) of_sender.video.fec_payload_type = 0;  // The peer has left it out.
  const RtpSession::Config config{
      .mode = mode,
      .point = OperatingPoint::from_rate(DataRate::kilobits_per_second(800), FrameRate::per_second(25), {640, 360})};
  RtpSession sender(config, of_sender, protection(DtlsRole::kServer), 1, kStart);
  RtpSession receiver(config, answer->session, protection(DtlsRole::kClient), 2, kStart);
  EmulatedPath there(parse_path_config("delay=100ms").value());
  EmulatedPath back(parse_path_config("delay=100ms").value());
  PathEnd at_sender(there, back);
  PathEnd at_receiver(back, there);
  Outcome outcome;
  std::int64_t first = 0;  // The timestamp of the first frame.
  for (Timestamp now = kStart; now < kStart + kCall; now += 1ms) {
    if ((now - kStart) % 40ms == 0ms) {
      // The first bit of VP8 is 0 in key frames alone.
      sender.send_video({.data = Bytes(frame_size, now == kStart ? 0 : 1),
                         .codec = VideoCodec::kVp8,
                         .key_frame = now == kStart,
                         .size = {64, 64},
                         .captured_at = now},
                        now);
    }
    sender.poll(now);
    receiver.poll(now);
    while (const auto datagram = sender.poll_transmit(now)) {
      outcome.largest = std::max(outcome.largest, datagram->data.size());
      const bool media = classify(datagram->data) == DatagramKind::kRtp;
      const std::uint32_t ssrc = media ? parse_rtp(datagram->data).value().ssrc : 0;
      if (ssrc == kRepairs) ++outcome.repairs;
      if (ssrc == kVideo && ++outcome.video % lose_each == 0) continue;
      at_sender.send(datagram->data, now, datagram->ecn);
    }
    while (const auto datagram = receiver.poll_transmit(now)) at_receiver.send(datagram->data, now, datagram->ecn);
    while (const auto datagram = at_receiver.receive(now)) receiver.handle_datagram(*datagram, now);
    while (const auto datagram = at_sender.receive(now)) sender.handle_datagram(*datagram, now);
    while (const auto frame = receiver.next_video(now)) {
      if (outcome.frames++ == 0) first = frame->timestamp;
      const Timestamp captured = kStart + (frame->timestamp - first) / 90 * 1ms;
      outcome.delay += to_seconds(std::max(now, frame->render_at) - captured);
    }
    while (sender.poll_event() || receiver.poll_event()) {
    }
  }
  sender.fill_statistics(outcome.sender);
  receiver.fill_statistics(outcome.receiver);
  return outcome;
}

Outcome repairing_call(int lose_each, bool repairs = true, std::size_t frame_size = 3000) {
  const EstimatorKind estimator{
      .name = "repairs", .summary = "", .source = "", .parameters = {}, .make = make_repairing};
  const Mode mode{.name = "repairs",
                  .summary = "",
                  .estimator = &estimator,
                  .scaler = find_mode("fixed")->scaler,
                  .gate = &kPacerGate};
  return call({.mode = &mode, .parameters = {}}, lose_each, repairs, frame_size);
}

TEST(SessionRepair, LostPacketsAreRestoredWithoutARoundTrip) {
  const Outcome repaired = repairing_call(11);
  const Outcome asked_for = repairing_call(11, false);
  EXPECT_GT(repaired.receiver.video_in.fec_packets_received, 50U);
  EXPECT_EQ(asked_for.receiver.video_in.fec_packets_received, 0U);
  EXPECT_GT(asked_for.receiver.video_in.nack_count, 50U);
  EXPECT_LT(repaired.receiver.video_in.nack_count, asked_for.receiver.video_in.nack_count / 3);
  EXPECT_GE(repaired.frames, 240U);
  // A retransmission takes 200 ms more, for which all frames wait; a repair packet at most two frames.
  EXPECT_LT(repaired.delay / static_cast<double>(repaired.frames),
            asked_for.delay / static_cast<double>(asked_for.frames) - 0.1);
}

TEST(SessionRepair, TheyTakeTheShareOfBytesThatTheModeAsksFor) {
  for (const std::size_t frame_size : {300U, 1000U, 3000U}) {
    const Outcome outcome = repairing_call(1'000'000, true, frame_size);
    // A repair packet is larger than the others by its header.
    EXPECT_LE(outcome.repairs, outcome.video / 5) << frame_size;
    EXPECT_GE(outcome.repairs, outcome.video / 6) << frame_size;
    EXPECT_EQ(outcome.receiver.video_in.nack_count, 0U);
    EXPECT_LE(outcome.largest, 1200U);
  }
}

TEST(SessionRepair, NoneIsSentToWhoTakesNone) { EXPECT_EQ(repairing_call(11, false).repairs, 0); }

TEST(SessionRepair, TheDefaultModeAsksForThemWherePacketsAreLostAndTheRoundTripIsLong) {
  EXPECT_EQ(call({.mode = find_mode("2d"), .parameters = {}}, 1'000'000).repairs, 0);
  EXPECT_GT(call({.mode = find_mode("2d"), .parameters = {}}, 25).repairs, 20);
  EXPECT_EQ(call({.mode = find_mode("2d"), .parameters = {{"slow_repair", 300}}}, 25).repairs, 0);
}

}  // namespace
}  // namespace counterpoint
