// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPushButton>

class QAction;

namespace counterpoint {

/// A button for an action: its text, icon, state, visibility, tooltip with shortcut and accessible name follow the
/// action. Return presses it as Space does.
class ActionButton final : public QPushButton {
  Q_OBJECT

 public:
  enum class Look {
    kRound,        ///< An icon.
    kRoundSmall,   ///< An icon, in a bar of many.
    kRoundDanger,  ///< An icon on red.
    kPlain,        ///< Icon and words.
    kMain,         ///< The one thing most people came for.
    kDanger,       ///< Icon and words on red.
  };
  ActionButton(QAction& action, Look look, QWidget* parent);

  [[nodiscard]] const QAction& action() const { return action_; }

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void follow_action();
  [[nodiscard]] bool is_round() const {
    return look_ == Look::kRound || look_ == Look::kRoundSmall || look_ == Look::kRoundDanger;
  }
  [[nodiscard]] QColor icon_colour(QIcon::Mode mode, QIcon::State state) const;

  const QAction& action_;
  const Look look_;
};

}  // namespace counterpoint
