// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

namespace counterpoint {

/// A thin bar that shows how loud the microphone is.
class LevelMeter final : public QWidget {
  Q_OBJECT

 public:
  explicit LevelMeter(QWidget* parent = nullptr);
  /// 0 silence to 1 full scale; other values are clamped.
  void set_level(double level);
  [[nodiscard]] double level() const { return level_; }
  [[nodiscard]] QSize sizeHint() const override { return {120, 6}; }

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] QPixmap draw(QSize pixels) const;

  double level_ = 0;
  QPixmap drawing_;  ///< Kept, since over video it is painted with each frame. Null: to be made anew.
};

}  // namespace counterpoint
