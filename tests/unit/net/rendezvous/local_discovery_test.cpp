// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/rendezvous/local_discovery.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

TEST(LocalDiscovery, AnAnnouncementIsReadAndNothingElse) {
  const Bytes made = make_announcement(47'002, 0x0123456789ABCDEF);
  const auto read = read_announcement(made);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->port, 47'002);
  EXPECT_EQ(read->token, 0x0123456789ABCDEFU);
  for (std::size_t size = 0; size < made.size(); ++size) EXPECT_FALSE(read_announcement(ByteView(made).first(size)));
  Bytes other = made;
  other[3] ^= 1;
  EXPECT_FALSE(read_announcement(other));
  EXPECT_FALSE(read_announcement(make_announcement(0, 1)));
}

}  // namespace
}  // namespace counterpoint
