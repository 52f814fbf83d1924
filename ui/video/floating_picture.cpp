// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/floating_picture.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/style/theme.h"
#include "ui/video/video_view.h"
#include "ui/widgets/icon_badge.h"
#include "ui/widgets/level_meter.h"

namespace counterpoint {
namespace {
constexpr int kRingWidth = 3;  ///< Room for the ring that shows the keyboard focus.
constexpr int kKeyStep = 24;
constexpr int kSnapDistance = 20;  ///< Less than a step, so that the keys lead away from an edge.
constexpr int kRadius = 12;
constexpr int kBadgeSize = 28;
constexpr int kBadgeIconSize = 18;

/// `at` as a share of `room` pixels, 0 to 1: an edge if it is close to it.
double snapped(int at, int room) {
  if (at < kSnapDistance) return 0;
  return at > room - kSnapDistance ? 1 : static_cast<double>(at) / room;
}

}  // namespace

FloatingPicture::FloatingPicture(QWidget* parent)
    : QWidget(parent),
      view_(new VideoView(VideoView::Fit::kFill, this)),
      muted_badge_(new IconBadge(kBadgeSize, kBadgeIconSize, this)),
      level_(new LevelMeter(this)),
      caption_(new QLabel(this)) {
  setObjectName(QStringLiteral("own_picture"));
  setAccessibleName(tr("Own picture"));
  setAccessibleDescription(tr("The arrow keys move it."));
  setFocusPolicy(Qt::TabFocus);
  setCursor(Qt::OpenHandCursor);
  setMouseTracking(true);
  resize(kMax);
  view_->setObjectName(QStringLiteral("own_view"));
  view_->set_corner_radius(kRadius);
  muted_badge_->setObjectName(QStringLiteral("muted_badge"));
  muted_badge_->setAccessibleName(tr("Microphone is off"));
  muted_badge_->set_look(Icon::kMicrophoneOff, &Theme::window, &Theme::text);
  muted_badge_->hide();
  caption_->setObjectName(QStringLiteral("own_caption"));
  caption_->setProperty("role", "caption");
  caption_->setTextFormat(Qt::PlainText);
  set_caption({});
}

void FloatingPicture::set_area(const QRect& area) {
  area_ = area.adjusted(-kRingWidth, -kRingWidth, kRingWidth, kRingWidth);
  const int height = std::clamp(area_.height(), kMin.height(), kMax.height());
  constexpr int kRing = 2 * kRingWidth;
  resize((height - kRing) * 16 / 9 + kRing, height);
  place();
}

void FloatingPicture::set_muted(bool muted) {
  muted_badge_->setVisible(muted);
  level_->setVisible(!muted);
}

void FloatingPicture::set_level(double level) { level_->set_level(level); }

void FloatingPicture::set_caption(const QString& caption) {
  const QString use = tr("Your own picture: drag it, or move it with the arrow keys");
  setToolTip(caption.isEmpty() ? use : tr("%1\nThe peer gets %2").arg(use, caption));
  caption_->setText(caption);
  place_caption();
}

void FloatingPicture::show_caption(bool shown) {
  caption_shown_ = shown;
  place_caption();
}

void FloatingPicture::place_caption() {
  caption_->adjustSize();
  const int left = width() - kRingWidth - kSpace - caption_->width();
  caption_->setVisible(caption_shown_ && !caption_->text().isEmpty() && left >= kRingWidth);
  caption_->move(left, kRingWidth + kSpace);
}

void FloatingPicture::place() {
  const QSize room = (area_.size() - size()).expandedTo({0, 0});
  move(area_.topLeft() + QPointF(room.width() * place_.x(), room.height() * place_.y()).toPoint());
}

void FloatingPicture::move_to(QPoint position) {
  const QSize room = (area_.size() - size()).expandedTo({1, 1});
  const QPoint from_corner = position - area_.topLeft();
  place_ = {snapped(from_corner.x(), room.width()), snapped(from_corner.y(), room.height())};
  place();
}

void FloatingPicture::mousePressEvent(QMouseEvent* event) { grabbed_at_ = event->position().toPoint(); }

void FloatingPicture::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) move_to(mapToParent(event->position().toPoint()) - grabbed_at_);
}

void FloatingPicture::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return move_to(pos() - QPoint(kKeyStep, 0));
    case Qt::Key_Right:
      return move_to(pos() + QPoint(kKeyStep, 0));
    case Qt::Key_Up:
      return move_to(pos() - QPoint(0, kKeyStep));
    case Qt::Key_Down:
      return move_to(pos() + QPoint(0, kKeyStep));
    default:
      QWidget::keyPressEvent(event);
  }
}

void FloatingPicture::paintEvent(QPaintEvent*) {
  if (!hasFocus()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_of(*this).accent);
  painter.drawRoundedRect(rect(), kRadius + kRingWidth, kRadius + kRingWidth);
}

void FloatingPicture::resizeEvent(QResizeEvent*) {
  view_->setGeometry(rect().adjusted(kRingWidth, kRingWidth, -kRingWidth, -kRingWidth));
  level_->setGeometry(kRingWidth + 12, height() - kRingWidth - 12 - level_->height(), 64, level_->height());
  place_caption();
  muted_badge_->move(kRingWidth + kSpace, height() - kRingWidth - kSpace - kBadgeSize);
}

}  // namespace counterpoint
