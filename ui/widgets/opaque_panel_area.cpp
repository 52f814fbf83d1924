// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/opaque_panel_area.h"

#include <QEvent>
#include <QPainter>
#include <utility>

#include "ui/style/theme.h"

namespace counterpoint {

OpaquePanelArea::OpaquePanelArea(QWidget* panel, std::function<void(QPainter&)> paint_panel)
    : QWidget(panel), paint_panel_(std::move(paint_panel)) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAttribute(Qt::WA_TransparentForMouseEvents);
  panel->installEventFilter(this);
}

void OpaquePanelArea::update_panel() {
  parentWidget()->update();
  update();
}

bool OpaquePanelArea::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect().adjusted(0, kPanelRadius, 0, -kPanelRadius));
  return QWidget::eventFilter(watched, event);
}

void OpaquePanelArea::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.translate(-pos());
  paint_panel_(painter);
}

}  // namespace counterpoint
