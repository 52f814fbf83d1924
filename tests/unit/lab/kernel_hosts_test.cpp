// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/kernel/kernel_hosts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "core/base/bytes.h"

namespace counterpoint {
namespace {

using Address = std::array<std::uint8_t, 4>;

Bytes packet(const Address& source, const Address& destination) {
  Bytes result(28);
  result[0] = 0x45;
  std::copy(source.begin(), source.end(), result.begin() + 12);
  std::copy(destination.begin(), destination.end(), result.begin() + 16);
  return result;
}

TEST(KernelHosts, PacketsTellTheirFlow) {
  EXPECT_EQ(KernelHosts::left_address(0), "198.18.0.1");
  EXPECT_EQ(KernelHosts::right_address(300), "198.19.1.45");
  EXPECT_EQ(KernelHosts::flow_of(packet({198, 18, 0, 1}, {198, 19, 0, 1}), false), 0U);
  EXPECT_EQ(KernelHosts::flow_of(packet({198, 18, 1, 45}, {198, 19, 1, 45}), false), 300U);
  EXPECT_EQ(KernelHosts::flow_of(packet({198, 19, 1, 45}, {198, 18, 1, 45}), true), 300U);
}

TEST(KernelHosts, WhatBelongsToNoFlowIsKnown) {
  const auto flow = [](const Bytes& packet) { return KernelHosts::flow_of(packet, false); };
  EXPECT_FALSE(flow({}));
  EXPECT_FALSE(flow(Bytes(19, 0x45)));
  EXPECT_FALSE(flow(packet({198, 19, 0, 1}, {198, 18, 0, 1}))) << "of the other direction";
  EXPECT_FALSE(flow(packet({198, 18, 0, 1}, {198, 19, 0, 2}))) << "between two flows";
  EXPECT_FALSE(flow(packet({198, 18, 0, 0}, {198, 19, 0, 0}))) << "the network's own address";
  EXPECT_FALSE(flow(packet({198, 18, 0, 1}, {224, 0, 0, 22}))) << "multicast";
  Bytes version6 = packet({198, 18, 0, 1}, {198, 19, 0, 1});
  version6[0] = 0x60;
  EXPECT_FALSE(flow(version6));
}

}  // namespace
}  // namespace counterpoint
