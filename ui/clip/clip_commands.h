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
class Toast;

/// Carries out what the user wants of clips: asks for a file, takes files that are dropped on the window, and passes
/// the commands on. What cannot be done is told.
class ClipCommands final : public QObject {
  Q_OBJECT

 public:
  /// All of them outlive it.
  ClipCommands(QWidget& window, CallController& controller, ClipActions& actions, Toast& toast);

  void seek(Duration position);
  /// 0 to 1.
  void set_volume(double volume);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void connect_actions(ClipActions& actions);
  void ask_for_file();
  void play(const QString& file);
  void take_drop(const QMimeData& data);
  /// Once for each clip that turns out to be damaged.
  void tell_damage(const ClipState& clip);
  /// Of ten seconds each.
  void step(int steps);

  QWidget& window_;
  CallController& controller_;
  Toast& toast_;
  QPointer<QFileDialog> dialog_;
  QString folder_;  ///< Of the last clip.
  std::optional<Duration> told_damage_;
  Duration asked_position_{};  ///< The last one,
  QElapsedTimer since_asked_;  ///< and when it was asked for.
};

}  // namespace counterpoint
