// SPDX-License-Identifier: GPL-3.0-or-later
// Packets of a connection that is over come late, while the next one runs.
#include "app/lab/levels/sim/tcp_ends.h"

#include <gtest/gtest.h>

#include <map>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
constexpr DataSize kTransfer = DataSize::bytes(5000);

class TcpEndsTest : public testing::Test {
 protected:
  TcpEndsTest()
      : network_(experiment(), 1, kStart),
        sender_(load(), {.network = &network_, .flow = 0}, kStart),
        receiver_({.network = &network_, .flow = 0, .backward = true}) {}

  static TcpLoad load() {
    return {.transfers = TcpLoad::Transfers{.min_size = kTransfer, .max_size = kTransfer, .mean_idle = 100ms}};
  }
  static Experiment experiment() {
    Experiment experiment;
    experiment.links = {{.name = "link", .forward = {.delay = 10ms}, .backward = {.delay = 10ms}}};
    experiment.flows = {{.name = "flow", .links = {0}, .load = load()}};
    return experiment;
  }
  // Runs until `until` says so, and keeps what arrives.
  template <typename Until>
  void run_until(const Until& until) {
    for (; !until() && now_ < kStart + 60s; now_ += 1ms) {
      while (auto arrived = network_.receive(now_)) {
        auto& kept = arrived->backward ? acknowledgements_ : segments_;
        kept.push_back(arrived->arrival);
        SimEnd& end = arrived->backward ? static_cast<SimEnd&>(sender_) : receiver_;
        end.handle(std::move(arrived->arrival));
      }
      EXPECT_TRUE(receiver_.run(now_));
      EXPECT_TRUE(sender_.run(now_));
    }
    ASSERT_LT(now_, kStart + 60s);
  }
  // Four segments are one transfer.
  void run_one_transfer() {
    run_until([this] { return segments_.size() == 4 && idle(); });
  }
  [[nodiscard]] bool idle() const { return network_.next_deadline() == kNever; }

  SimNetwork network_;
  TcpSendingEnd sender_;
  TcpReceivingEnd receiver_;
  Timestamp now_ = kStart;
  std::vector<PathArrival> segments_;
  std::vector<PathArrival> acknowledgements_;
};

TEST_F(TcpEndsTest, LateSegmentsOfAnOldConnectionAreNotTaken) {
  run_one_transfer();
  const PathArrival late = segments_.front();
  run_until([this] { return segments_.size() > 4; });
  run_until([this] { return idle(); });
  ASSERT_EQ(segments_.size(), 8U);
  receiver_.handle(late);
  ASSERT_TRUE(receiver_.run(now_));
  EXPECT_TRUE(idle()) << "it is acknowledged";
}

TEST_F(TcpEndsTest, LateAcknowledgementsOfAnOldConnectionAreNotTaken) {
  run_one_transfer();
  const PathArrival late = acknowledgements_.back();
  ASSERT_EQ(segments_.size(), 4U);
  // The second transfer is on its way, and none of it acknowledged.
  run_until([this] { return !idle(); });
  const Timestamp due = sender_.next_deadline();
  sender_.handle(late);
  ASSERT_TRUE(sender_.run(now_));
  EXPECT_EQ(sender_.next_deadline(), due) << "the second transfer is taken for over";
}

}  // namespace
}  // namespace counterpoint
