// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/peer_pill.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStringList>
#include <algorithm>

#include "ui/style/theme.h"
#include "ui/text/format.h"
#include "ui/widgets/icon_badge.h"
#include "ui/widgets/natural_size.h"

namespace counterpoint {
namespace {

constexpr int kWidestName = 420;
constexpr int kNarrowestName = 80;
constexpr int kWidestClipName = 200;

}  // namespace

PeerPill::PeerPill(QWidget* parent) : QFrame(parent) {
  constexpr int kMargin = 18;
  constexpr int kGap = 10;
  constexpr int kBadge = 28;
  constexpr int kIcon = 18;
  setObjectName(QStringLiteral("peer_pill"));
  setProperty("role", "pill");
  setFixedHeight(kPillHeight);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kMargin, 0, kMargin + kSpaceSmall, 0);
  row->setSpacing(kGap);
  muted_ = new IconBadge(kBadge, kIcon, this);
  muted_->setObjectName(QStringLiteral("peer_muted"));
  muted_->set_look(Icon::kMicrophoneOff, &Theme::window, &Theme::text);
  muted_->setAccessibleName(tr("Their microphone is off"));
  muted_->setToolTip(muted_->accessibleName());
  muted_->hide();
  row->addWidget(muted_);
  lock_ = new IconBadge(kIcon, kIcon, this);
  lock_->setObjectName(QStringLiteral("peer_lock"));
  lock_->set_look(Icon::kLock, &Theme::accent, &Theme::panel);
  lock_->hide();
  row->addWidget(lock_);
  setCursor(Qt::PointingHandCursor);
  setToolTip(tr("Click for the figures of the call"));
  name_label_ = new QLabel(this);
  name_label_->setObjectName(QStringLiteral("peer_name"));
  name_label_->setProperty("role", "heading");
  state_label_ = new QLabel(this);
  state_label_->setObjectName(QStringLiteral("peer_state"));
  state_label_->setProperty("role", "quiet");
  for (QLabel* label : {name_label_, state_label_}) {
    label->setTextFormat(Qt::PlainText);
    row->addWidget(label);
  }
}

void PeerPill::set_peer(const QString& name, const QString& words) {
  name_ = name;
  words_ = words;
  write();
}

void PeerPill::set_duration(Duration duration) {
  duration_ = duration;
  write();
}

void PeerPill::set_state(const MediaState& state) {
  state_ = state;
  muted_->setVisible(!state.microphone);
  write();
}

void PeerPill::set_verification(const QString& words) {
  lock_->setVisible(!words.isEmpty());
  lock_->setAccessibleName(tr("Encrypted. Compare by voice: %1").arg(words));
  lock_->setToolTip(lock_->accessibleName());
}

void PeerPill::mouseReleaseEvent(QMouseEvent*) { emit clicked(); }

void PeerPill::write() {
  QStringList parts{clock_text(duration_)};
  if (state_.video == MediaState::Video::kScreen) parts.append(tr("shares the screen"));
  if (state_.plays_clip()) {
    const QString clip =
        state_label_->fontMetrics().elidedText(QString::fromStdString(state_.clip), Qt::ElideMiddle, kWidestClipName);
    parts.append(state_.video == MediaState::Video::kClip ? tr("plays %1").arg(clip) : tr("paused %1").arg(clip));
  }
  if (!words_.isEmpty()) parts.append(words_);
  state_text_ = parts.join(QStringLiteral(" \u00b7 "));
  state_label_->setText(state_text_);
}

void PeerPill::fit(int width) {
  const QFontMetrics metrics = name_label_->fontMetrics();
  name_label_->setText(metrics.elidedText(name_, Qt::ElideMiddle, kWidestName));
  state_label_->setText(state_text_);
  take_natural_size(*this);
  if (const int excess = this->width() - width; excess > 0) {
    const int room = std::max(kNarrowestName, metrics.horizontalAdvance(name_label_->text()) - excess);
    name_label_->setText(metrics.elidedText(name_, Qt::ElideMiddle, room));
    take_natural_size(*this);
  }
  if (const int excess = this->width() - width; excess > 0) {
    const QFontMetrics state = state_label_->fontMetrics();
    const int room = std::max(state.horizontalAdvance(clock_text(duration_) + QStringLiteral(" \u2026")),
                              state_label_->sizeHint().width() - excess);
    state_label_->setText(state.elidedText(state_text_, Qt::ElideRight, room));
    take_natural_size(*this);
  }
}

}  // namespace counterpoint
