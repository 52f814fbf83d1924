// SPDX-License-Identifier: GPL-3.0-or-later
// One Reno flow through each discipline: what it uses of the path, and what waits there.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/unit/net/tcp/tcp_simulation.h"

namespace counterpoint {
namespace {

struct Standing {
  double utilisation = 0;
  double median = 0;  // Queueing delay, ms.
  double p95 = 0;
};

Standing one_reno_flow(const std::string& aqm) {
  constexpr Duration kFrom = 20s;
  constexpr Duration kEnd = 120s;
  TcpSimulation simulation("rate=10M,delay=25ms,queue=500ms," + aqm, "delay=25ms");
  simulation.add({}).sender.write_forever();
  simulation.run_until(kEnd);
  double carried = 0;
  std::vector<double> queued;
  for (const PathRecord& record : simulation.take_records()) {
    if (record.fate != PathRecord::Fate::kCarried || record.at < TcpSimulation::kStart + kFrom) continue;
    carried += static_cast<double>(record.wire_size.bits());
    queued.push_back(to_milliseconds(record.queued));
  }
  std::ranges::sort(queued);
  const auto share = [&queued](std::size_t percent) { return queued.at(queued.size() * percent / 100); };
  return {.utilisation = carried / 10e6 / to_seconds(kEnd - kFrom), .median = share(50), .p95 = share(95)};
}

TEST(AqmTcp, DropTailKeepsTheBufferFull) {
  const Standing standing = one_reno_flow("aqm=drop_tail");
  EXPECT_GT(standing.utilisation, 0.99);
  EXPECT_GT(standing.median, 300);
}

TEST(AqmTcp, CodelKeepsTheDelayNearItsTarget) {
  for (const char* aqm : {"aqm=codel", "aqm=fq_codel"}) {
    const Standing standing = one_reno_flow(aqm);
    // The window swings between half of what fills pipe and target (55 ms of 50) and all of it.
    EXPECT_GT(standing.utilisation, 0.75 * 1.1 - 0.02) << aqm;
    EXPECT_LT(standing.median, 10) << aqm;
    EXPECT_LT(standing.p95, 30) << aqm;
  }
}

TEST(AqmTcp, PieKeepsTheDelayNearItsTarget) {
  for (const char* aqm : {"aqm=pie", "aqm=dualpi2"}) {
    const Standing standing = one_reno_flow(aqm);
    EXPECT_GT(standing.utilisation, 0.9) << aqm;
    EXPECT_NEAR(standing.median, 15, 8) << aqm;
    EXPECT_LT(standing.p95, 50) << aqm;
  }
}

// Reno halves its window at each drop of the policer, as at those of a queue as long as the bucket.
TEST(AqmTcp, APolicerKeepsNothing) {
  const Standing standing = one_reno_flow("policer=5M/60kB");
  EXPECT_LE(standing.utilisation, 0.5 + 0.001);
  EXPECT_GT(standing.utilisation, 0.4);
  EXPECT_LT(standing.p95, 10);
}

}  // namespace
}  // namespace counterpoint
