// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <chrono>

#include "ui/style/icons.h"
#include "ui/widgets/action_button.h"

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace counterpoint {

class CallActions;
class IconBadge;
class VideoView;

/// A page with one message and what can be done about it: somebody calls, we call, a call ended. It takes the keyboard
/// itself, so that who was typing, or holds a key, does nothing by accident.
class NoticePage final : public QWidget {
  Q_OBJECT

 public:
  NoticePage(CallActions& actions, QWidget* parent);

  void add_button(QAction& action, ActionButton::Look look);
  /// Shows the own picture above the buttons, with the switches of microphone and camera beside it.
  void add_own_picture(CallActions& actions);
  /// There has to be one.
  [[nodiscard]] VideoView& own_picture() { return *own_; }
  /// Escape carries it out.
  void set_way_out(QAction& action) { way_out_ = &action; }
  /// Longer than a key that is held takes to its first repetition.
  static constexpr std::chrono::milliseconds kSettled{700};

  /// Gives the keyboard to the button of `action`, where there is one to be seen, once no key came for kSettled.
  void focus_button(const QAction& action);
  void set_icon(Icon icon, Role colour);
  /// `advice` may be empty.
  void set_words(const QString& title, const QString& text, const QString& advice);

 protected:
  void hideEvent(QHideEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QAction* way_out_ = nullptr;
  const QAction* focused_ = nullptr;  ///< Its button gets the keyboard.
  QTimer settled_;
  IconBadge* badge_;
  QLabel* title_;
  QLabel* text_;
  QLabel* advice_;
  VideoView* own_ = nullptr;
  QVBoxLayout* column_;
  QHBoxLayout* buttons_;
};

}  // namespace counterpoint
