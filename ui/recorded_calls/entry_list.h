// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/log/call_history.h"

class QComboBox;
class QListWidget;

namespace counterpoint {

/// The decisions and events of a recorded call in the order of their times, each with its kind as an icon.
/// A box above leaves one kind.
class EntryList final : public QWidget {
  Q_OBJECT

 public:
  explicit EntryList(QWidget* parent);

  void show_history(const CallHistory& history);
  /// Marks the last entry at `at` or before, if there is one.
  void mark(Duration at);
  /// The entries without the box.
  [[nodiscard]] QListWidget& list() { return *list_; }

 signals:
  /// The user has chosen an entry, of this time since the log began.
  void chosen(counterpoint::Duration at);

 private:
  struct Entry {
    Duration at{};
    std::size_t kind = 0;  ///< In the table of kinds.
    QString text;
  };

  void fill();

  std::vector<Entry> entries_;
  Duration start_{};
  Duration marked_{};
  std::vector<Duration> shown_;  ///< The time of each row of the list.
  QComboBox* kinds_;
  QListWidget* list_;
};

}  // namespace counterpoint
