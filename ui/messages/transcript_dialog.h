// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace counterpoint {

/// The texts of a call that is over, to be read and copied.
class TranscriptDialog final : public QDialog {
  Q_OBJECT

 public:
  /// It deletes itself when it is closed.
  TranscriptDialog(const QString& peer, const QString& transcript, QWidget* parent);
};

}  // namespace counterpoint
