// SPDX-License-Identifier: GPL-3.0-or-later
// Modes for comparison over one bottleneck in virtual time: what they are known for.
#include <gmock/gmock.h>

#include "core/adaptation/mode/mode.h"
#include "tests/support/media_sender.h"

namespace counterpoint {
namespace {

constexpr DataRate kbit(std::int64_t n) { return DataRate::kilobits_per_second(n); }
constexpr Timestamp kStart{1000s};
constexpr std::size_t kCall = 0;
constexpr std::size_t kBulk = 1;

/// A call of at most 1500 kbit/s of video, and perhaps a bulk transfer.
class ComparisonPath {
 public:
  ComparisonPath(const char* mode, std::uint64_t seed, const Bottleneck::Config& config = {})
      : path(config, seed),
        call(kCall, {.video = kbit(150), .max_video = kbit(1500), .seed = 100 * seed}, *find_mode(mode)->estimator,
             *find_mode(mode)->scaler, kStart) {}

  Bottleneck path;
  MediaSender call;
  std::optional<WindowSender> bulk;

  void run(Duration duration) {
    arrived_ = {};
    waited_.clear();
    measured_ = duration;
    for (const Timestamp end = now_ + duration; now_ < end;) step();
  }
  template <typename Condition>
  Duration time_until(const Condition& condition, Duration most) {
    const Timestamp began = now_;
    while (!condition() && now_ - began < most) step();
    return now_ - began;
  }
  /// kbit/s that came through in the last run().
  [[nodiscard]] double throughput(std::size_t flow = kCall) const {
    return (arrived_[flow] / measured_).kilobits_per_second();
  }
  /// Milliseconds in the queue of 95 % of the call's packets in the last run().
  [[nodiscard]] double p95_queue() {
    const auto rank = static_cast<std::ptrdiff_t>(waited_.size() * 95 / 100);
    std::ranges::nth_element(waited_, waited_.begin() + rank);
    return to_milliseconds(waited_[static_cast<std::size_t>(rank)]);
  }

 private:
  void step() {
    now_ += 1ms;
    for (const QueuedPacket& packet : path.serve(now_)) {
      arrived_[packet.flow] += packet.wire_size;
      if (packet.flow == kBulk) {
        bulk->handle_arrival(packet);
        continue;
      }
      waited_.push_back(packet.left_at - packet.sent_at - path.service_time(packet));
      call.handle_arrival(packet, path.delay_behind());
    }
    call.step(path, now_);
    if (bulk) bulk->step(path, now_);
  }

  Timestamp now_ = kStart;
  std::array<DataSize, 2> arrived_;
  std::vector<Duration> waited_;
  Duration measured_{};
};

class ComparisonMode : public testing::TestWithParam<const char*> {
 protected:
  static constexpr std::uint64_t kSeeds[] = {1, 2, 3};
};

TEST_P(ComparisonMode, FillsMostOfThePathWithAShortQueue) {
  for (const std::uint64_t seed : kSeeds) {
    ComparisonPath network(GetParam(), seed);
    EXPECT_LE(network.time_until([&] { return network.call.rate() >= kbit(850); }, 30s), 15s) << seed;
    network.run(10s);
    network.run(40s);
    EXPECT_GE(network.throughput(), 850) << seed;
    EXPECT_LE(network.p95_queue(), 85) << seed;
  }
}

TEST_P(ComparisonMode, GivesWayToALossOfCapacityAndGrowsAgain) {
  for (const std::uint64_t seed : kSeeds) {
    ComparisonPath network(GetParam(), seed, {.rate = kbit(2500)});
    network.run(30s);
    ASSERT_GE(network.call.rate(), kbit(1400)) << seed;
    network.path.config.rate = kbit(600);
    EXPECT_LE(network.time_until([&] { return network.call.rate() < kbit(600); }, 10s), 2s) << seed;
    network.run(5s);
    network.run(10s);
    EXPECT_GE(network.throughput(), 400) << seed;
    EXPECT_LE(network.p95_queue(), 130) << seed;
    network.path.config.rate = kbit(2500);
    EXPECT_LE(network.time_until([&] { return network.call.rate() >= kbit(1300); }, 60s), 30s) << seed;
  }
}

TEST_P(ComparisonMode, HasLessThanTcpInALongQueue) {
  for (const std::uint64_t seed : kSeeds) {
    ComparisonPath network(GetParam(), seed, {.rate = kbit(2000)});
    network.run(10s);
    network.bulk.emplace(kBulk, network.path.config.one_way);
    network.run(20s);
    network.run(60s);
    EXPECT_LE(network.throughput(), 0.8 * network.throughput(kBulk)) << seed;
    network.bulk->sends = false;
    network.run(30s);
    network.run(10s);
    EXPECT_GE(network.throughput(), 1000) << seed;
  }
}

TEST_P(ComparisonMode, GrowsAgainAfterSilence) {
  for (const std::uint64_t seed : kSeeds) {
    ComparisonPath network(GetParam(), seed);
    network.run(20s);
    network.call.silent = true;
    network.run(6s);
    EXPECT_LE(network.call.rate(), kbit(250)) << seed;
    network.call.silent = false;
    EXPECT_LE(network.time_until([&] { return network.call.rate() >= kbit(800); }, 60s), 20s) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, ComparisonMode, testing::Values("scream", "nada"),
                         [](const auto& mode) { return std::string(mode.param); });

}  // namespace
}  // namespace counterpoint
