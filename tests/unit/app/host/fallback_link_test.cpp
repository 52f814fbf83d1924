// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/fallback_link.h"

#include <gtest/gtest.h>

#include <utility>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1h};

/// A link whose peer and error the test decides.
struct FakeLink final : SignallingLink {
  explicit FakeLink(std::string text) : name(std::move(text)) {}

  void send(const SignallingMessage&) override {}
  std::optional<SignallingMessage> receive() override { return std::nullopt; }
  std::optional<PeerId> peer_id() const override { return peer; }
  const std::optional<Error>& error() const override { return problem; }
  bool closed_by_peer() const override { return closed; }
  std::string remote_text() const override { return name; }

  std::string name;
  std::optional<PeerId> peer;
  std::optional<Error> problem;
  bool closed = false;
};

class FallbackLinkTest : public testing::Test {
 protected:
  std::unique_ptr<SignallingLink> open_second() {
    ++opened;
    return std::make_unique<FakeLink>("second");
  }

  int opened = 0;
  std::unique_ptr<FakeLink> owned = std::make_unique<FakeLink>("first");
  FakeLink& first = *owned;
  FallbackLink link{std::move(owned), [this] { return open_second(); }};
};

TEST_F(FallbackLinkTest, AWayThatLeadsNowhereIsLeftOnce) {
  link.poll(kStart);
  EXPECT_EQ(link.remote_text(), "first");
  first.problem = Error{ErrorKind::kUnavailable, "refused"};
  link.poll(kStart + 10ms);
  EXPECT_EQ(link.remote_text(), "second");
  EXPECT_FALSE(link.error());
  link.poll(kStart + 10s);
  EXPECT_EQ(opened, 1);
}

TEST_F(FallbackLinkTest, AWayWithAPeerIsKeptWhenItBreaksLater) {
  first.peer = PeerId{};
  link.poll(kStart);
  first.problem = Error{ErrorKind::kUnavailable, "lost"};
  link.poll(kStart + 20s);
  EXPECT_TRUE(link.error());
  EXPECT_EQ(opened, 0);
}

TEST_F(FallbackLinkTest, AWayWhosePeerIsKnownInTheMomentThatItBreaksIsKept) {
  first.peer = PeerId{};
  first.problem = Error{ErrorKind::kUnavailable, "lost"};
  link.poll(kStart);
  EXPECT_EQ(opened, 0);
}

TEST_F(FallbackLinkTest, APeerThatRefusesIsNotAskedByAnotherWay) {
  first.problem = Error{ErrorKind::kRefused, "the peer has an older version"};
  link.poll(kStart);
  EXPECT_TRUE(link.error());
  EXPECT_EQ(opened, 0);
}

TEST_F(FallbackLinkTest, APeerThatClosesIsNotAskedByAnotherWay) {
  first.problem = Error{ErrorKind::kUnavailable, "closed"};
  first.closed = true;
  link.poll(kStart);
  EXPECT_TRUE(link.error());
  EXPECT_EQ(opened, 0);
}

}  // namespace
}  // namespace counterpoint
