// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contacts/recent_calls.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

TEST(RecentCalls, TheNewestStandsFirstAndTheOldestGoes) {
  RecentCalls recent;
  for (int i = 0; i < 150; ++i) recent.add({.name = std::to_string(i)});
  ASSERT_EQ(recent.calls().size(), RecentCalls::kMax);
  EXPECT_EQ(recent.calls().front().name, "149");
  EXPECT_EQ(recent.calls().back().name, "50");
}

TEST(RecentCalls, OneThatIsHeardOfLaterStandsWhereItsTimeIs) {
  RecentCalls recent;
  for (const int second : {10, 30, 20, 5}) {
    recent.add({.name = std::to_string(second), .began = UnixTime(std::chrono::seconds(second))});
  }
  std::string order;
  for (const RecentCall& call : recent.calls()) order += call.name + " ";
  EXPECT_EQ(order, "30 20 10 5 ");
}

TEST(RecentCalls, WhatCannotBeShownIsLeftOut) {
  RecentCalls recent;
  recent.add({.name = ""});
  recent.add({.name = "a\nb"});
  recent.add({.name = "Ada", .target = std::string(301, 'a')});
  EXPECT_TRUE(recent.calls().empty());
}

TEST(RecentCalls, OneCanBeForgottenAndAll) {
  RecentCalls recent;
  for (const char* name : {"Ada", "Bob", "Eve"}) recent.add({.name = name});
  recent.remove(1);
  recent.remove(7);
  ASSERT_EQ(recent.calls().size(), 2U);
  EXPECT_EQ(recent.calls()[1].name, "Ada");
  recent.clear();
  EXPECT_TRUE(recent.calls().empty());
}

}  // namespace
}  // namespace counterpoint
