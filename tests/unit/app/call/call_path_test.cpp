// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/call_path.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

std::unique_ptr<CallPath> make_path(IceRole role) {
  auto path = CallPath::open({.role = role,
                              .local = fresh_ice_description(),
                              .servers = {},
                              .sockets = {.local_peer = IpAddress::parse("127.0.0.1"), .only = {}},
                              .round_trip = {}},
                             kStart);
  EXPECT_TRUE(path);
  (void)(*path)->description();
  return std::move(*path);
}

/// `path` hears new credentials so often, each `pause` later. Gives how often it has new ones of its own to tell.
int answers_to_restarts(CallPath& path, int restarts, Duration pause) {
  int answers = 0;
  Timestamp now = kStart;
  path.take_remote(fresh_ice_description(), now);
  while (path.take_fragment()) {
  }
  for (int i = 0; i < restarts; ++i, now += pause) {
    path.take_remote(fresh_ice_description(), now);
    path.poll(now);
    bool answered = false;
    while (path.take_fragment()) answered = true;
    answers += answered ? 1 : 0;
  }
  return answers;
}

TEST(CallPathTest, APeerThatHasLostItsWayBeginsAgain) {
  EXPECT_EQ(answers_to_restarts(*make_path(IceRole::kControlled), 20, 30s), 20);
}

TEST(CallPathTest, APeerCannotBeginAgainWithoutEndAndSoAimChecksAtOthers) {
  for (const IceRole role : {IceRole::kControlling, IceRole::kControlled}) {
    EXPECT_LE(answers_to_restarts(*make_path(role), 10'000, 10ms), 3 + 5) << "in 100 s";
  }
}

TEST(CallPathTest, NewsFromBeforeARestartOfThePeerIsLate) {
  const auto path = make_path(IceRole::kControlled);
  const IceDescription first = fresh_ice_description();
  path->take_remote(first, kStart);
  path->take_remote(fresh_ice_description(), kStart + 1s);
  const IceCredentials ours = path->current().credentials;
  path->take_remote(first, kStart + 2s);
  EXPECT_EQ(path->current().credentials, ours);
}

TEST(CallPathTest, ItTellsWhereItIsNow) {
  const auto path = make_path(IceRole::kControlled);
  const IceDescription now = path->current();
  EXPECT_EQ(now.credentials, path->description().credentials);
  ASSERT_FALSE(now.candidates.empty());
  EXPECT_NE(now.candidates.front().find("127.0.0.1"), std::string::npos);
}

}  // namespace
}  // namespace counterpoint
