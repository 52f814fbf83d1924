// SPDX-License-Identifier: GPL-3.0-or-later
// ECN from the sender's mode over a path that marks to the mode's feedback.
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "core/adaptation/mode/constant_estimator.h"
#include "net/adapters/emulated_transport.h"
#include "net/sdp/offer_answer.h"
#include "net/secure/srtp_protector.h"
#include "net/session/rtp_session.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

MediaCapabilities capabilities(std::uint32_t number) {
  return {.port = 1,
          .audio_ssrc = number * 16 + 1,
          .video_ssrc = number * 16 + 2,
          .rtx_ssrc = number * 16 + 3,
          .cname = "host" + std::to_string(number),
          .session_id = number};
}

template <Ecn ecn>
std::unique_ptr<Estimator> make_with_ecn(const AdaptationContext&, const ParameterValues&) {
  PathEstimate estimate;
  estimate.ecn = ecn;
  return std::make_unique<ConstantEstimator>(estimate);
}

/// The sender of a call in one direction learns this in ten seconds over a path of less than it sends.
struct Learnt {
  int marked = 0;
  int capable = 0;
  int not_capable = 0;
  int lost = 0;
  int capable_reports = 0;  ///< Datagrams of the receiver, which sends no media.
};

void count(const FeedbackReport& report, Learnt& learnt) {
  for (const PacketFeedback& packet : report.packets) {
    if (packet.lost) ++learnt.lost;
    if (!packet.arrived_at) continue;
    ++(packet.ecn == Ecn::kCe ? learnt.marked : packet.ecn == Ecn::kNotEct ? learnt.not_capable : learnt.capable);
  }
}

std::shared_ptr<PacketProtection> protection(DtlsRole role) {
  return std::move(SrtpProtector::create(keys_from_seed(1, role)).value());
}

Learnt call(const char* path, const ModeChoice& mode) {
  const auto answer = make_answer(capabilities(2), make_offer(capabilities(1)));
  const RtpSession::Config config{
      .mode = mode,
      .point = OperatingPoint::from_rate(DataRate::kilobits_per_second(800), FrameRate::per_second(25), {640, 360})};
  RtpSession sender(config, *accept_answer(capabilities(1), answer->sdp), protection(DtlsRole::kServer), 1, kStart);
  RtpSession receiver(config, answer->session, protection(DtlsRole::kClient), 2, kStart);
  EmulatedPath there(parse_path_config(path).value());
  EmulatedPath back(parse_path_config("delay=20ms").value());
  PathEnd at_sender(there, back);
  PathEnd at_receiver(back, there);
  Learnt learnt;
  for (Timestamp now = kStart; now < kStart + 10s; now += 1ms) {
    if ((now - kStart) % 40ms == 0ms) {
      sender.send_video({.data = Bytes(4000),
                         .codec = VideoCodec::kVp8,
                         .key_frame = now == kStart,
                         .size = {64, 64},
                         .captured_at = now},
                        now);
    }
    sender.poll(now);
    receiver.poll(now);
    while (const auto datagram = sender.poll_transmit(now)) at_sender.send(datagram->data, now, datagram->ecn);
    while (const auto datagram = receiver.poll_transmit(now)) {
      if (datagram->ecn != Ecn::kNotEct) ++learnt.capable_reports;
      at_receiver.send(datagram->data, now, datagram->ecn);
    }
    while (const auto datagram = at_receiver.receive(now)) receiver.handle_datagram(*datagram, now);
    while (const auto datagram = at_sender.receive(now)) sender.handle_datagram(*datagram, now);
    while (const auto event = sender.poll_event()) {
      if (const auto* report = std::get_if<FeedbackReport>(&*event)) count(*report, learnt);
    }
  }
  return learnt;
}

template <Ecn ecn>
Learnt call_with_ecn(const char* path) {
  const EstimatorKind estimator{
      .name = "ecn", .summary = "", .source = "", .parameters = {}, .make = make_with_ecn<ecn>};
  const Mode mode{
      .name = "ecn", .summary = "", .estimator = &estimator, .scaler = find_mode("fixed")->scaler, .gate = &kPacerGate};
  return call(path, {.mode = &mode, .parameters = {}});
}

TEST(SessionEcn, MarksOfThePathReachTheMode) {
  const Learnt learnt = call_with_ecn<Ecn::kEct0>("rate=500k,delay=20ms,aqm=codel,ecn=1,queue=unlimited");
  EXPECT_GT(learnt.marked, 10);
  EXPECT_GT(learnt.capable, 20);
  EXPECT_EQ(learnt.not_capable, 0);
  EXPECT_EQ(learnt.lost, 0);
  EXPECT_EQ(learnt.capable_reports, 0);
}

TEST(SessionEcn, TheLowLatencyQueueMarksEct1) {
  const Learnt learnt = call_with_ecn<Ecn::kEct1>("rate=700k,delay=20ms,aqm=dualpi2,queue=unlimited");
  EXPECT_GT(learnt.marked, 100);
  EXPECT_EQ(learnt.not_capable, 0);
}

TEST(SessionEcn, AModeThatSaysNothingIsNotEcnCapable) {
  for (const Mode& mode : modes()) {
    if (mode.name == "2d") continue;
    const Learnt learnt = call("rate=500k,delay=20ms,aqm=codel,ecn=1", {.mode = &mode, .parameters = {}});
    EXPECT_EQ(learnt.marked + learnt.capable, 0) << mode.name;
    EXPECT_GT(learnt.not_capable, 10) << mode.name;
  }
  EXPECT_GT(call("rate=500k,delay=20ms,aqm=codel,ecn=1", {}).lost, 10);
}

TEST(SessionEcn, TheDefaultModeIsMarkedInTheLowLatencyQueue) {
  const Learnt learnt = call("rate=1M,delay=20ms,aqm=dualpi2", {.mode = find_mode("2d"), .parameters = {}});
  EXPECT_GT(learnt.marked, 0);
  EXPECT_GT(learnt.capable, 100);
  EXPECT_EQ(learnt.not_capable, 0);
  EXPECT_EQ(learnt.lost, 0);
  EXPECT_EQ(learnt.capable_reports, 0);
}

}  // namespace
}  // namespace counterpoint
