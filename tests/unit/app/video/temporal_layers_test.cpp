// SPDX-License-Identifier: GPL-3.0-or-later
// Temporal layers from the sender's encoder to the receiver's decoder.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "media/codec/synthetic_video_codec.h"
#include "net/adapters/emulated_transport.h"
#include "net/rtp/datagram_kind.h"
#include "net/sdp/offer_answer.h"
#include "net/secure/srtp_protector.h"
#include "net/session/rtp_session.h"
#include "tests/support/min_capabilities.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
constexpr Duration kCall = 10s;
constexpr Duration kInterval = 40ms;
constexpr std::uint32_t kVideo = 12;

std::shared_ptr<PacketProtection> protection(DtlsRole role) {
  return std::move(SrtpProtector::create(keys_from_seed(1, role)).value());
}

struct Outcome {
  int frames = 0;     ///< They were decoded.
  int undecoded = 0;  ///< The decoder refused them.
  Duration longest_delay{};
};

/// One direction of a call, 100 ms each way, that loses all packets of each fourth frame, beginning with the second:
/// for good, or but once.
Outcome call(bool layers, bool for_good) {
  const auto answer = make_answer(min_capabilities(21), make_offer(min_capabilities(11)));
  const RtpSession::Config config{
      .circuit_breaker = {.enabled = false},
      .mode = {.mode = find_mode("fixed"), .parameters = {}},
      .point = OperatingPoint::from_rate(DataRate::kilobits_per_second(800), FrameRate::per_second(25), {640, 360})};
  RtpSession sender(config, accept_answer(min_capabilities(11), answer->sdp).value(), protection(DtlsRole::kServer), 1,
                    kStart);
  RtpSession receiver(config, answer->session, protection(DtlsRole::kClient), 2, kStart);
  EmulatedPath there(parse_path_config("delay=100ms").value());
  EmulatedPath back(parse_path_config("delay=100ms").value());
  PathEnd at_sender(there, back);
  PathEnd at_receiver(back, there);
  SyntheticVideoEncoder encoder(1);
  encoder.set_temporal_layers(layers);
  SyntheticVideoDecoder decoder;
  Outcome outcome;
  std::optional<std::uint32_t> first;  // The timestamp of the first frame that was sent.
  for (Timestamp now = kStart; now < kStart + kCall; now += 1ms) {
    if ((now - kStart) % kInterval == 0ms) {
      VideoFrame frame;
      frame.at = now;
      sender.send_video(encoder.encode(frame, config.point, false).value(), now);
    }
    sender.poll(now);
    receiver.poll(now);
    while (const auto datagram = sender.poll_transmit(now)) {
      if (classify(datagram->data) == DatagramKind::kRtp) {
        const RtpPacket packet = parse_rtp(datagram->data).value();
        if (!first) first = packet.timestamp;
        const bool chosen = (packet.timestamp - *first) / 3600 % 4 == 1;
        if (chosen && (for_good || packet.ssrc == kVideo)) continue;
      }
      at_sender.send(datagram->data, now, datagram->ecn);
    }
    while (const auto datagram = receiver.poll_transmit(now)) at_receiver.send(datagram->data, now, datagram->ecn);
    while (const auto datagram = at_receiver.receive(now)) receiver.handle_datagram(*datagram, now);
    while (const auto datagram = at_sender.receive(now)) sender.handle_datagram(*datagram, now);
    while (const auto frame = receiver.next_video(now)) {
      EncodedVideoFrame encoded;
      encoded.data = frame->data;
      (decoder.decode(encoded) ? outcome.frames : outcome.undecoded) += 1;
      const auto captured =
          kStart +
          kInterval * (static_cast<std::uint32_t>(static_cast<std::uint32_t>(frame->timestamp) - *first) / 3600);
      if (now > kStart + 1s) outcome.longest_delay = std::max(outcome.longest_delay, now - captured);
    }
    while (sender.poll_event() || receiver.poll_event()) {
    }
  }
  return outcome;
}

TEST(TemporalLayers, WhoeverLosesFramesThatNoneRefersToSeesTheOthersInTime) {
  for (const bool for_good : {true, false}) {
    const Outcome outcome = call(true, for_good);
    EXPECT_EQ(outcome.undecoded, 0);
    EXPECT_GE(outcome.frames, 250 * 3 / 4 - 5);
    EXPECT_LE(outcome.longest_delay, 220ms)
        << "100 ms of the path, and a frame's time before it is known to be missing";
  }
}

TEST(TemporalLayers, WithoutLayersEachLossIsWaitedFor) {
  const Outcome outcome = call(false, false);
  EXPECT_EQ(outcome.undecoded, 0);
  EXPECT_GE(outcome.frames, 250 * 3 / 4 - 5);
  EXPECT_GE(outcome.longest_delay, 300ms) << "a round trip later";
}

}  // namespace
}  // namespace counterpoint
