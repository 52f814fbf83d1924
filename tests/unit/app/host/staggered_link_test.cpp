// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/staggered_link.h"

#include <gtest/gtest.h>

#include <vector>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1h};

/// A link whose peer and error the test decides.
struct FakeLink final : SignallingLink {
  explicit FakeLink(std::string text) : name(std::move(text)) {}

  void send(const SignallingMessage& message) override { sent.push_back(message); }
  std::optional<SignallingMessage> receive() override { return std::nullopt; }
  std::optional<PeerId> peer_id() const override { return peer; }
  const std::optional<Error>& error() const override { return problem; }
  std::string remote_text() const override { return name; }

  std::string name;
  std::vector<SignallingMessage> sent;
  std::optional<PeerId> peer;
  std::optional<Error> problem;
};

class StaggeredLinkTest : public testing::Test {
 protected:
  std::unique_ptr<SignallingLink> open_second() {
    ++opened;
    auto second = std::make_unique<FakeLink>("second");
    second->peer = PeerId{};
    return second;
  }

  int opened = 0;
  std::unique_ptr<FakeLink> owned = std::make_unique<FakeLink>("first");
  FakeLink& first = *owned;
  StaggeredLink link{std::move(owned), [this] { return open_second(); }, kStart};
};

TEST_F(StaggeredLinkTest, TheFirstWayCarriesTheCallOnceItsPeerIsKnown) {
  link.poll(kStart);
  EXPECT_FALSE(link.peer_id());
  first.peer = PeerId{};
  link.poll(kStart + 1900ms);
  link.poll(kStart + 10s);
  first.problem = Error{ErrorKind::kUnavailable, "gone"};
  link.poll(kStart + 20s);
  EXPECT_EQ(link.remote_text(), "first") << "a call that has begun stays on its way";
  EXPECT_TRUE(link.error());
  EXPECT_EQ(opened, 0);
}

TEST_F(StaggeredLinkTest, TheSecondWayIsOpenedAtOnceWhenTheFirstFails) {
  first.problem = Error{ErrorKind::kUnavailable, "refused"};
  link.poll(kStart + 10ms);
  EXPECT_EQ(link.remote_text(), "second");
  EXPECT_FALSE(link.error());
  EXPECT_EQ(opened, 1);
  link.poll(kStart + 10s);
  EXPECT_EQ(opened, 1);
}

TEST_F(StaggeredLinkTest, ASilentFirstWayIsGivenUpAfterItsHeadStart) {
  EXPECT_EQ(link.next_deadline(), kStart + StaggeredLink::kHeadStart);
  link.poll(kStart + 1999ms);
  EXPECT_EQ(link.remote_text(), "first");
  link.poll(kStart + 2s);
  EXPECT_EQ(link.remote_text(), "second");
  EXPECT_EQ(link.next_deadline(), kNever);
}

}  // namespace
}  // namespace counterpoint
