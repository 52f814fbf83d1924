// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever else reaches a host's port during a call, the call goes on as if it had not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "core/base/rng.h"
#include "net/rtp/rtcp.h"
#include "net/rtp/rtp_packet.h"
#include "tests/scenario/scenario.h"

namespace counterpoint {
namespace {

using Datagrams = std::vector<Bytes>;
using Attack = decltype(HostPlan::attack);

constexpr const char* kGood = "rate=5M,delay=20ms";
constexpr std::size_t kMaxDatagram = 65'507;  // The largest payload of UDP over IPv4.

Bytes random_bytes(Rng& rng, std::size_t size) {
  Bytes bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
  return bytes;
}

/// Noise; half of it looks like RTP or RTCP at first sight.
Attack noise() {
  return [rng = Rng(7)](Duration, const Datagrams&) mutable -> Datagrams {
    Bytes datagram = random_bytes(rng, rng.below(1500));
    if (!datagram.empty() && rng.chance(0.5)) datagram[0] = static_cast<std::uint8_t>(0x80 | rng.below(64));
    if (datagram.size() > 1 && rng.chance(0.3)) datagram[1] = static_cast<std::uint8_t>(200 + rng.below(8));
    return {std::move(datagram)};
  };
}

Attack truncated_copies() {
  return [rng = Rng(8)](Duration, const Datagrams& seen) mutable -> Datagrams {
    if (seen.empty()) return {};
    Bytes copy = seen[rng.below(seen.size())];
    copy.resize(rng.below(copy.size()));
    return {std::move(copy)};
  };
}

Attack replayed_datagrams() {
  return [rng = Rng(9)](Duration, const Datagrams& seen) mutable -> Datagrams {
    if (seen.empty()) return {};
    return {seen[rng.below(seen.size())]};
  };
}

/// Datagrams of the largest size: noise behind a true header, each tenth of a second.
Attack oversized_datagrams() {
  return [rng = Rng(10)](Duration at, const Datagrams& seen) mutable -> Datagrams {
    if (seen.empty() || at % 100ms >= 1ms) return {};
    Bytes datagram = seen[rng.below(seen.size())];
    const Bytes tail = random_bytes(rng, kMaxDatagram - datagram.size());
    datagram.insert(datagram.end(), tail.begin(), tail.end());
    return {std::move(datagram)};
  };
}

/// Well-formed, but of strangers: media, goodbyes and requests in names that are not the peer's.
Attack strangers() {
  return [rng = Rng(11)](Duration, const Datagrams& seen) mutable -> Datagrams {
    if (seen.empty()) return {};
    const auto ssrc = static_cast<std::uint32_t>(0x1000000 + rng.below(1U << 31));
    Datagrams forged;
    if (Result<RtpPacket> packet = parse_rtp(seen[rng.below(seen.size())])) {
      packet->ssrc = ssrc;
      packet->sequence = static_cast<std::uint16_t>(rng.next());
      packet->timestamp = static_cast<std::uint32_t>(rng.next());
      forged.push_back(serialize(*packet));
    }
    const std::vector<RtcpPacket> reports = {
        SenderReport{.ssrc = ssrc, .ntp = rng.next(), .reports = {{.ssrc = ssrc + 1, .fraction_lost = 255}}},
        Nack{ssrc, ssrc + 1, {1, 2, 3}}, PictureLossIndication{ssrc, ssrc + 1},
        CongestionFeedback{.sender_ssrc = ssrc, .streams = {{.ssrc = ssrc + 1, .begin_sequence = 5, .metrics = {}}}},
        Goodbye{.ssrcs = {ssrc}, .reason = "nobody asked"}};
    forged.push_back(serialize(reports));
    return forged;
  };
}

void expect_undisturbed(const Scenario::Host& host, Span span) {
  EXPECT_GE(host.screen().frames_per_second(span), 29.5);
  EXPECT_LT(host.screen().longest_freeze(span), 70ms);
  EXPECT_EQ(host.headset().longest_silence(span), 0ms);
  EXPECT_LT(host.screen().delay(span, 0.95), 100ms);
  EXPECT_LT(host.screen().largest_skew(span), 45ms);
}

/// Runs for 20 s, and gives the host under attack.
const Scenario::Host& run(Scenario& call) {
  call.run(20s);
  const TransportStats& transport = call.a().stats().transport;
  std::printf("%llu of %llu datagrams were refused\n", static_cast<unsigned long long>(transport.malformed_packets),
              static_cast<unsigned long long>(transport.packets_received));
  return call.a();
}

Plan under(Attack attack) {
  Plan plan{.a_to_b = kGood, .b_to_a = kGood};
  plan.a.attack = std::move(attack);
  return plan;
}

TEST(Hostile, NoiseIsCountedAndIgnored) {
  Scenario call(under(noise()));
  const Scenario::Host& host = run(call);
  expect_undisturbed(host, {2s, 20s});
  expect_undisturbed(call.b(), {2s, 20s});
  EXPECT_EQ(host.stats().audio_in.concealed_samples, 0U);
  EXPECT_GT(host.stats().transport.malformed_packets, 15'000U);
}

TEST(Hostile, TruncatedCopiesAreIgnored) {
  Scenario call(under(truncated_copies()));
  const Scenario::Host& host = run(call);
  expect_undisturbed(host, {2s, 20s});
  EXPECT_EQ(host.stats().audio_in.concealed_samples, 0U);
  EXPECT_EQ(host.stats().video_in.freeze_count, 0U);
}

TEST(Hostile, ReplayedDatagramsAreIgnored) {
  Scenario call(under(replayed_datagrams()));
  const Scenario::Host& host = run(call);
  expect_undisturbed(host, {2s, 20s});
  EXPECT_EQ(host.stats().audio_in.concealed_samples, 0U);
  EXPECT_EQ(host.stats().video_out.frames_encoded, 601U) << "and the sender is not driven to anything";
}

TEST(Hostile, OversizedDatagramsAreIgnored) {
  Scenario call(under(oversized_datagrams()));
  expect_undisturbed(run(call), {2s, 20s});
}

TEST(Hostile, StrangersAreNotHeard) {
  Scenario call(under(strangers()));
  const Scenario::Host& host = run(call);
  expect_undisturbed(host, {2s, 20s});
  EXPECT_GT(host.stats().transport.malformed_packets, 15'000U);
  EXPECT_EQ(host.stats().video_out.pli_count, 0U);
  EXPECT_EQ(host.stats().video_out.nack_count, 0U);
  EXPECT_EQ(host.stats().audio_remote.fraction_lost, 0);
}

TEST(Hostile, StrangersAreNotHeardWhenThePeerDidNotNameItsStreams) {
  Plan plan = under(strangers());
  plan.unknown_features = {"a=ssrc"};
  Scenario call(plan);
  expect_undisturbed(run(call), {2s, 20s});
}

TEST(Hostile, AnAttackerWhoSeesAllPacketsDisturbsNothing) {
  auto recorded = std::make_shared<Datagrams>();
  const Attack attack = [recorded, rng = Rng(1), next = std::size_t{0}](Duration at,
                                                                        const Datagrams& seen) mutable -> Datagrams {
    if (at < 8s && !seen.empty()) recorded->push_back(seen.back());
    if (at < 10s) return {};
    Bytes old = (*recorded)[next++ % recorded->size()];
    Bytes wrong = seen[rng.below(seen.size())];
    for (int i = 0; i < 4; ++i) wrong[rng.below(wrong.size())] ^= static_cast<std::uint8_t>(1 + rng.below(255));
    return {std::move(old), std::move(wrong)};
  };
  Scenario call(under(attack));
  const Scenario::Host& host = run(call);
  expect_undisturbed(host, {2s, 20s});
  EXPECT_EQ(host.stats().audio_in.concealed_samples, 0U);
  EXPECT_GT(host.stats().transport.malformed_packets, 15'000U);
}

}  // namespace
}  // namespace counterpoint
