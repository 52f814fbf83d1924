// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/style/icons.h"

namespace counterpoint {

/// An icon on a disc, in colours of the theme that is in use where it stands.
class IconBadge final : public QWidget {
  Q_OBJECT

 public:
  /// In device-independent pixels.
  IconBadge(int diameter, int icon_side, QWidget* parent);
  void set_look(Icon icon, Role icon_colour, Role disc);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const int icon_side_;
  Icon icon_ = Icon::kInfo;
  Role icon_colour_ = &Theme::text;
  Role disc_ = &Theme::card;
};

}  // namespace counterpoint
