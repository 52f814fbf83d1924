// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QObject>
#include <QSystemTrayIcon>

class QAction;
class QWidget;

namespace counterpoint {

class CallController;
class SettingsModel;
struct CallView;
struct Settings;

/// Lets the program go on when its window is closed, if its user wants that: others still reach it, and an icon in the
/// desktop's tray opens the window again.
///
/// 1. Whoever closes the window for the first time, outside a call, is asked.
/// 2. A call that comes in opens the window.
class Tray final : public QObject {
  Q_OBJECT

 public:
  /// There has to be a tray. `quit`, whose connections to `window` this takes over, `window`, `controller` and
  /// `settings` outlive this.
  Tray(QWidget& window, QAction& quit, CallController& controller, SettingsModel& settings);
  ~Tray() override;

 signals:
  void window_wanted();
  /// The window is closed, and the program is to end.
  void quit_wanted();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void follow(const Settings& settings);
  void follow(const CallView& state);
  void ask();
  void answer(bool stays);
  void quit();

  QWidget& window_;
  CallController& controller_;
  SettingsModel& settings_;
  QMenu menu_;
  QAction* peace_;
  QSystemTrayIcon icon_;
  bool ends_ = false;  ///< The program is to end with the window.
};

}  // namespace counterpoint
