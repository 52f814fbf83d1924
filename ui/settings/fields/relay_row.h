// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "core/settings/settings.h"

class QComboBox;
class QLineEdit;

namespace counterpoint {

/// The fields of one relay (TURN).
class RelayRow final : public QWidget {
  Q_OBJECT

 public:
  /// `number`, from 1 on, is for the names of the fields.
  RelayRow(int number, QWidget* parent);

  /// An empty one for nothing.
  void set_relay(const std::optional<RelaySettings>& relay);
  /// The fields as they are.
  [[nodiscard]] RelaySettings relay() const;
  [[nodiscard]] bool is_empty() const;

 signals:
  void edited();

 private:
  QLineEdit* add_field(const QString& name, const QString& words);

  QLineEdit* server_;
  QLineEdit* user_;
  QLineEdit* password_;
  QComboBox* transport_;
};

}  // namespace counterpoint
