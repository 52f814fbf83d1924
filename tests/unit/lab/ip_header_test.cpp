// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/kernel/ip_header.h"

#include <gtest/gtest.h>

#include <array>

namespace counterpoint {
namespace {

using Header = std::array<std::uint8_t, 20>;

// RFC 1071: a header is right when its words add up to 0xFFFF.
std::uint32_t sum_of(const Header& header) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < header.size(); i += 2) sum += static_cast<std::uint32_t>(header[i] << 8 | header[i + 1]);
  while (sum > 0xFFFF) sum = (sum & 0xFFFF) + (sum >> 16);
  return sum;
}

TEST(IpHeader, MarksKeepTheChecksumRight) {
  for (const int first : {0x00, 0x02, 0xB9, 0xFE}) {
    for (const int identification : {0, 1, 0x1234, 0xFFFE}) {
      Header header = {0x45,
                       static_cast<std::uint8_t>(first),
                       0x00,
                       0x73,
                       static_cast<std::uint8_t>(identification >> 8),
                       static_cast<std::uint8_t>(identification),
                       0x40,
                       0x00,
                       0x40,
                       0x11,
                       0,
                       0,
                       198,
                       18,
                       0,
                       1,
                       198,
                       19,
                       0,
                       1};
      const std::uint32_t checksum = ~sum_of(header) & 0xFFFF;
      header[10] = static_cast<std::uint8_t>(checksum >> 8);
      header[11] = static_cast<std::uint8_t>(checksum);
      ASSERT_EQ(sum_of(header), 0xFFFFU);
      for (const Ecn ecn : {Ecn::kCe, Ecn::kNotEct, Ecn::kEct1, Ecn::kEct0}) {
        set_ecn(header, ecn);
        EXPECT_EQ(ecn_of(header), ecn);
        EXPECT_EQ(header[1] & ~3, first & ~3);
        EXPECT_EQ(sum_of(header), 0xFFFFU);
      }
    }
  }
}

}  // namespace
}  // namespace counterpoint
