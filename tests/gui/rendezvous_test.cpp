// SPDX-License-Identifier: GPL-3.0-or-later
// The real window and a peer that know each other's IDs and no addresses, and a node that both ask.
#include <QTimer>

#include "app/identity/contact_store.h"
#include "app/identity/identity_store.h"
#include "core/call/call_link.h"
#include "net/adapters/rendezvous/rendezvous_node.h"
#include "net/adapters/session_clock.h"
#include "tests/gui/support/real_call_fixture.h"

namespace counterpoint {
namespace {

class RendezvousTest : public RealCallTest {
 protected:
  void SetUp() override {
    use_own_folders();
    auto node = RendezvousNode::open({.address = "127.0.0.1", .discover = false}, session_now());
    ASSERT_TRUE(node);
    node_ = std::move(*node);
    QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { node_->poll(session_now()); });
    timer_.start(5);
    const RendezvousSettings nodes{.nodes = {"127.0.0.1:" + std::to_string(node_->port())}, .discover = false};
    settings_.change([&](Settings& settings) { settings.rendezvous = nodes; });
    ASSERT_TRUE(peer_.open(options(), peer_folder(), nodes));
    // It writes them down once it is one of them.
    ASSERT_TRUE(wait_for([this] { return std::filesystem::exists(peer_folder() / "rendezvous.json"); }));
  }
  [[nodiscard]] std::filesystem::path peer_folder() const { return folder_.filePath("peer").toStdString(); }
  [[nodiscard]] std::string peer_link() { return make_call_link({.id = peer_.host().id()}); }

  std::unique_ptr<RendezvousNode> node_;
  QTimer timer_;
};

TEST_F(RendezvousTest, AnIdThatIsTypedIsCalledByWayOfTheNodes) {
  ASSERT_NO_FATAL_FAILURE(open_window());
  auto* address = window_->findChild<QLineEdit*>("address");
  address->setFocus();
  QTest::keyClicks(address, QString::fromStdString(peer_link()));
  QTest::keyClick(address, Qt::Key_Return);
  ASSERT_TRUE(wait_for([this] { return shown("call_page") && peer_.pictures > 10; }))
      << controller_->state().cause.toStdString();
  click("hang_up");
  EXPECT_TRUE(wait_for([this] { return peer_.status().end == Call::End::kRemoteHungUp; }));
  ASSERT_TRUE(wait_for([this] { return people_.recent().calls().size() == 1; }));
  EXPECT_EQ(people_.recent().calls().front().id, peer_.host().id());
}

TEST_F(RendezvousTest, AnIdInALinkFromElsewhereIsCalledByWayOfTheNodes) {
  ASSERT_NO_FATAL_FAILURE(open_window());
  window_->open_address(QString::fromStdString(peer_link()));
  EXPECT_TRUE(shown("start_page")) << "a web page calls nobody";
  QTest::keyClick(window_->findChild<QLineEdit*>("address"), Qt::Key_Return);
  EXPECT_TRUE(wait_for([this] { return shown("call_page") && peer_.pictures > 10; }))
      << controller_->state().cause.toStdString();
}

TEST_F(RendezvousTest, AContactWhoIsThereCanBeSeenToBe) {
  ASSERT_NO_FATAL_FAILURE(open_window());
  const auto own = load_identity(*identity_folder());
  ASSERT_TRUE(own);
  const auto know = [](const std::string& name, const PeerId& id) {
    return [name, id](ContactBook& book) { return book.add({.name = name, .id = id}); };
  };
  const PeerId grace = *peer_.host().id();
  ASSERT_TRUE(people_.change_contacts(know("Grace", grace)));
  ASSERT_TRUE(change_contacts(*identity_folder(), know("Grace", grace)));
  EXPECT_FALSE(people_.is_here(grace)) << "the window's user is a stranger to her yet";
  ASSERT_TRUE(change_contacts(peer_folder(), know("Ada", own->id())));
  EXPECT_TRUE(wait_for([&] { return people_.is_here(grace); }));
}

TEST_F(RendezvousTest, ACallThatCameWhenNobodyWasThereIsCalledBackWithOneClick) {
  const auto own = load_identity(*identity_folder());
  ASSERT_TRUE(own);
  const auto wall_clock = [] { return std::chrono::system_clock::now(); };
  const auto before = wall_clock();
  peer_.host().send(Dial{make_call_link({.id = own->id()})});
  ASSERT_TRUE(wait_for([this] { return peer_.status().state == Call::State::kCalling && peer_.status().call != 0; }));
  peer_.host().send(HangUp{});
  ASSERT_TRUE(wait_for([this] { return peer_.status().state == Call::State::kEnded; }));
  const auto after = wall_clock();
  ASSERT_NO_FATAL_FAILURE(open_window());
  ASSERT_TRUE(wait_for([this] { return people_.recent().calls().size() == 1; }));
  const RecentCall call = people_.recent().calls().front();
  EXPECT_EQ(call.kind, RecentCall::Kind::kMissed);
  EXPECT_EQ(call.name, short_text(*peer_.host().id()));
  EXPECT_EQ(call.id, peer_.host().id());
  EXPECT_GE(call.began, std::chrono::floor<std::chrono::milliseconds>(before));
  EXPECT_LE(call.began, after) << "the time of the call, not that of its telling";
  take_screenshot("people-missed-by-id");
  ASSERT_TRUE(wait_for([this] { return button("person_call") != nullptr; }));
  QTest::mouseClick(button("person_call"), Qt::LeftButton);
  EXPECT_TRUE(wait_for([this] { return shown("call_page") && peer_.pictures > 10; }))
      << controller_->state().cause.toStdString();
}

}  // namespace
}  // namespace counterpoint
