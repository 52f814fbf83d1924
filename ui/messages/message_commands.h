// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>
#include <QPointer>
#include <QString>

#include "ui/controller/call_controller.h"

class QFileDialog;
class QWidget;

namespace counterpoint {

class MessagePanel;
class TranscriptDialog;

/// Brings the texts and files of a call from the controller to their panel, and the wishes of the user back: asks which
/// file, and where to keep one.
class MessageCommands final : public QObject {
  Q_OBJECT

 public:
  /// `window` owns this; the others outlive it. After a call in which something was
  /// written, `read` opens it again.
  MessageCommands(QWidget& window, CallController& controller, QAction& toggle, QAction& send_file, QAction& read,
                  MessagePanel& panel);

 signals:
  /// Something was said that the user does not see.
  void notice(const QString& text);

 private:
  void follow_controller();
  void follow(const CallView& state);
  void show_transcript();
  void take_text(const TextNews& text);
  void take_file(const FileNews& file);
  /// The user has not seen it yet.
  void tell(const QString& text);
  void ask_for_file();
  void ask_for_place(const FileNews& file);
  void open_dialog(QFileDialog* dialog);

  QWidget& window_;
  CallController& controller_;
  QAction& toggle_;
  QAction& send_file_;
  QAction& read_;
  MessagePanel& panel_;
  QPointer<QFileDialog> dialog_;
  QPointer<TranscriptDialog> transcript_;
  QString folder_;  ///< The last file that was sent stands there.
};

}  // namespace counterpoint
