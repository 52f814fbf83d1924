// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ip_endpoint.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace counterpoint {
namespace {

TEST(IpAddress, ReadsAndWritesIpv6AsRfc5952Says) {
  const std::pair<const char*, const char*> kTexts[] = {{"2001:DB8:0:0:0:0:0:1", "2001:db8::1"},
                                                        {"2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"},
                                                        {"2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"},
                                                        {"2001:0:0:1:0:0:0:1", "2001:0:0:1::1"},
                                                        {"::", "::"},
                                                        {"::1", "::1"},
                                                        {"fe80::", "fe80::"},
                                                        {"64:ff9b::192.0.2.33", "64:ff9b::c000:221"},
                                                        {"1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"},
                                                        {"::ffff:192.0.2.1", "192.0.2.1"},
                                                        {"192.0.2.255", "192.0.2.255"}};
  for (const auto& [text, canonical] : kTexts) {
    const auto address = IpAddress::parse(text);
    ASSERT_TRUE(address) << text;
    EXPECT_EQ(to_string(*address), canonical);
    EXPECT_EQ(IpAddress::parse(canonical), address);
    EXPECT_EQ(IpAddress::from(address->bytes()), address);
  }
}

TEST(IpAddress, RefusesEverythingElse) {
  for (const char* text : {"",
                           ":",
                           ":::",
                           "1",
                           "1.2.3",
                           "1.2.3.4.5",
                           "1.2.3.256",
                           "1.2.3.-4",
                           " 1.2.3.4",
                           "1.2.3.4 ",
                           "1..2.3",
                           "0x1.2.3.4",
                           "1:2:3:4:5:6:7",
                           "1:2:3:4:5:6:7:8:9",
                           "1::2::3",
                           "1:2:3:4:5:6:7::8",
                           "::12345",
                           "::g",
                           "fe80::1%eth0",
                           "[::1]",
                           "1:2:3:4:5:6:7:1.2.3.4",
                           "::1.2.3.4:5",
                           "1:",
                           ":1",
                           "::1:",
                           "host.local"}) {
    EXPECT_FALSE(IpAddress::parse(text)) << text;
  }
}

TEST(IpAddress, KnowsItsScope) {
  EXPECT_TRUE(IpAddress::parse("fe80::1")->is_link_local());
  EXPECT_TRUE(IpAddress::parse("febf::1")->is_link_local());
  EXPECT_FALSE(IpAddress::parse("fec0::1")->is_link_local());
  EXPECT_TRUE(IpAddress::parse("169.254.1.1")->is_link_local());
  EXPECT_TRUE(IpAddress::parse("127.8.0.1")->is_loopback());
  EXPECT_TRUE(IpAddress::parse("::1")->is_loopback());
  EXPECT_FALSE(IpAddress::parse("::2")->is_loopback());
  EXPECT_FALSE(IpAddress::parse("1::1")->is_loopback());
}

TEST(IpEndpoint, IsWrittenWithItsPort) {
  EXPECT_EQ(to_string(IpEndpoint{*IpAddress::parse("192.0.2.1"), 5000}), "192.0.2.1:5000");
  EXPECT_EQ(to_string(IpEndpoint{*IpAddress::parse("2001:db8::1"), 5000}), "[2001:db8::1]:5000");
}

}  // namespace
}  // namespace counterpoint
