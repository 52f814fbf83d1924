// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/experiment_network.h"

#include <gtest/gtest.h>

#include <vector>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

Experiment two_links() {
  Experiment experiment;
  experiment.links = {{.name = "first", .forward = {}, .backward = {}},
                      {.name = "second", .forward = {}, .backward = {}}};
  experiment.flows = {{.name = "flow", .links = {0, 1}, .load = CrossLoad{}}};
  return experiment;
}

// The fates of 200 packets on a link that loses half of them.
std::vector<PathRecord::Fate> fates(std::uint64_t path_seed, std::uint64_t run_seed) {
  Experiment experiment = two_links();
  experiment.links[0].forward.loss = 0.5;
  experiment.links[0].forward.seed = path_seed;
  EmulatedNetwork network = make_network(experiment, false, run_seed);
  for (int i = 0; i < 200; ++i) network.send({.data = {}, .wire_size = DataSize::bytes(100)}, kStart + i * 1ms);
  while (network.receive(kStart + 1s)) {
  }
  std::vector<PathRecord::Fate> fates;
  for (const PathRecord& record : network.take_records()) fates.push_back(record.fate);
  EXPECT_EQ(fates.size(), 200U);
  return fates;
}

TEST(ExperimentNetwork, SeedsOfThePathAndOfTheRunBothCount) {
  EXPECT_EQ(fates(1, 1), fates(1, 1));
  EXPECT_NE(fates(1, 1), fates(2, 1)) << "the seed that the experiment gives";
  EXPECT_NE(fates(1, 1), fates(1, 2)) << "the seed of the run";
}

TEST(ExperimentNetwork, BackwardTheLastLinkComesFirst) {
  // The second link serves 1250 bytes in 10 ms, and the queue of the first has room for one packet: the second spaces
  // packets out before they come to the first, which drops them if it comes before.
  Experiment experiment = two_links();
  experiment.links[1].backward.rate = DataRate::kilobits_per_second(1000);
  experiment.links[1].backward.queue = UnlimitedQueue{};
  experiment.links[0].backward.rate = DataRate::kilobits_per_second(2000);
  experiment.links[0].backward.queue = PacketCount{1};
  EmulatedNetwork network = make_network(experiment, true, 1);
  for (int i = 0; i < 10; ++i) network.send({.data = {}, .wire_size = DataSize::bytes(1250)}, kStart);
  int arrived = 0;
  while (network.receive(kStart + 1s)) ++arrived;
  EXPECT_EQ(arrived, 10);
}

}  // namespace
}  // namespace counterpoint
