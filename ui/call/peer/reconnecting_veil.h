// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include "core/base/time.h"

namespace counterpoint {

/// Dims the last picture of a peer from whom nothing comes, and says with whom a connection is looked for and for how
/// long nothing has come.
class ReconnectingVeil final : public QWidget {
  Q_OBJECT

 public:
  explicit ReconnectingVeil(QWidget* parent);
  void set_peer(const QString& name);
  void set_silence(Duration silence);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  QString name_;
  Duration silence_{};
};

}  // namespace counterpoint
