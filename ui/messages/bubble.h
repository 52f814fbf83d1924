// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextEdit>

namespace counterpoint {

/// A text that somebody has written, as plain text: as high as its lines, which break within words where need be; it
/// can be selected and copied.
class Bubble final : public QTextEdit {
  Q_OBJECT

 public:
  /// `own`: this host's user has written it.
  Bubble(const QString& text, bool own, QWidget* parent);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  void fit();
};

}  // namespace counterpoint
