// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace counterpoint {

/// The addresses that were called last, the newest first, kept in a file.
class RecentAddresses {
 public:
  static constexpr int kMost = 5;  ///< As many as the start page shows without scrolling.

  /// Reads `file`; one that is missing or broken means none. With an empty name nothing is stored.
  explicit RecentAddresses(QString file);
  /// Puts `address` first and stores the list.
  void add(const QString& address);
  [[nodiscard]] const QStringList& list() const { return list_; }

 private:
  const QString file_;
  QStringList list_;
};

}  // namespace counterpoint
