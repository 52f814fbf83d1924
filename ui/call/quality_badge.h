// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "core/call/call_quality.h"

class QLabel;

namespace counterpoint {

/// "Good", "Fair", "Poor", or nothing.
[[nodiscard]] QString quality_word(CallQuality quality);
/// "Poor: 12 % of the audio is lost", or the word alone where there is no cause.
[[nodiscard]] QString quality_text(const QualityVerdict& verdict);

/// Shows the quality of the call: bars as of a signal, which differ in shape as well as in colour, with words beside
/// them. Whoever cannot see it is told when the word changes.
class QualityBadge final : public QFrame {
  Q_OBJECT

 public:
  explicit QualityBadge(QWidget* parent);
  void set_verdict(const QualityVerdict& verdict);
  /// There is something to say.
  [[nodiscard]] bool is_known() const { return quality_ != CallQuality::kUnknown; }
  /// It is less than good.
  [[nodiscard]] bool is_warning() const { return quality_ > CallQuality::kGood; }

 signals:
  void clicked();

 protected:
  void mouseReleaseEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  CallQuality quality_ = CallQuality::kUnknown;
  QLabel* label_;
};

}  // namespace counterpoint
