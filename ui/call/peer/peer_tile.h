// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

namespace counterpoint {

/// Stands in the place of the peer's picture while their camera is off: who it is, and that nothing is broken.
class PeerTile final : public QWidget {
  Q_OBJECT

 public:
  explicit PeerTile(QWidget* parent);
  /// `colour` as paint_avatar() has it.
  void set_peer(const QString& name, int colour);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString name_;
  int colour_ = 0;
};

}  // namespace counterpoint
