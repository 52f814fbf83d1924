// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/host_identity.h"

#include <gmock/gmock.h>

#include <QTemporaryDir>

#include "core/call/call_link.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;

PeerId id(std::uint8_t number) {
  PeerId id;
  id.point.fill(number);
  id.point[0] = 2;
  return id;
}

class HostIdentityTest : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = HostIdentity::open(folder());
    ASSERT_TRUE(opened) << opened.error().message;
    host_ = std::move(*opened);
  }
  [[nodiscard]] std::filesystem::path folder() const { return temporary_.filePath("data").toStdString(); }
  void add(const Contact& contact) const {
    ASSERT_TRUE(change_contacts(folder(), [&](ContactBook& book) { return book.add(contact); }));
  }
  [[nodiscard]] std::optional<Message> check(const Dial& dial, const PeerId& who) const {
    const auto peer = host_->find(dial);
    EXPECT_TRUE(peer) << dial.address;
    return host_->check(*peer, who);
  }

  QTemporaryDir temporary_;
  std::unique_ptr<HostIdentity> host_;
};

TEST_F(HostIdentityTest, TheFirstOneAtAnAddressIsTrustedAndNobodyElseAfterwards) {
  EXPECT_FALSE(check({"ada:5000"}, id(1)));
  ASSERT_TRUE(host_->record_call("ada:5000", id(1)));
  EXPECT_FALSE(check({"ADA:5000"}, id(1)));
  const auto alarm = check({"ada:5000"}, id(2));
  ASSERT_TRUE(alarm);
  EXPECT_THAT(alarm->text(), HasSubstr("ALARM: ada:5000"));
  EXPECT_FALSE(check({.address = "ada:5000", .accept_new_identity = true}, id(2)));
}

TEST_F(HostIdentityTest, ALinkIsNeverOverruled) {
  const std::string link = make_call_link({.id = id(1), .address = "ada"});
  EXPECT_FALSE(check({link}, id(1)));
  EXPECT_TRUE(check({link}, id(2)));
  EXPECT_TRUE(check({.address = link, .accept_new_identity = true}, id(2)));
  ASSERT_TRUE(host_->record_call("ada", id(2)));
  EXPECT_TRUE(check({link}, id(2))) << "what is known of the address counts less";
}

TEST_F(HostIdentityTest, AContactIsCalledWhereItWasLastAndIsPinned) {
  add({.name = "Ada", .id = id(1), .verified = true, .address = "ada.example.org"});
  EXPECT_EQ(host_->find({"Ada"})->address, "ada.example.org") << "another program has added it";
  EXPECT_FALSE(check({"Ada"}, id(1)));
  EXPECT_THAT(check({"Ada"}, id(2))->text(), HasSubstr("ALARM: Ada"));
  EXPECT_TRUE(host_->identify(id(1)).verified);
  EXPECT_FALSE(check({.address = "Ada", .accept_new_identity = true}, id(2)));
  EXPECT_EQ(host_->identify(id(2)).name, "Ada");
  EXPECT_FALSE(host_->identify(id(2)).verified);
  EXPECT_EQ(host_->identify(id(1)).name, "");
}

TEST_F(HostIdentityTest, AContactWithoutAnAddressIsKnownByItsId) {
  add({.name = "Ada", .id = id(1)});
  const auto found = host_->find({"Ada"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->address, "");
  EXPECT_EQ(found->expected, id(1));
  ASSERT_TRUE(host_->record_call("ada.example.org", id(1)));
  EXPECT_EQ(host_->find({"Ada"})->address, "ada.example.org");
}

TEST_F(HostIdentityTest, ABrokenLinkIsNoPeer) {
  EXPECT_FALSE(host_->find({"counterpoint:47000"}));
  EXPECT_FALSE(host_->find({"counterpoint:" + to_string(id(1)) + "@"}));
}

}  // namespace
}  // namespace counterpoint
