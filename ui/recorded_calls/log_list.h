// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include "ui/recorded_calls/log_archive.h"

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace counterpoint {

/// The recorded calls, the newest first, with a field to search in them, where Return opens the one that is marked. It
/// fills itself step by step: a thousand logs do not keep the window from opening.
class LogList final : public QWidget {
  Q_OBJECT

 public:
  /// `archive` outlives the list.
  LogList(LogArchive& archive, QWidget* parent);

  /// Reads the list of logs anew; the marked call stays marked.
  void refresh();
  /// The file of the call that is marked; empty for none.
  [[nodiscard]] QString current() const;
  void start_search();

 signals:
  void opened(const QString& file);
  void current_changed();

 private:
  void fill();
  void add(const QString& file);
  void describe(QTreeWidgetItem& row, const QString& file);
  /// Shows the calls that are searched for.
  void filter();
  /// Says what there is, and marks the first call that is shown unless one is marked already.
  void show_found();
  [[nodiscard]] bool is_wanted(const QTreeWidgetItem& item) const;

  LogArchive& archive_;
  QLineEdit* search_;
  QTreeWidget* calls_;
  QLabel* nothing_;
  QString problem_;                   ///< Says why the logs cannot be found; empty when they can.
  QTreeWidgetItem* first_ = nullptr;  ///< The first call that is shown.
  QStringList waiting_;               ///< Files that are not in the list yet.
  QString kept_;                      ///< The file that was marked before the refresh.
  QTimer fill_timer_;
};

/// "good", "fair", "poor"; empty when it is not known.
[[nodiscard]] QString quality_text(CallQuality quality);

}  // namespace counterpoint
