// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <stdexcept>

#include "app/window/host_call_controller.h"
#include "core/log/session_log.h"
#include "tests/gui/support/real_peer.h"
#include "ui/people/people_model.h"
#include "ui/settings/settings_model.h"
#include "ui/window/main_window.h"

namespace counterpoint {

/// A real window on a real host, and a second host that it can call over the loopback interface.
class RealCallTest : public testing::Test {
 protected:
  static constexpr int kDeadline = 60'000;  ///< Milliseconds; reached only when something is wrong.

  void SetUp() override {
    use_own_folders();
    CallOptions theirs = options();
    theirs.name = "Grace Hopper";
    ASSERT_TRUE(peer_.open(theirs));
    open_window();
  }

  void use_own_folders() const {
    qputenv("XDG_STATE_HOME", folder_.path().toUtf8());
    qputenv("XDG_DATA_HOME", folder_.filePath("data").toUtf8());
  }
  void open_window() {
    controller_ = std::make_unique<HostCallController>(options(), settings_.settings());
    QObject::connect(controller_.get(), &HostCallController::call_over, &people_, &PeopleModel::record);
    QObject::connect(controller_.get(), &HostCallController::contact_here, &people_, &PeopleModel::set_here);
    window_ = std::make_unique<MainWindow>(*controller_, settings_, people_);
    window_->resize(1280, 800);
    window_->show();
    window_->activateWindow();
    ASSERT_TRUE(wait_for([this] { return window_->isActiveWindow(); }));
  }

  static CallOptions options() { return {.camera = "test-card", .microphone = "tone:440", .speaker = "none"}; }
  static Settings any_port() {
    Settings settings;
    settings.port = 0;
    return settings;
  }
  /// Null while none is shown.
  QAbstractButton* button(const char* name) {
    for (auto* b : window_->findChildren<QAbstractButton*>(QLatin1String(name) + QLatin1String("_button"))) {
      if (b->isVisible()) return b;
    }
    return nullptr;
  }
  void click(const char* name) {
    // Moves first, until they are seen: the controls of a call hide themselves.
    ASSERT_TRUE(wait_for([this, name] {
      QTest::mouseMove(window_->windowHandle(), QPoint(600, 400));
      QTest::mouseMove(window_->windowHandle(), QPoint(620, 420));
      return button(name) != nullptr;
    })) << name;
    QTest::mouseClick(button(name), Qt::LeftButton);
  }
  /// Empty when there is no such label.
  QString text(const char* name) {
    const auto* label = window_->findChild<QLabel*>(name);
    return label != nullptr ? label->text() : QString();
  }
  [[nodiscard]] bool shown(const char* name) const {
    const auto* widget = window_->findChild<QWidget*>(QLatin1String(name));
    return widget != nullptr && widget->isVisible();
  }
  template <typename Condition>
  static bool wait_for(Condition condition) {
    return QTest::qWaitFor(condition, kDeadline);
  }
  void dial() {
    // The window may not have shown the end of the call before yet.
    ASSERT_TRUE(wait_for([this] { return shown("start_page") || shown("end_page"); }));
    if (shown("end_page")) click("back");
    const auto address = "127.0.0.1:" + std::to_string(peer_.host().listening_port());
    window_->findChild<QLineEdit*>("address")->setText(QString::fromStdString(address));
    click("call");
    ASSERT_TRUE(wait_for([this] { return shown("call_page"); }));
    ASSERT_TRUE(wait_for([this] { return peer_.pictures > 10; }));
  }
  void take_screenshot(const QString& name) {
    const QString target = qEnvironmentVariable("COUNTERPOINT_SCREENSHOTS");
    if (target.isEmpty()) return;
    QDir().mkpath(target);
    EXPECT_TRUE(window_->grab().save(QDir(target).filePath(name + ".png")));
  }

  /// The operating point of the last second in the log of the only call, once that has ended.
  OperatingPoint last_logged_point() {
    EXPECT_TRUE(wait_for([this] { return std::holds_alternative<LogEnd>(read_log().records.back().body); }));
    OperatingPoint point;
    const SessionLog log = read_log();
    for (const LogRecord& record : log.records) {
      if (const auto* second = std::get_if<LogStats>(&record.body)) point = second->stats.operating_point;
    }
    return point;
  }
  [[nodiscard]] SessionLog read_log() const {
    const QDir logs(folder_.filePath("counterpoint/sessions"));
    const QStringList names = logs.entryList({"*.jsonl"}, QDir::Files, QDir::Time);
    QFile file(logs.filePath(names.value(0)));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << file.fileName().toStdString();
    const auto log = parse_session_log(file.readAll().toStdString());
    if (!log) throw std::runtime_error(log.error().message.text());
    return *log;
  }

  QTemporaryDir folder_;
  Peer peer_;
  SettingsModel settings_{any_port()};
  PeopleModel people_;
  std::unique_ptr<HostCallController> controller_;
  std::unique_ptr<MainWindow> window_;
};

}  // namespace counterpoint
