// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;

namespace counterpoint {

struct HostInfo;

/// Shows the user's own link as a QR code and as text, and the addresses of this computer. It is deleted once it is
/// closed.
class LinkDialog final : public QDialog {
  Q_OBJECT

 public:
  /// `copy` copies the link.
  LinkDialog(const HostInfo& host, QAction& copy, QWidget* parent);
};

}  // namespace counterpoint
