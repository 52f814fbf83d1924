// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/base/rank.h"
#include "tests/unit/net/ice/virtual_host.h"

namespace counterpoint {
namespace {

struct DirectCall {
  explicit DirectCall(VirtualInternet::Config config)
      : internet(config),
        a(internet, {.role = IceRole::kControlling, .local = credentials_of(2 * config.seed), .seed = 2 * config.seed}),
        b(internet,
          {.role = IceRole::kControlled, .local = credentials_of(2 * config.seed + 1), .seed = 2 * config.seed + 1}) {
    begin_call(a, b);
    a.plug(1, {ip("192.0.2.1"), 5000}, nullptr);
    b.plug(1, {ip("192.0.2.2"), 6000}, nullptr);
  }
  bool connect(Duration limit) {
    return internet.run_until([this] { return a.connected() && b.connected(); }, limit);
  }

  VirtualInternet internet;
  VirtualHost a;
  VirtualHost b;
};

TEST(IceConsent, AnHourAt20PercentLossEndsNoCall) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    DirectCall call({.seed = seed});
    ASSERT_TRUE(call.connect(2s));
    call.internet.config().loss = 0.2;
    call.internet.run(3600s);
    EXPECT_TRUE(call.a.connected() && call.b.connected());
    EXPECT_EQ(call.a.count<IceConsentLost>() + call.b.count<IceConsentLost>(), 0) << "seed " << seed;
  }
}

TEST(IceConsent, SendingEndsWithin30SecondsOfTheLastAnswer) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    DirectCall call({.seed = seed});
    ASSERT_TRUE(call.connect(2s));
    call.a.start_media();
    call.internet.run(7s + from_milliseconds(331.0 * static_cast<double>(seed)));
    call.internet.cut(ip("192.0.2.2"));
    const Timestamp cut = call.internet.now();
    ASSERT_TRUE(call.internet.run_until([&] { return call.a.count<IceConsentLost>() > 0; }, 30s + 50ms))
        << "seed " << seed;
    // The last answer came at most one interval of consent before.
    EXPECT_GE(call.internet.now() - cut, 23s);
    EXPECT_FALSE(call.a.agent().wrap(Bytes(100)));
    const std::uint32_t sent = call.a.sent();
    // The same addresses do not come back without new credentials, even if the peer does (RFC 7675 section 5.1).
    call.internet.join(ip("192.0.2.2"));
    call.internet.run(60s);
    EXPECT_EQ(call.a.sent(), sent);
  }
}

TEST(IceConsent, ChecksComeEach5SecondsGiveOrTake20Percent) {
  DirectCall call({});
  ASSERT_TRUE(call.connect(2s));
  call.internet.run(10s);
  const int before = call.a.datagrams();
  call.internet.run(1000s);
  // A request and an answer each time, for either side.
  EXPECT_NEAR(call.a.datagrams() - before, 400, 20);
}

TEST(IceConsent, ABreakOf20SecondsIsSurvived) {
  DirectCall call({});
  ASSERT_TRUE(call.connect(2s));
  call.a.start_media();
  call.b.start_media();
  call.internet.run(5s);
  call.internet.cut(ip("192.0.2.2"));
  call.internet.run(20s);
  call.internet.join(ip("192.0.2.2"));
  const Timestamp back = call.internet.now();
  call.internet.run(5s);
  EXPECT_LE(call.a.max_gap(back), 200ms);
  EXPECT_LE(call.b.max_gap(back), 200ms);
  EXPECT_EQ(call.a.count<IceConsentLost>() + call.b.count<IceConsentLost>(), 0);
}

/// Times until both sides are connected, from when both know each other's credentials.
std::vector<Duration> connect_times(double loss) {
  std::vector<Duration> times;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    DirectCall call({.loss = loss, .seed = seed});
    const Timestamp start = call.internet.now();
    EXPECT_TRUE(call.connect(10s)) << "loss " << loss << ", seed " << seed;
    times.push_back(call.internet.now() - start);
  }
  return times;
}

TEST(IceSetUp, LossCostsLittle) {
  // DTLS takes 0.53 s in 95 % of the calls at 5 % loss and 0.84 s at 10 %, of the 1.0 and 1.5 s that all may take.
  for (const auto& [loss, p95] : {std::pair{0.0, 160ms}, {0.05, 400ms}, {0.1, 600ms}}) {
    const std::vector<Duration> times = connect_times(loss);
    const Duration seen = nth_smallest(times, times.size() * 95 / 100);
    EXPECT_LE(seen, p95) << "loss " << loss;
    RecordProperty("p95_ms_at_loss_" + std::to_string(static_cast<int>(100 * loss)),
                   std::to_string(to_milliseconds(seen)));
    RecordProperty("worst_ms_at_loss_" + std::to_string(static_cast<int>(100 * loss)),
                   std::to_string(to_milliseconds(nth_smallest(times, times.size() - 1))));
  }
}

TEST(IceSetUp, TheRoundTripTimeIsMeasured) {
  DirectCall call({.round_trip = 80ms});
  ASSERT_TRUE(call.connect(2s));
  EXPECT_EQ(call.a.agent().round_trip(), Duration(80ms));
  EXPECT_EQ(call.b.agent().round_trip(), Duration(80ms));
}

}  // namespace
}  // namespace counterpoint
