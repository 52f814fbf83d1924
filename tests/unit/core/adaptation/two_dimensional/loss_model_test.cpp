// SPDX-License-Identifier: GPL-3.0-or-later
// LossModel: random loss, policers and their bursts, and what a peer that lies can make of it.
#include "core/adaptation/two_dimensional/loss_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart = Timestamp(1000s);
constexpr DataSize kPacket = DataSize::bytes(1000);

PacketFeedback packet(Timestamp sent_at, bool lost) {
  const std::optional<Timestamp> arrived_at = lost ? std::nullopt : std::optional(sent_at + 50ms);
  return {.sequence = sent_at.time_since_epoch().count(),
          .size = kPacket,
          .sent_at = sent_at,
          .arrived_at = arrived_at,
          .lost = lost};
}

/// Sends at `rate`; `drops` says of each packet whether the path drops it.
template <typename Drops>
void send(LossModel& model, Timestamp from, Duration time, DataRate rate, Drops&& drops) {
  const Duration gap = kPacket / rate;
  for (Timestamp at = from; at < from + time; at += gap) model.add(packet(at, drops(at)), kPacket);
  model.update();
}

/// A token bucket that drops what exceeds `rate`.
class Policer {
 public:
  Policer(DataRate rate, DataSize burst) : rate_(rate), burst_(burst), tokens_(burst) {}
  bool operator()(Timestamp at) {
    tokens_ = std::min(burst_, tokens_ + rate_ * std::max<Duration>(at - last_, 0ns));
    last_ = at;
    if (tokens_ < kPacket) return true;
    tokens_ -= kPacket;
    return false;
  }

 private:
  DataRate rate_;
  DataSize burst_;
  DataSize tokens_;
  Timestamp last_ = kStart;
};

TEST(LossModel, RandomLossInBurstsIsNoCapacity) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    int burst = 0;
    const auto drops = [&](Timestamp) {
      burst = burst > 0 ? burst - 1 : rng.chance(0.006) ? 3 : 0;
      return burst > 0;
    };
    LossModel model{TwoDimensionalConfig({})};
    for (int second = 0; second < 20; ++second) {
      send(model, kStart + second * 1s, 1s, DataRate::kilobits_per_second(500 + 50 * second), drops);
    }
    EXPECT_FALSE(model.capacity()) << "seed " << seed;
    EXPECT_GT(model.share(), 0);
    EXPECT_EQ(model.random_share(), std::min(model.share(), 0.1)) << "seed " << seed;
  }
}

// Bursts hit some rates more than others by chance.
TEST(LossModel, LossesInLongBurstsAreSeldomTakenForACapacity) {
  constexpr int kSeeds = 20;
  constexpr int kSeconds = 60;
  int taken = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Rng rng(seed);
    LossModel model{TwoDimensionalConfig({})};
    bool bad = false;
    std::int64_t sequence = 0;
    for (int second = 0; second < kSeconds; ++second) {
      const DataRate rate = DataRate::bits_per_second(1'000'000) * (1 + rng.uniform());
      const Timestamp from = kStart + second * 1s;
      for (Timestamp at = from; at < from + 1s; at += kPacket / rate) {
        bad = rng.chance(bad ? 0.75 : 0.005);
        PacketFeedback next = packet(at, bad);
        next.sequence = ++sequence;
        model.add(next, kPacket);
      }
      model.update();
      if (model.capacity()) ++taken;
    }
  }
  EXPECT_LT(taken, kSeeds * kSeconds / 100);
}

