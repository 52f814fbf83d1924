// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;

namespace counterpoint {

/// Shows the user's own link as a QR code and as text. It is deleted once it is closed.
class LinkDialog final : public QDialog {
  Q_OBJECT

 public:
  /// `copy` copies the link.
  LinkDialog(const QString& link, QAction& copy, QWidget* parent);
};

}  // namespace counterpoint
