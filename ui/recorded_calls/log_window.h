// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QTimer>
#include <memory>

#include "ui/recorded_calls/log_archive.h"

class QLabel;
class QProgressBar;
class QStackedWidget;
class QVBoxLayout;

namespace counterpoint {

class ElidedLabel;
class LogList;
class LogView;
class Toast;

/// The window of recorded calls: their list, and one of them opened. Logs come from the list, from a file, or are
/// dropped here. A long log is read step by step, with its progress shown. Its dialogs block this window alone, so that
/// a call goes on beside them.
class LogWindow final : public QMainWindow {
  Q_OBJECT

 public:
  /// `archive` outlives the window.
  explicit LogWindow(LogArchive& archive);

  void open_file(const QString& file);
  /// `banner`, of which the window becomes the parent, stands above all else.
  void put_above(QWidget* banner);
  /// Exports the opened log, as the suffix of `target` says.
  Result<void> export_to(const QString& target, bool without_addresses);

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void make_actions();
  void make_pages();
  QWidget* make_head();
  void show_list();
  void show_view();
  void read_on();
  void tell(const QString& problem);
  void refuse(const Error& error);
  void update_actions();
  void choose_file();
  void remove_current();
  void remove_log(const QString& file);
  void ask_for_export();
  void tell_exported(const QString& file);

  LogArchive& archive_;
  QMenu menu_;
  QAction back_;
  QAction open_;
  QAction open_file_;
  QAction export_;
  QAction remove_;
  QAction search_;
  QAction open_menu_;
  QAction close_;
  QVBoxLayout* page_;
  QStackedWidget* pages_;
  LogList* list_;
  LogView* view_;
  ElidedLabel* title_;
  QLabel* problem_;
  QProgressBar* progress_;
  Toast* toast_;
  QString file_;                         ///< Opened, or being opened.
  std::unique_ptr<LogReading> reading_;  ///< Null: nothing is being read.
  QTimer reading_timer_;
};

}  // namespace counterpoint
