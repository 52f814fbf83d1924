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

/// Asks for the format and the target of an export. It stays open until the export has succeeded or is cancelled.
class ExportDialog final : public QDialog {
  Q_OBJECT

 public:
  /// The target's suffix names the format: .html, .csv, .jsonl or .png.
  using Export = std::function<Result<void>(const QString& target, bool without_addresses)>;

  /// Proposes `target`.
  ExportDialog(const QString& target, Export carry_out, QWidget* parent);

 private:
  void browse();
  /// Gives the target the suffix of the chosen format.
  void follow_format();
  /// Chooses the format whose suffix is typed, if it is that of one.
  void follow_suffix();
  /// `target` with the suffix of the chosen format, unless it has that of any.
  [[nodiscard]] QString with_suffix(const QString& target) const;
  void carry_out();
  void write(const QString& target);
  void tell(const QString& problem);

  Export export_;
  QComboBox* format_;
  QLineEdit* target_;
  QCheckBox* without_addresses_;
  QLabel* problem_;
};

}  // namespace counterpoint
