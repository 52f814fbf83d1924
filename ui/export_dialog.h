// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <functional>

#include "core/base/result.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace counterpoint {

/// Asks what to make of a recorded call, and where to put it. It stays open until that has worked or is cancelled.
class ExportDialog final : public QDialog {
  Q_OBJECT

 public:
  /// The target's suffix names the format: .html, .csv, .jsonl or .png.
  using Export = std::function<Result<void>(const QString& target, bool without_addresses)>;

  /// `target` is proposed.
  ExportDialog(const QString& target, Export carry_out, QWidget* parent);

 private:
  void browse();
  void follow_format();
  void carry_out();

  Export export_;
  QComboBox* format_;
  QLineEdit* target_;
  QCheckBox* without_addresses_;
  QLabel* problem_;
};

}  // namespace counterpoint
