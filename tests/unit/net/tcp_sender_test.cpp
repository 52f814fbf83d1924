// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/tcp_sender.h"

#include <gtest/gtest.h>

#include "tests/unit/net/tcp_simulation.h"

namespace counterpoint {
namespace {

TEST(TcpSender, CarriesWhatIsWrittenAndIsDone) {
  TcpSimulation simulation("rate=2M,delay=50ms,queue=300ms", "delay=50ms");
  TcpSimulation::Connection& tcp = simulation.add({});
  EXPECT_TRUE(tcp.sender.done());
  tcp.sender.write(DataSize::bytes(1'000'001));
  simulation.run_until(60s);
  EXPECT_TRUE(tcp.sender.done());
  EXPECT_EQ(tcp.receiver.received(), DataSize::bytes(1'000'001));
  EXPECT_EQ(tcp.sender.counters().acknowledged, DataSize::bytes(1'000'001));
  EXPECT_EQ(tcp.sender.next_deadline(), kNever);
}

TEST(TcpSender, OneRenoFlowFillsTheBottleneck) {
  TcpSimulation simulation("rate=2M,delay=50ms,queue=300ms", "delay=50ms");
  TcpSimulation::Connection& tcp = simulation.add({});
  tcp.sender.write_forever();
  simulation.run_until(120s);
  EXPECT_GE(tcp.receiver.received().bits(), 0.93 * 2e6 * 120 * 1448 / 1500);
}

}  // namespace
}  // namespace counterpoint
