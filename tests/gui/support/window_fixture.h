// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <stdexcept>

#include "app/window/persistent_settings.h"
#include "tests/gui/support/fake_call_controller.h"
#include "ui/people/people_model.h"
#include "ui/window/main_window.h"

namespace counterpoint {

/// A window on a fake controller, shown at 1280x800, with the picture and level of a working host.
class WindowTest : public testing::Test {
 protected:
  static constexpr int kDeadline = 60'000;  ///< In milliseconds; reached only when something is wrong.

  void SetUp() override {
    controller.become_host({.listening_on = "192.168.1.20:5004",
                            .link = "counterpoint:192.168.1.20:5004",
                            .camera = "Test card 640\u00d7360, 30 frames/s",
                            .audio = "Test voice, no loudspeaker"});
    open_window(std::chrono::minutes(10));
  }

  void open_window(std::chrono::milliseconds hide_controls_after) {
    window.reset();
    settings = std::make_unique<PersistentSettings>(folder.filePath("settings.json"));
    window = std::make_unique<MainWindow>(controller, *settings, people,
                                          WindowConfig{.hide_controls_after = hide_controls_after});
    window->resize(1280, 800);
    window->show();
    window->activateWindow();
    // On Wayland qWaitForWindowActive() waits only until the window is exposed: keys would be lost.
    ASSERT_TRUE(QTest::qWaitFor([this] { return window->isActiveWindow(); }, kDeadline));
  }

  /// Fails the test, rather than the program, when there is none.
  template <typename T>
  T* find(const char* name) {
    T* found = window->findChild<T*>(QLatin1String(name));
    if (!found) throw std::runtime_error(std::string("nothing is called ") + name);
    return found;
  }
  /// The button on the page that is shown; fails the test when none is.
  QAbstractButton* button(const char* name) {
    for (auto* b : window->findChildren<QAbstractButton*>(QLatin1String(name) + QLatin1String("_button"))) {
      if (b->isVisible()) return b;
    }
    throw std::runtime_error(std::string("no button is shown that is called ") + name);
  }
  void click(const char* name) { QTest::mouseClick(button(name), Qt::LeftButton); }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(window->windowHandle(), key, modifiers);
  }
  bool shown(const char* name) {
    const auto* widget = window->findChild<QWidget*>(QLatin1String(name));
    return widget && widget->isVisible();
  }
  QString text(const char* name) { return find<QLabel>(name)->text(); }
  /// The texts of the notices that are shown, with an empty line between each two.
  QString notices() {
    QStringList texts;
    for (const auto* notice : window->findChildren<QLabel*>(QStringLiteral("toast_text"))) {
      if (notice->isVisible()) texts.append(notice->text());
    }
    return texts.join(QStringLiteral("\n\n"));
  }
  /// The name of the widget that has the keyboard; empty for none.
  QString focused() {
    const auto* widget = window->focusWidget();
    return widget ? widget->objectName() : QString();
  }
  /// Lets the time pass after which the controls of a call go away. To wait for it would be a race with the test's own
  /// steps, which a busy machine loses.
  void be_still() {
    auto* still = find<QTimer>("still");
    const auto whole = still->intervalAsDuration();
    QSignalSpy passed(still, &QTimer::timeout);
    still->setInterval(0);
    EXPECT_TRUE(passed.wait(kDeadline));
    still->setInterval(whole);
  }

  /// Ada and we see each other.
  void enter_call() {
    controller.become(CallPhase::kInCall);
    controller.remote_sink().show(portrait_frame({1280, 720}, 8));
    controller.local_sink().show(portrait_frame({640, 360}, 0));
    emit controller.stats_changed(stats());
    emit controller.local_level(0.6);
    QCoreApplication::processEvents();
  }

  static CallFigures stats() {
    CallFigures s;
    s.duration = std::chrono::seconds(761);
    s.send_rate = DataRate::kilobits_per_second(512);
    s.receive_rate = DataRate::kilobits_per_second(1498);
    s.send_packets = PacketRate::per_second(48);
    s.receive_packets = PacketRate::per_second(131);
    s.send_frames = FrameRate::per_second(20);
    s.receive_frames = FrameRate::per_second(29.97);
    s.send_size = {640, 360};
    s.receive_size = {1280, 720};
    s.round_trip = std::chrono::milliseconds(42);
    s.loss.from_peer = 0.003;
    s.jitter_delay = std::chrono::milliseconds(40);
    return s;
  }

  /// Stores what the window shows, when somebody wants to look at it.
  void take_screenshot(const QString& name) {
    const QString target = qEnvironmentVariable("COUNTERPOINT_SCREENSHOTS");
    if (target.isEmpty()) return;
    QDir().mkpath(target);
    QCoreApplication::processEvents();
    EXPECT_TRUE(window->grab().save(QDir(target).filePath(name + ".png")));
  }

  QTemporaryDir folder;
  FakeCallController controller;
  std::unique_ptr<PersistentSettings> settings;
  PeopleModel people;
  std::unique_ptr<MainWindow> window;
};

}  // namespace counterpoint
