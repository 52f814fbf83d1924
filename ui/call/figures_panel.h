// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>
#include <array>
#include <optional>

#include "ui/controller/call_controller.h"

class QGridLayout;
class QLabel;

namespace counterpoint {

/// The figures of the call in aligned columns: a line for each direction and one for the path. They change at most five
/// times a second, so that one can read them.
class FiguresPanel final : public QFrame {
  Q_OBJECT

 public:
  explicit FiguresPanel(QWidget* parent = nullptr);
  void set_peer(const QString& name);
  void set_stats(const CallFigures& stats);
  /// The words that both sides compare by voice, to know that nobody sits between them; empty while it is not known.
  void set_verification(const QString& text);
  /// Forgets the last call at once.
  void clear();

 private:
  static constexpr int kColumns = 5;
  using Row = std::array<QLabel*, kColumns>;

  Row add_row(QGridLayout& grid, int row, QLabel* head);
  void write(const CallFigures& stats);

  QLabel* to_peer_;
  QLabel* from_peer_;
  Row sent_{};
  Row received_{};
  Row path_{};
  QLabel* verification_;
  QTimer pause_;  ///< Runs while the shown figures are too young to be replaced.
  std::optional<CallFigures> waiting_;
};

}  // namespace counterpoint
