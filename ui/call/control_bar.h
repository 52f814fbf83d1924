// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <vector>

class QAction;
class QGridLayout;
class QLabel;

namespace counterpoint {

class ActionButton;
class CallActions;

/// The buttons of a call, with a word under each where there is room for all words.
class ControlBar final : public QFrame {
  Q_OBJECT

 public:
  ControlBar(CallActions& actions, QWidget* parent);

  /// Takes its natural size, with words only if that is at most `room` in width.
  void fit(int room);

 protected:
  /// A click on a word is one on its button.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// A button, perhaps with a smaller one beside it, and the word under them.
  struct Column {
    std::vector<ActionButton*> buttons;
    QLabel* word;
  };

  void add(QAction& action, QAction* list = nullptr, bool danger = false);
  [[nodiscard]] int width_with_words() const;

  QGridLayout* grid_;
  std::vector<Column> columns_;
};

}  // namespace counterpoint
