// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
  void paintEvent(QPaintEvent* event) override;

 private:
  double level_ = 0;
};

}  // namespace counterpoint
