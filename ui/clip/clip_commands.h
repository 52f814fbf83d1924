// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QString>
#include <optional>

#include "ui/controller/call_controller.h"

class QDropEvent;
class QFileDialog;
class QMimeData;
class QWidget;

namespace counterpoint {

class ClipActions;
class ClipBar;
class Toast;

/// Turns the user's actions on clips into commands: asks for a file, and takes files that are dropped on the window.
/// A toast tells what cannot be done.
class ClipCommands final : public QObject {
  Q_OBJECT

 public:
  /// All of them outlive it.
  ClipCommands(QWidget& window, CallController& controller, ClipActions& actions, ClipBar& bar, Toast& toast);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void connect_actions(ClipActions& actions);
  void seek(Duration position);
  /// 0 to 1.
  void set_volume(double volume);
  void ask_for_file();
  void play(const QString& file);
  void take_drop(const QMimeData& data);
  /// Tells of each clip that turns out to be damaged, once.
  void tell_damage(const ClipStatus& clip);
  void tell_problem(const QString& text);
  /// Each step is ten seconds.
  void step(int steps);

  QWidget& window_;
  CallController& controller_;
  Toast& toast_;
  QPointer<QFileDialog> dialog_;
  QString folder_;  ///< The folder of the last clip.
  std::optional<Duration> told_damage_;
  Duration asked_position_{};  ///< The last one,
  QElapsedTimer since_asked_;  ///< and when it was asked for.
};

}  // namespace counterpoint
