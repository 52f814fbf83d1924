// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>
#include <QTimer>

namespace counterpoint {

/// Tells whether somebody uses the program's windows: after a minute without input to any of them the user is away, and
/// back with the next one.
class UserPresence final : public QObject {
  Q_OBJECT

 public:
  explicit UserPresence(QObject* parent);

  [[nodiscard]] bool is_here() const { return here_; }

 signals:
  void changed(bool here);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void set_here(bool here);

  bool here_ = true;
  QPoint pointer_;
  QTimer goes_;
};

}  // namespace counterpoint
