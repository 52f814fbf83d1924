// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>
#include <QTimer>

#include "core/control/call_command.h"

namespace counterpoint {

/// Tells whether somebody uses the program's windows: after ten seconds without input to any of them the user is idle,
/// after a minute away, and back with the next one.
class UserPresence final : public QObject {
  Q_OBJECT

 public:
  explicit UserPresence(QObject* parent);

  /// Attention::kNone: the user is away.
  [[nodiscard]] Attention attention() const { return attention_; }

 signals:
  void changed(Attention attention);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void notice_input();
  void set_attention(Attention attention);

  Attention attention_ = Attention::kActive;
  QPoint pointer_;
  QTimer rests_{this};
  QTimer goes_{this};
};

}  // namespace counterpoint
