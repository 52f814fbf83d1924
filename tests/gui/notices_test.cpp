// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAccessible>
#include <QClipboard>
#include <QDropEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QPointer>

#include "tests/gui/support/window_fixture.h"

namespace counterpoint {
namespace {

using NoticesTest = WindowTest;

TEST_F(NoticesTest, ACommandInANoticeIsCopiedByAButton) {
  emit controller.notice(
      "\u201c\"ffmpeg -i a b\".mp4\u201d is h264 video; convert it with \"ffmpeg -i FILE FILE.mpg\" first");
  auto* copy = find<QAbstractButton>("toast_button");
  ASSERT_TRUE(copy->isVisible());
  EXPECT_TRUE(find<QWidget>("toast")->rect().contains(copy->geometry().translated(copy->parentWidget()->pos())));
  take_screenshot("toast-command");
  QTest::mouseClick(copy, Qt::LeftButton);
  EXPECT_FALSE(shown("toast"));
  if (QGuiApplication::platformName() != "wayland") {
    EXPECT_EQ(QGuiApplication::clipboard()->text(), "ffmpeg -i FILE FILE.mpg");
  }
  emit controller.notice("The microphone is back", Notice::Kind::kNews);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_FALSE(window->findChild<QAbstractButton*>("toast_button"));
}

TEST_F(NoticesTest, ANoticeStaysWhileItsButtonHasTheKeyboard) {
  emit controller.notice("convert it with \"ffmpeg -i FILE FILE.mpg\" first");
  const auto* time = find<QTimer>("toast_time");
  EXPECT_TRUE(time->isActive());
  const QPointer<QAbstractButton> copy = find<QAbstractButton>("toast_button");
  copy->setFocus(Qt::TabFocusReason);
  EXPECT_FALSE(time->isActive());
  emit controller.notice("The microphone is back", Notice::Kind::kNews);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  ASSERT_TRUE(copy) << "its notice is still shown";
  EXPECT_TRUE(copy->hasFocus());
  EXPECT_FALSE(time->isActive());
  find<QWidget>("toast")->setAttribute(Qt::WA_UnderMouse, false);  // Wherever the pointer stands.
  copy->clearFocus();
  EXPECT_TRUE(time->isActive());
}

TEST_F(NoticesTest, EachNoticeHasItsOwnButtonsAndGoesAloneWhenOneIsClicked) {
  emit controller.notice("\u201ca.mp4\u201d is h264 video; convert it with \"ffmpeg -i A A.mpg\" first");
  emit controller.notice("\u201cb.mp4\u201d is h264 video; convert it with \"ffmpeg -i B B.mpg\" first");
  const auto texts = window->findChildren<QLabel*>("toast_text");
  const auto buttons = window->findChildren<QAbstractButton*>("toast_button");
  ASSERT_EQ(texts.size(), 2);
  ASSERT_EQ(buttons.size(), 2);
  const auto top = [this](const QWidget* widget) { return widget->mapTo(window.get(), QPoint()).y(); };
  EXPECT_LT(top(texts[0]), top(buttons[0]));
  EXPECT_LT(top(buttons[0]), top(texts[1])) << "it stands with what it belongs to";
  EXPECT_LT(top(texts[1]), top(buttons[1]));
  take_screenshot("toast-commands");
  QTest::mouseClick(buttons[0], Qt::LeftButton);
  EXPECT_TRUE(notices().startsWith("\u201cb.mp4\u201d")) << notices().toStdString();
  if (QGuiApplication::platformName() != "wayland") {
    EXPECT_EQ(QGuiApplication::clipboard()->text(), "ffmpeg -i A A.mpg");
  }
  QTest::mouseClick(buttons[1], Qt::LeftButton);
  EXPECT_FALSE(shown("toast"));
}

TEST_F(NoticesTest, AProblemHasAMarkAndNewsHaveNone) {
  emit controller.notice("The microphone is gone");
  const auto* mark = find<QWidget>("toast_mark");
  EXPECT_TRUE(mark->isVisible());
  EXPECT_EQ(mark->accessibleName(), "Problem");
  take_screenshot("toast-problem");
  find<QWidget>("toast")->hide();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  emit controller.notice("The microphone is back", Notice::Kind::kNews);
  EXPECT_EQ(notices(), "The microphone is back");
  EXPECT_FALSE(window->findChild<QWidget*>("toast_mark"));
}

TEST_F(NoticesTest, WhatCannotBeKeptOrPlayedIsAProblemForEyesAndScreenReaders) {
  const auto* toast = find<QWidget>("toast");
  const auto is_problem = [&] {
    const bool marked = find<QWidget>("toast_mark")->isVisible() && toast->accessibleName() == "Problem";
    find<QWidget>("toast")->hide();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    return marked;
  };
  emit people.failed("Cannot write contacts.json");
  EXPECT_EQ(toast->accessibleDescription(), "Cannot write contacts.json");
  EXPECT_EQ(QAccessible::queryAccessibleInterface(find<QWidget>("toast"))->role(), QAccessible::Notification);
  EXPECT_TRUE(is_problem());
  QMimeData two;
  two.setUrls({QUrl::fromLocalFile("/a.mpg"), QUrl::fromLocalFile("/b.mpg")});
  QDragEnterEvent drag({100, 100}, Qt::CopyAction, &two, Qt::LeftButton, {});
  QCoreApplication::sendEvent(window.get(), &drag);
  QDropEvent drop({100, 100}, Qt::CopyAction, &two, Qt::LeftButton, {});
  QCoreApplication::sendEvent(window.get(), &drop);
  EXPECT_TRUE(notices().startsWith("2 files were dropped")) << notices().toStdString();
  EXPECT_TRUE(is_problem());
  emit controller.notice("The microphone is back", Notice::Kind::kNews);
  EXPECT_EQ(toast->accessibleName(), "Notice");
}

TEST_F(NoticesTest, TheTextOfANoticeCanBeSelected) {
  emit controller.notice("ffmpeg -i film.mp4 film.mpg");
  auto* notice = find<QLabel>("toast_text");
  EXPECT_TRUE(notice->textInteractionFlags() & Qt::TextSelectableByMouse);
  notice->setSelection(0, 6);
  QTest::mouseRelease(notice, Qt::LeftButton);
  EXPECT_TRUE(shown("toast")) << "what is selected is to be copied";
  QTest::mouseClick(notice, Qt::LeftButton);
  EXPECT_FALSE(shown("toast"));
}

}  // namespace
}  // namespace counterpoint
