// SPDX-License-Identifier: GPL-3.0-or-later
// Whom the user knows and has talked to, on the start page.
#include <gmock/gmock.h>

#include <QCheckBox>
#include <QDialog>
#include <QListWidget>
#include <QMenu>

#include "app/window/persistent_people.h"
#include "app/window/recent_call_tracker.h"
#include "core/call/call_link.h"
#include "core/log/session_log.h"
#include "tests/gui/support/window_fixture.h"
#include "ui/people/qr_code.h"
#include "ui/widgets/elided_label.h"

namespace counterpoint {
namespace {

using Kind = RecentCall::Kind;

PeerId id(std::uint8_t number) {
  PeerId id;
  id.point.fill(number);
  id.point[0] = 2;
  return id;
}

std::string link_of(std::uint8_t number, const std::string& address = "192.0.2.7") {
  return make_call_link({.id = id(number), .address = address});
}

class PeopleTest : public WindowTest {
 protected:
  /// Name and details of a row.
  QStringList row(int index) {
    auto* list = find<QListWidget>("people");
    const QWidget* widget = list->itemWidget(list->item(index));
    return {widget->findChild<ElidedLabel*>("person_name")->whole_text(),
            widget->findChild<ElidedLabel*>("person_details")->whole_text()};
  }
  QAbstractButton* row_button(int index, const char* name) {
    auto* list = find<QListWidget>("people");
    return list->itemWidget(list->item(index))->findChild<QAbstractButton*>(QLatin1String(name));
  }
  void choose_in_menu(int index, const QString& words) {
    row_button(index, "person_menu_button")->click();
    auto* menu = find<QMenu>("person_menu_popup");
    for (QAction* action : menu->actions()) {
      if (action->text() != words) continue;
      action->trigger();
      return menu->close(), void();
    }
    FAIL() << words.toStdString();
  }
  int rows() { return find<QListWidget>("people")->count(); }
};

TEST_F(PeopleTest, AMissedCallIsCalledBackWithOneClick) {
  people.record({.kind = Kind::kMissed, .name = "5eam (192.0.2.7)", .target = link_of(1), .id = id(1)});
  ASSERT_EQ(rows(), 1);
  EXPECT_EQ(row(0)[0], "5eam (192.0.2.7)");
  EXPECT_TRUE(row(0)[1].startsWith("Missed \u00b7 ")) << row(0)[1].toStdString();
  EXPECT_EQ(row_button(0, "person_call_button")->accessibleName(), "Call 5eam (192.0.2.7) back");
  take_screenshot("people-missed");
  row_button(0, "person_call_button")->click();
  EXPECT_EQ(controller.asked.last(), QString::fromStdString("call " + link_of(1)));
}

TEST_F(PeopleTest, ACallWithAContactIsRepeatedByTheNameThatItHasNow) {
  people.record({.kind = Kind::kOutgoing, .name = "192.0.2.7", .target = "192.0.2.7", .id = id(1), .duration = 477s});
  EXPECT_TRUE(row(0)[1].endsWith("07:57")) << row(0)[1].toStdString();
  ASSERT_TRUE(people.change_contacts([](ContactBook& book) { return book.add({.name = "Ada", .id = id(1)}); }));
  EXPECT_EQ(row(0)[0], "Ada");
  row_button(0, "person_call_button")->click();
  EXPECT_EQ(controller.asked.last(), "call Ada");
}

TEST_F(PeopleTest, ASlipOfTheFingersIsNotRemembered) {
  people.record({.kind = Kind::kUnanswered, .name = "nosuchhost.invalid", .target = "nosuchhost.invalid"});
  EXPECT_EQ(rows(), 0);
  people.record({.kind = Kind::kUnanswered, .name = "x", .target = link_of(3)});
  EXPECT_EQ(rows(), 1) << "a link that somebody gave";
}

TEST_F(PeopleTest, AContactIsAddedFromALinkRenamedAndDeleted) {
  find<QAbstractButton>("add_contact")->click();
  find<QLineEdit>("contact_name")->setText("Ada");
  find<QLineEdit>("contact_link")->setText("192.0.2.7");
  find<QAbstractButton>("contact_save")->click();
  EXPECT_TRUE(text("contact_problem").contains("link with an ID")) << text("contact_problem").toStdString();
  find<QLineEdit>("contact_link")->setText("counterpoint:0");
  find<QAbstractButton>("contact_save")->click();
  EXPECT_TRUE(text("contact_problem").contains("counterpoint:0")) << text("contact_problem").toStdString();
  take_screenshot("people-add");
  find<QLineEdit>("contact_link")->setText(QString::fromStdString(link_of(1)));
  find<QAbstractButton>("contact_save")->click();
  ASSERT_EQ(people.contacts().contacts().size(), 1U);
  EXPECT_EQ(people.contacts().contacts()[0].address, "192.0.2.7");
  ASSERT_TRUE(find<QAbstractButton>("contacts_tab")->isChecked()) << "the list shows it";
  EXPECT_EQ(row(0), (QStringList{"Ada", "192.0.2.7 \u00b7 not verified"}));
  ASSERT_TRUE(QTest::qWaitFor([this] { return !window->findChild<QDialog*>("contact_dialog"); }, kDeadline));

  choose_in_menu(0, "Edit\u2026");
  find<QLineEdit>("contact_name")->setText("Ada Lovelace");
  find<QCheckBox>("contact_verified")->setChecked(true);
  find<QAbstractButton>("contact_save")->click();
  EXPECT_EQ(row(0), (QStringList{"Ada Lovelace", "192.0.2.7"}));
  EXPECT_TRUE(people.contacts().find_name("Ada Lovelace")->verified);
  take_screenshot("people-contacts");
  row_button(0, "person_call_button")->click();
  EXPECT_EQ(controller.asked.last(), "call Ada Lovelace");

  choose_in_menu(0, "Delete\u2026");
  for (auto* button : find<QWidget>("delete_contact")->findChildren<QAbstractButton*>()) {
    if (button->text() == "Delete") button->click();
  }
  EXPECT_EQ(rows(), 0);
}

TEST_F(PeopleTest, AStrangerOfARecentCallBecomesAContact) {
  people.record({.kind = Kind::kIncoming, .name = "Grace Hopper", .target = link_of(5), .id = id(5), .duration = 60s});
  choose_in_menu(0, "Add to contacts\u2026");
  EXPECT_EQ(find<QLineEdit>("contact_name")->text(), "Grace Hopper");
  find<QAbstractButton>("contact_save")->click();
  ASSERT_EQ(people.contacts().contacts().size(), 1U);
  EXPECT_EQ(people.contacts().contacts()[0].id, id(5));
}

TEST_F(PeopleTest, RecentCallsAreForgottenOneByOneAndAll) {
  for (const char* name : {"Ada", "Bob", "Eve"}) people.record({.name = name, .target = name});
  choose_in_menu(1, "Remove from the list");
  ASSERT_EQ(rows(), 2);
  EXPECT_EQ(row(0)[0], "Eve");
  EXPECT_EQ(row(1)[0], "Ada");
  choose_in_menu(0, "Clear the list");
  EXPECT_TRUE(people.recent().calls().empty());
  EXPECT_TRUE(shown("people_empty"));
}

TEST_F(PeopleTest, ABadLinkIsToldUnderTheFieldAndStaysThere) {
  find<QLineEdit>("address")->setText("counterpoint:ada:0");
  press(Qt::Key_Return);
  EXPECT_TRUE(controller.asked.isEmpty());
  EXPECT_TRUE(shown("address_problem"));
  EXPECT_TRUE(text("address_problem").contains("counterpoint:ada:0"));
  EXPECT_EQ(find<QLineEdit>("address")->text(), "counterpoint:ada:0");
  find<QLineEdit>("address")->setFocus();
  press(Qt::Key_Backspace);
  EXPECT_FALSE(shown("address_problem")) << "it is being corrected";
}

TEST_F(PeopleTest, OnesOwnNameIsKeptAndTold) {
  find<QLineEdit>("own_name")->setText("  Ada  ");
  emit find<QLineEdit>("own_name")->editingFinished();
  EXPECT_EQ(controller.applied.name, "Ada");
  open_window(std::chrono::minutes(10));
  EXPECT_EQ(find<QLineEdit>("own_name")->text(), "Ada");
}

TEST_F(PeopleTest, OnesOwnLinkIsAQrCodeToo) {
  HostInfo host = controller.host();
  host.addresses = {"192.168.1.20:5004", "[2001:db8::7]:5004"};
  controller.become_host(host);
  click("show_link");
  ASSERT_TRUE(shown("link_dialog"));
  EXPECT_EQ(text("own_addresses"), "Addresses in your network: 192.168.1.20:5004, [2001:db8::7]:5004");
  EXPECT_TRUE(text("link_text").contains("counterpoint:192.168.1.20:5004"));
  EXPECT_FALSE(find<QLabel>("qr_code")->pixmap().isNull());
  take_screenshot("people-link");
}

TEST(QrCode, IsThatOfTheStandard) {
  const QImage code = qr_code("counterpoint:192.168.1.20:5004");
  ASSERT_FALSE(code.isNull());
  // ISO/IEC 18004, 6.3.3: a finder pattern in three corners, seven modules wide, inside a quiet zone of four.
  const auto dark = [&code](int x, int y) { return qGray(code.pixel(x, y)) < 128; };
  const int side = code.width();
  EXPECT_EQ((side - 8 - 17) % 4, 0) << "sides of 21, 25, 29... modules";
  for (int i = 0; i < side; ++i) {
    for (int edge = 0; edge < 4; ++edge) EXPECT_FALSE(dark(i, edge) || dark(edge, i));
  }
  for (const QPoint corner : {QPoint(4, 4), QPoint(side - 11, 4), QPoint(4, side - 11)}) {
    for (int i = 0; i < 7; ++i) {
      EXPECT_TRUE(dark(corner.x() + i, corner.y()) && dark(corner.x(), corner.y() + i));
      EXPECT_EQ(dark(corner.x() + i, corner.y() + 1), i == 0 || i == 6);
    }
  }
  EXPECT_NE(qr_code("counterpoint:a"), qr_code("counterpoint:b"));
  EXPECT_TRUE(qr_code("").isNull());
  EXPECT_TRUE(qr_code(QString(5000, 'a')).isNull()) << "more than a code holds";
}

TEST_F(PeopleTest, PeopleLastLongerThanTheProgram) {
  const std::filesystem::path data = folder.filePath("data").toStdString();
  {
    PersistentPeople first(data);
    ASSERT_TRUE(first.change_contacts([](ContactBook& book) { return book.add({.name = "Ada", .id = id(1)}); }));
    first.record({.kind = Kind::kMissed, .name = "Eve", .target = link_of(2), .id = id(2)});
  }
  PersistentPeople again(data);
  ASSERT_EQ(again.contacts().contacts().size(), 1U);
  ASSERT_EQ(again.recent().calls().size(), 1U);
  EXPECT_EQ(again.recent().calls()[0].name, "Eve");
  QSignalSpy notices(&again, &PeopleModel::failed);
  QFile contacts(folder.filePath("data/contacts.json"));
  ASSERT_TRUE(contacts.open(QIODevice::WriteOnly));
  contacts.write("{ oops");
  contacts.close();
  EXPECT_FALSE(again.change_contacts([](ContactBook& book) { return book.remove("Ada"); }));
  EXPECT_EQ(again.contacts().contacts().size(), 1U) << "who was known stays known";
}

TEST_F(PeopleTest, AContactWhoCanBeCalledNowIsShownSoInItsRow) {
  for (const Contact& contact : {Contact{.name = "Ada", .id = id(1), .verified = true, .address = "192.0.2.7"},
                                 Contact{.name = "Bob", .id = id(2), .verified = true, .address = "192.0.2.7"},
                                 Contact{.name = "Eve", .id = id(3), .address = "192.0.2.7"}}) {
    ASSERT_TRUE(people.change_contacts([&](ContactBook& book) { return book.add(contact); }));
  }
  find<QAbstractButton>("contacts_tab")->click();
  auto* list = find<QListWidget>("people");
  list->setCurrentRow(1);
  people.set_here(id(2), true);
  people.set_here(id(3), true);
  EXPECT_EQ(row(0)[1], "192.0.2.7");
  EXPECT_EQ(row(1)[1], "Can be called now");
  EXPECT_EQ(row(2)[1], "Can be called now \u00b7 not verified");
  EXPECT_EQ(list->item(1)->data(Qt::AccessibleTextRole).toString(), "Bob, Can be called now");
  EXPECT_EQ(list->currentRow(), 1) << "who goes through the list stays there";
  take_screenshot("people-here");
  people.set_here(id(2), false);
  EXPECT_EQ(row(1)[1], "192.0.2.7");
  EXPECT_EQ(list->item(1)->data(Qt::AccessibleTextRole).toString(), "Bob, 192.0.2.7");
  find<QAbstractButton>("recent_tab")->click();
  people.set_here(id(1), true);
  people.set_here(id(9), true);
  find<QAbstractButton>("contacts_tab")->click();
  EXPECT_EQ(row(0)[1], "Can be called now") << "it came while another list was shown";
}

CallStatus status(Call::State state, Call::End end = Call::End::kHungUp) {
  return {.call = 7, .state = state, .peer = "192.0.2.7", .end = end};
}

UnixTime at(int second) { return UnixTime(std::chrono::seconds(second)); }

TEST(RecentCallTracker, TellsWhatBecameOfACall) {
  RecentCallTracker tracker;
  tracker.set_dialled("ada.example.org");
  EXPECT_FALSE(tracker.follow(status(Call::State::kCalling), at(10)));
  EXPECT_FALSE(tracker.follow(status(Call::State::kConnected), at(20)));
  tracker.set_announced_name("Ada");
  const auto answered = tracker.follow(status(Call::State::kEnded), at(80));
  ASSERT_TRUE(answered);
  EXPECT_EQ(
      *answered,
      (RecentCall{
          .kind = Kind::kOutgoing, .name = "Ada", .target = "ada.example.org", .began = at(10), .duration = 60s}));
}

TEST(RecentCallTracker, KnowsWhoCalledAndWasMissed) {
  RecentCallTracker tracker;
  CallStatus ringing = status(Call::State::kIncoming);
  ringing.address = "192.0.2.7";
  ringing.identity = PeerIdentity{.id = id(1)};
  EXPECT_FALSE(tracker.follow(ringing, at(10)));
  const auto missed = tracker.follow(status(Call::State::kEnded, Call::End::kRemoteHungUp), at(20));
  ASSERT_TRUE(missed);
  EXPECT_EQ(missed->kind, Kind::kMissed);
  EXPECT_EQ(missed->target, link_of(1));
  CallStatus again = ringing;
  again.call = 8;
  EXPECT_FALSE(tracker.follow(again, at(30)));
  again.state = Call::State::kEnded;
  EXPECT_EQ(tracker.follow(again, at(40))->kind, Kind::kDeclined) << "we hung up";
}

TEST(RecentCallTracker, WhoCouldNotReachThisHostIsCalledBackByTheId) {
  EXPECT_EQ(recent_call({.caller = {.id = id(1), .name = "Ada"}, .at = at(10)}),
            (RecentCall{.kind = Kind::kMissed, .name = "Ada", .target = link_of(1, {}), .id = id(1), .began = at(10)}));
  EXPECT_EQ(recent_call({.caller = {.id = id(1)}, .at = at(10)}).name, short_text(id(1)));
}

TEST(RecentCallTracker, LeavesOutCallsWithOneself) {
  RecentCallTracker tracker;
  CallStatus self = status(Call::State::kEnded);
  self.peer = kSelfPeer;
  EXPECT_FALSE(tracker.follow(self, at(10)));
}

}  // namespace
}  // namespace counterpoint
