// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/quality_badge.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <utility>

#include "ui/style/icons.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

constexpr int kIconSide = 20;

QString cause_text(const QualityVerdict& verdict) {
  const QString part = QObject::tr("%1 %").arg(number_text(100 * verdict.amount));
  switch (verdict.cause) {
    case QualityCause::kPeerSilent:
      return QualityBadge::tr("reconnecting: nothing has come from the peer for %1 s").arg(number_text(verdict.amount));
    case QualityCause::kStalled:
      return QualityBadge::tr("this computer is too slow %1 of the time").arg(part);
    case QualityCause::kAudioLost:
      return QualityBadge::tr("%1 of the sound is lost").arg(percent_text(verdict.amount));
    case QualityCause::kAudioLate:
      return QualityBadge::tr("%1 of the sound comes too late").arg(percent_text(verdict.amount));
    case QualityCause::kSentLost:
      return QualityBadge::tr("%1 of what you send is lost").arg(percent_text(verdict.amount));
    case QualityCause::kReceivedLost:
      return QualityBadge::tr("%1 of what the peer sends is lost").arg(percent_text(verdict.amount));
    case QualityCause::kDelay:
      return QualityBadge::tr("sound takes %1 to arrive").arg(milliseconds_text(from_seconds(verdict.amount)));
    case QualityCause::kNoVideo:
      return QualityBadge::tr("the path carries no video");
    case QualityCause::kPathRate:
      return QualityBadge::tr("the path carries only %1")
          .arg(rate_text(DataRate::bits_per_second(static_cast<std::int64_t>(verdict.amount))));
    case QualityCause::kFrozen:
      return QualityBadge::tr("video is frozen %1 of the time").arg(part);
    case QualityCause::kCoding:
      return QualityBadge::tr("pictures keep this computer %1 busy").arg(part);
    case QualityCause::kNone:
      break;
  }
  return {};
}

Icon icon_of(CallQuality quality) {
  if (quality == CallQuality::kPoor) return Icon::kSignalPoor;
  return quality == CallQuality::kFair ? Icon::kSignalFair : Icon::kSignalGood;
}

Role colour_of(CallQuality quality) {
  switch (quality) {
    case CallQuality::kGood:
      return &Theme::accent;
    case CallQuality::kFair:
      return &Theme::warning;
    case CallQuality::kPoor:
      return &Theme::poor;
    case CallQuality::kUnknown:
      break;
  }
  return &Theme::quiet_text;
}

}  // namespace

QString quality_word(CallQuality quality) {
  switch (quality) {
    case CallQuality::kGood:
      return QualityBadge::tr("Good");
    case CallQuality::kFair:
      return QualityBadge::tr("Fair");
    case CallQuality::kPoor:
      return QualityBadge::tr("Poor");
    case CallQuality::kUnknown:
      break;
  }
  return {};
}

QString quality_text(const QualityVerdict& verdict) {
  const QString cause = cause_text(verdict);
  const QString word = quality_word(verdict.quality);
  return cause.isEmpty() ? word : QualityBadge::tr("%1: %2").arg(word, cause);
}

QualityBadge::QualityBadge(QWidget* parent) : QFrame(parent), label_(new QLabel(this)) {
  setAccessibleName(tr("Quality of the call"));
  label_->setTextFormat(Qt::PlainText);
  setCursor(Qt::PointingHandCursor);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kIconSide + kSpaceSmall, 0, 0, 0);
  row->addWidget(label_);
  set_verdict({});
}

void QualityBadge::set_verdict(const QualityVerdict& verdict) {
  label_->setText(quality_text(verdict));
  label_->setHidden(label_->text().isEmpty());
  const QString told = verdict.quality == CallQuality::kUnknown ? tr("Not measured yet") : quality_text(verdict);
  setAccessibleDescription(told);
  setToolTip(told);
  if (std::exchange(quality_, verdict.quality) == verdict.quality) return;
  QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
  update();
}

void QualityBadge::mouseReleaseEvent(QMouseEvent*) { emit clicked(); }

void QualityBadge::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  QPainter painter(this);
  const int left = contentsMargins().left() + layout()->contentsMargins().left() - kIconSide - kSpaceSmall;
  const QRectF area(left, (height() - kIconSide) / 2.0, kIconSide, kIconSide);
  paint_icon(painter, area, icon_of(quality_), theme_of(*this).*colour_of(quality_));
}

}  // namespace counterpoint
