// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/floating_picture.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/style/theme.h"
#include "ui/video/video_view.h"
#include "ui/widgets/icon_badge.h"
#include "ui/widgets/level_meter.h"

namespace counterpoint {
namespace {
constexpr int kRingWidth = 3;  ///< Room for the ring that shows the keyboard focus.
constexpr int kRadius = 12;
constexpr int kBadgeSize = 28;
constexpr int kBadgeIconSize = 18;

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

void FloatingPicture::set_obstacles(const QList<QRect>& obstacles) {
  if (obstacles == std::exchange(obstacles_, obstacles)) return;
  place();
}

QRect FloatingPicture::in_corner(Corner corner, int height) const {
  constexpr int kRing = 2 * kRingWidth;
  const QSize size((height - kRing) * 16 / 9 + kRing, height);
  const QSize room = (area_.size() - size).expandedTo({0, 0});
  return {area_.topLeft() + QPoint(corner.right ? room.width() : 0, corner.below ? room.height() : 0), size};
}

/// It is as large as the area lets it be, or small if only then it covers nothing.
void FloatingPicture::place() {
  const int most = std::clamp(area_.height(), kMin.height(), kMax.height());
  const Corner wish = corner_;
  const Corner tried[] = {wish, {wish.right, !wish.below}, {!wish.right, wish.below}, {!wish.right, !wish.below}};
  const auto is_free = [this](const QRect& place) {
    return std::ranges::none_of(obstacles_, [&](const QRect& other) { return other.intersects(place); });
  };
  for (const int height : {most, kMin.height()}) {
    for (const Corner corner : tried) {
      if (const QRect place = in_corner(corner, height); is_free(place)) return setGeometry(place);
    }
  }
  setGeometry(in_corner(wish, most));
}

void FloatingPicture::choose(Corner corner) {
  corner_ = corner;
  place();
}

void FloatingPicture::mousePressEvent(QMouseEvent* event) { grabbed_at_ = event->position().toPoint(); }

void FloatingPicture::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton)) return;
  const QPoint wish = mapToParent(event->position().toPoint()) - grabbed_at_;
  const QPoint last = area_.bottomRight() - QPoint(width(), height());
  move(std::clamp(wish.x(), area_.left(), std::max(area_.left(), last.x())),
       std::clamp(wish.y(), area_.top(), std::max(area_.top(), last.y())));
}

void FloatingPicture::mouseReleaseEvent(QMouseEvent*) {
  const QPoint middle = geometry().center();
  choose({.right = middle.x() > area_.center().x(), .below = middle.y() > area_.center().y()});
}

void FloatingPicture::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
      return choose({.right = event->key() == Qt::Key_Right, .below = corner_.below});
    case Qt::Key_Up:
    case Qt::Key_Down:
      return choose({.right = corner_.right, .below = event->key() == Qt::Key_Down});
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
