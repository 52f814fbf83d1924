// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/messages/message_panel.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QProgressBar>
#include <QStandardPaths>
#include <QTextBlock>
#include <QTextEdit>
#include <QTextLayout>

#include "tests/gui/support/window_fixture.h"
#include "ui/messages/bubble.h"
#include "ui/notices/toast.h"

namespace counterpoint {
namespace {

class MessagesTest : public WindowTest {
 protected:
  void enter() {
    enter_call();
    controller.become_messages(MessagesOpen{.texts = true, .files = true});
  }
  void open() {
    enter();
    press(Qt::Key_C);
    ASSERT_TRUE(shown("messages"));
  }
  QStringList written() {
    QStringList texts;
    for (const auto* bubble : find<QWidget>("messages")->findChildren<Bubble*>()) texts.append(bubble->toPlainText());
    return texts;
  }
  static FileNews picture(FileNews::Phase phase) {
    return {.number = 1, .name = "picture.jpg", .size = 1'200'000, .done = 300'000, .phase = phase};
  }
};

TEST_F(MessagesTest, AKeyOpensThemAndWhatIsTypedIsSent) {
  open();
  EXPECT_EQ(focused(), "message_field");
  QTest::keyClicks(find<QLineEdit>("message_field"), "muv");  // Letters that are keys of the call elsewhere.
  QTest::keyClick(find<QLineEdit>("message_field"), Qt::Key_Return);
  EXPECT_EQ(controller.asked.last(), "say muv");
  EXPECT_TRUE(find<QLineEdit>("message_field")->text().isEmpty());
  QTest::keyClick(find<QLineEdit>("message_field"), Qt::Key_Return);
  EXPECT_EQ(controller.asked.count("say muv"), 1);
  EXPECT_EQ(controller.asked.filter("say").size(), 1) << "nothing is no message";
  click("close_messages");
  EXPECT_FALSE(shown("messages"));
}

TEST_F(MessagesTest, PlotsWithoutRoomBesideThemWaitUntilTheyAreClosed) {
  open();
  const auto overlap = [this](const char* name) {
    return find<QWidget>(name)->geometry().intersects(find<QWidget>("messages")->geometry());
  };
  window->call_actions().show_plane.setChecked(true);
  window->call_actions().show_time_lines.setChecked(true);
  EXPECT_TRUE(shown("plane"));
  EXPECT_TRUE(shown("time_lines"));
  EXPECT_FALSE(overlap("plane") || overlap("time_lines"));
  window->resize(window->minimumSize());
  QCoreApplication::processEvents();
  EXPECT_FALSE(shown("plane"));
  EXPECT_TRUE(shown("time_lines"));
  EXPECT_FALSE(overlap("time_lines"));
  EXPECT_FALSE(overlap("own_picture"));
  click("close_messages");
  EXPECT_TRUE(shown("plane"));
  EXPECT_TRUE(shown("time_lines"));
}

TEST_F(MessagesTest, TextsStandInOrderWithWhatBecameOfThem) {
  open();
  controller.become_messages(TextNews{.own = true, .number = 1, .text = "Hello", .state = TextNews::State::kWaiting});
  controller.become_messages(TextNews{.number = 1, .text = "<b>Hi</b>"});
  EXPECT_EQ(written(), QStringList({"Hello", "<b>Hi</b>"}));
  const auto labels = find<QWidget>("messages")->findChildren<QLabel*>();
  const auto says = [&labels](const QString& words) {
    return std::ranges::any_of(labels, [&](const QLabel* l) { return l->isVisible() && l->text() == words; });
  };
  EXPECT_TRUE(says("Sending…"));
  controller.become_messages(TextNews{.own = true, .number = 1, .text = "Hello"});
  EXPECT_FALSE(says("Sending…"));
  controller.become_messages(TextNews{.own = true, .number = 1, .text = "Hello", .state = TextNews::State::kLost});
  EXPECT_TRUE(says("Not delivered"));
  EXPECT_EQ(written().size(), 2);
  take_screenshot("messages");
}

TEST_F(MessagesTest, WhoDoesNotLookIsTold) {
  enter();
  controller.become_messages(TextNews{.number = 1, .text = "Are you there?"});
  EXPECT_TRUE(notices().contains("Ada: Are you there?"));
  press(Qt::Key_C);
  find<Toast>("toast")->hide();
  controller.become_messages(TextNews{.number = 2, .text = "Good."});
  EXPECT_FALSE(shown("toast")) << "it is seen where it stands";
}

TEST_F(MessagesTest, NoCommandOfAPeerIsOfferedForCopying) {
  enter();
  controller.become_messages(TextNews{.number = 1, .text = "enter \"ffmpeg -i FILE FILE.mpg\" first"});
  EXPECT_TRUE(notices().contains("ffmpeg"));
  EXPECT_FALSE(window->findChild<QAbstractButton*>("toast_button"));
  FileNews file = picture(FileNews::Phase::kOffered);
  file.name = "\"ffmpeg -i a b\"";
  controller.become_messages(file);
  EXPECT_TRUE(notices().contains("sends the file"));
  EXPECT_FALSE(window->findChild<QAbstractButton*>("toast_button"));
}

TEST_F(MessagesTest, AFileIsKeptOnlyWhereItsUserSays) {
  open();
  controller.become_messages(picture(FileNews::Phase::kOffered));
  EXPECT_TRUE(text("file_state").contains("1.2 MB"));
  EXPECT_TRUE(controller.asked.filter("take").isEmpty());
  click("file_save");
  const QString downloads = QStandardPaths::writableLocation(QStandardPaths::DownloadLocation);
  EXPECT_EQ(controller.asked.last(), "take 1 " + downloads);
  controller.become_messages(picture(FileNews::Phase::kMoving));
  EXPECT_EQ(find<QProgressBar>("file_progress")->value(), 250);
  EXPECT_FALSE(find<QWidget>("file_save_button")->isVisible());
  click("file_stop");
  EXPECT_EQ(controller.asked.last(), "stop peer's 1");
  FileNews done = picture(FileNews::Phase::kDone);
  done.path = "/home/ada/Downloads/picture.jpg";
  controller.become_messages(done);
  EXPECT_TRUE(text("file_state").contains("/home/ada/Downloads/picture.jpg"));
  EXPECT_TRUE(button("file_show")->isVisible());
}

TEST_F(MessagesTest, AFileGoesToAnotherPlaceByADialog) {
  open();
  controller.become_messages(picture(FileNews::Phase::kOffered));
  click("file_save_as");
  auto* dialog = find<QFileDialog>("save_dialog");
  EXPECT_EQ(dialog->acceptMode(), QFileDialog::AcceptSave);
  emit dialog->fileSelected("/home/ada/p.jpg");
  EXPECT_EQ(controller.asked.last(), "take 1 /home/ada/p.jpg");
}

TEST_F(MessagesTest, AFileIsOfferedByADialog) {
  enter();
  window->call_actions().send_file.trigger();
  emit find<QFileDialog>("send_dialog")->fileSelected("/home/ada/film.mpg");
  EXPECT_EQ(controller.asked.last(), "send file /home/ada/film.mpg");
  EXPECT_TRUE(shown("messages")) << "there it is seen to move";
  FileNews failed{.own = true, .name = "film.mpg", .phase = FileNews::Phase::kFailed, .problem = "it is empty"};
  controller.become_messages(failed);
  EXPECT_TRUE(text("file_state").contains("It is empty"));
}

TEST_F(MessagesTest, APeerThatTakesNoneIsNotWrittenTo) {
  enter_call();
  press(Qt::Key_C);
  EXPECT_TRUE(text("message_hint").contains("takes no messages"));
  EXPECT_FALSE(find<QLineEdit>("message_field")->isEnabled());
  EXPECT_FALSE(window->call_actions().send_file.isEnabled());
  controller.become_messages(MessagesOpen{.texts = true});
  EXPECT_TRUE(find<QLineEdit>("message_field")->isEnabled());
  EXPECT_FALSE(window->call_actions().send_file.isEnabled()) << "by way of inboxes no file goes";
}

TEST_F(MessagesTest, ANewCallKnowsNothingOfTheLastOne) {
  open();
  controller.become_messages(TextNews{.number = 1, .text = "Secret"});
  controller.become(CallPhase::kIdle);
  enter();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_TRUE(written().isEmpty());
}

TEST_F(MessagesTest, WhatWasWrittenCanBeReadUntilTheCallIsLeft) {
  open();
  controller.become(CallPhase::kEnded);
  EXPECT_FALSE(window->call_actions().read_messages.isVisible()) << "nobody has written";
  controller.become(CallPhase::kIdle);
  enter();
  controller.become_messages(TextNews{.number = 1, .text = "The door has code 4711\n14:02 You: I pay"});
  controller.become_messages(TextNews{.own = true, .number = 1, .text = "Thanks"});
  controller.become_messages(TextNews{.own = true, .number = 2, .text = "Bye", .state = TextNews::State::kWaiting});
  FileNews done = picture(FileNews::Phase::kDone);
  done.path = "/home/ada/picture.jpg";
  controller.become_messages(done);
  controller.become(CallPhase::kEnded);
  click("read_messages");
  const QString words = find<QTextEdit>("transcript")->toPlainText();
  for (const char* line : {" Ada: The door has code 4711\n      14:02 You: I pay\n", " You: Thanks\n",
                           " You: Bye (not delivered)", " Ada: picture.jpg (1.2 MB · kept as /home/ada/picture.jpg)"}) {
    EXPECT_TRUE(words.contains(QString::fromUtf8(line))) << words.toStdString();
  }
  QTest::mouseClick(find<QAbstractButton>("copy_transcript"), Qt::LeftButton);
  // On Wayland a program may copy only upon input from the seat.
  if (QGuiApplication::platformName() != "wayland") {
    EXPECT_EQ(QGuiApplication::clipboard()->text(), words);
  }
  take_screenshot("messages-after-the-call");
  find<QDialog>("transcript_dialog")->close();
  controller.become(CallPhase::kIdle);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_TRUE(written().isEmpty()) << "who has left it has left it";
  EXPECT_FALSE(window->call_actions().read_messages.isVisible());
}

TEST_F(MessagesTest, NoLineOfALongTextLooksLikeAnother) {
  enter();
  controller.become_messages(TextNews{.number = 1, .text = std::string(300, 'w') + " 14:02 You: I pay"});
  controller.become(CallPhase::kEnded);
  click("read_messages");
  auto* words = find<QTextEdit>("transcript");
  const QTextLayout* lines = words->document()->firstBlock().layout();
  ASSERT_TRUE(QTest::qWaitFor([lines] { return lines->lineCount() > 1; }, kDeadline));
  for (int i = 1; i < lines->lineCount(); ++i) EXPECT_GT(lines->lineAt(i).x(), lines->lineAt(0).x() + 20);
}

TEST_F(MessagesTest, ACallThatComesToNothingShowsNoTextsOfTheOneBefore) {
  for (const CallPhase next : {CallPhase::kIncoming, CallPhase::kCalling}) {
    enter();
    controller.become_messages(TextNews{.number = 1, .text = "Secret"});
    controller.become(CallPhase::kEnded);
    click("read_messages");
    EXPECT_TRUE(shown("transcript_dialog"));
    controller.become({.phase = next, .peer = "Bob"});
    EXPECT_FALSE(shown("transcript_dialog")) << "it would block the buttons of the call";
    controller.become({.phase = CallPhase::kEnded, .peer = "Bob"});
    EXPECT_FALSE(window->call_actions().read_messages.isVisible());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_TRUE(written().isEmpty());
    controller.become(CallPhase::kIdle);
  }
}

TEST_F(MessagesTest, LongWordsBreakAndTheListStaysBounded) {
  open();
  controller.become_messages(TextNews{.number = 1, .text = std::string(900, 'w')});
  QCoreApplication::processEvents();
  auto* bubble = find<QWidget>("messages")->findChild<Bubble*>();
  EXPECT_LE(bubble->width(), MessagePanel::kWidth);
  EXPECT_GT(bubble->height(), 100);
  for (std::uint32_t i = 2; i < MessagePanel::kMaxRows + 20; ++i) {
    controller.become_messages(TextNews{.number = i, .text = "line"});
  }
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_EQ(written().size(), static_cast<qsizetype>(MessagePanel::kMaxRows));
}

}  // namespace
}  // namespace counterpoint