TEST(LossModel, APolicersRateIsFoundBeforeAWindowIsComplete) {
  Policer policer(DataRate::kilobits_per_second(500), DataSize::bytes(10'000));
  LossModel model{TwoDimensionalConfig({})};
  send(model, kStart, 2s, DataRate::kilobits_per_second(450), policer);
  send(model, kStart + 2s, 400ms, DataRate::kilobits_per_second(1500), policer);
  ASSERT_TRUE(model.capacity());
  EXPECT_GT(model.sent_rate().kilobits_per_second(), 1400) << "the rate of the window that grows";
}

TEST(LossModel, APolicersRateIsFoundWhileOursGrows) {
  for (const DataSize burst : {DataSize::bytes(10'000), DataSize::bytes(50'000)}) {
    Policer policer(DataRate::kilobits_per_second(1000), burst);
    LossModel model{TwoDimensionalConfig({})};
    int second = 0;
    for (; second < 20 && !model.capacity(); ++second) {
      send(model, kStart + second * 1s, 1s, DataRate::kilobits_per_second(800 + 50 * second), policer);
    }
    ASSERT_TRUE(model.capacity());
    EXPECT_NEAR(model.capacity()->kilobits_per_second(), 1000, 80);
    EXPECT_LT(model.random_share(), 0.01);
    EXPECT_LT(second, 12) << "1300 kbit/s, and more than a tenth is lost";
  }
}

TEST(LossModel, MuchLossAtASteadyRateIsCongestionUntilALowerRateLosesAsMuch) {
  Rng rng(3);
  const auto third = [&rng](Timestamp) { return rng.chance(0.3); };
  LossModel model{TwoDimensionalConfig({})};
  send(model, kStart, 4s, DataRate::kilobits_per_second(1000), third);
  ASSERT_TRUE(model.capacity());
  EXPECT_NEAR(model.capacity()->kilobits_per_second(), 700, 150);
  send(model, kStart + 4s, 4s, DataRate::kilobits_per_second(600), third);
  EXPECT_FALSE(model.capacity()) << "less was sent, and as much of it was lost";
}

TEST(LossModel, ForgetsACapacityWithItsWindows) {
  Policer policer(DataRate::kilobits_per_second(500), DataSize::bytes(10'000));
  LossModel model{TwoDimensionalConfig({})};
  send(model, kStart, 4s, DataRate::kilobits_per_second(450), policer);
  send(model, kStart + 4s, 2s, DataRate::kilobits_per_second(800), policer);
  ASSERT_TRUE(model.capacity());
  send(model, kStart + 6s, 10s, DataRate::kilobits_per_second(450), [](Timestamp) { return false; });
  EXPECT_FALSE(model.capacity());
  EXPECT_EQ(model.share(), 0);
}

TEST(LossModel, PacketsThatAreLateAreNeitherLostNorCountedTwice) {
  LossModel model{TwoDimensionalConfig({})};
  for (int second = 0; second < 6; ++second) {
    const Timestamp from = kStart + second * 1s;
    send(model, from, 1s, DataRate::kilobits_per_second(800),
         [second](Timestamp at) { return second == 4 && at.time_since_epoch().count() % 3 == 0; });
    if (second != 4) continue;
    for (Timestamp at = from; at < from + 1s; at += 10ms) {
      if (at.time_since_epoch().count() % 3 == 0) model.add(packet(at, false), kPacket);
    }
  }
  EXPECT_EQ(model.share(), 0);
  EXPECT_FALSE(model.capacity());
  EXPECT_NEAR(model.sent_rate().kilobits_per_second(), 800, 20);
}

TEST(LossModel, LossThatWasFoundRandomStaysSo) {
  Rng rng(4);
  const auto tenth = [&rng](Timestamp) { return rng.chance(0.1); };
  LossModel model{TwoDimensionalConfig({})};
  send(model, kStart, 3s, DataRate::kilobits_per_second(1000), tenth);
  send(model, kStart + 3s, 3s, DataRate::kilobits_per_second(600), tenth);
  ASSERT_FALSE(model.capacity());
  for (int second = 6; second < 60; ++second) {
    send(model, kStart + second * 1s, 1s, DataRate::kilobits_per_second(1000), tenth);
    EXPECT_FALSE(model.capacity()) << second << " s";
  }
}

TEST(LossModel, BearsWhateverAPeerClaims) {
  Rng rng(9);
  LossModel model{TwoDimensionalConfig({})};
  Timestamp at = kStart;
  for (int i = 0; i < 20'000; ++i) {
    at += from_seconds(rng.chance(0.01) ? 30.0 * rng.uniform() : 0.01 * (rng.uniform() - 0.2));
    const DataSize size = DataSize::bytes(1 + static_cast<std::int64_t>(1500 * rng.uniform()));
    model.add(packet(at, rng.chance(0.5)), size);
    if (i % 10 != 0) continue;
    model.update();
    EXPECT_GE(model.random_share(), 0);
    EXPECT_LE(model.random_share(), 1);
    EXPECT_GT(model.capacity().value_or(kPacket / 1s), DataRate());
  }
}

}  // namespace
}  // namespace counterpoint
