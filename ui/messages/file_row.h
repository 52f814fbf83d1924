// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QFrame>
#include <vector>

#include "core/control/message_control.h"

class QLabel;
class QProgressBar;

namespace counterpoint {

class ActionButton;
class ElidedLabel;

/// A file that is offered, moves, or has arrived, with what can be done about it.
class FileRow final : public QFrame {
  Q_OBJECT

 public:
  explicit FileRow(const FileNews& file, QWidget* parent);

  void show_news(const FileNews& file);
  /// The name, and what has become of it.
  [[nodiscard]] QString summary() const;
  [[nodiscard]] const FileNews& file() const { return file_; }

 signals:
  void save_wanted(const counterpoint::FileNews& file);
  /// The user chooses the place.
  void save_as_wanted(const counterpoint::FileNews& file);
  void stop_wanted(const counterpoint::FileNews& file);
  void folder_wanted(const counterpoint::FileNews& file);

 private:
  void add_button(QAction& action, const char* name, const QString& words, bool main);
  [[nodiscard]] QString state_text() const;

  FileNews file_;
  ElidedLabel* name_;
  QLabel* state_;
  QProgressBar* progress_;
  std::vector<ActionButton*> buttons_;
  QAction save_;
  QAction save_as_;
  QAction stop_;
  QAction show_folder_;
};

}  // namespace counterpoint
