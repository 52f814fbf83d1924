// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/notices/toast_notice.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/style/theme.h"
#include "ui/widgets/icon_badge.h"

namespace counterpoint {
namespace {

constexpr int kMark = 24;
constexpr int kMarkIcon = 20;

}  // namespace

ToastNotice::ToastNotice(const QString& text, Notice::Kind kind, const QList<ToastOffer>& offers, QWidget* parent)
    : QWidget(parent), text_(new QLabel(text, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpace);
  text_->setObjectName(QStringLiteral("toast_text"));
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  text_->setAlignment(Qt::AlignCenter);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->installEventFilter(this);
  auto* words = new QHBoxLayout;
  words->setSpacing(kSpace);
  words->addStretch();
  if (kind == Notice::Kind::kProblem) {
    auto* mark = new IconBadge(kMark, kMarkIcon, this);
    mark->setObjectName(QStringLiteral("toast_mark"));
    mark->setAccessibleName(tr("Problem"));
    mark->set_look(Icon::kWarning, &Theme::warning, &Theme::card);
    words->addWidget(mark, 0, Qt::AlignTop);
    mark_ = mark;
  }
  words->addWidget(text_);
  words->addStretch();
  column->addLayout(words);
  if (offers.isEmpty()) return;
  row_ = new QWidget(this);
  auto* row = new QHBoxLayout(row_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(kSpace);
  column->addWidget(row_, 0, Qt::AlignHCenter);
  for (const ToastOffer& offer : offers) {
    auto* button = new QPushButton(offer.words, row_);
    button->setObjectName(QStringLiteral("toast_button"));
    button->setProperty("role", "plain");
    button->setProperty("compact", true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(offer.words);
    row->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, act = offer.act] {
      emit answered();
      act();
    });
    buttons_.append(button);
  }
}

QString ToastNotice::text() const { return text_->text(); }

bool ToastNotice::has_keyboard() const { return std::ranges::any_of(buttons_, &QWidget::hasFocus); }

int ToastNotice::mark_width() const { return mark_ == nullptr ? 0 : kMark + kSpace; }

int ToastNotice::buttons_width() const { return row_ == nullptr ? 0 : row_->sizeHint().width(); }

int ToastNotice::min_width() const {
  text_->ensurePolished();
  int word = 0;
  for (const QString& part : text().split(QLatin1Char(' '))) {
    word = std::max(word, text_->fontMetrics().horizontalAdvance(part));
  }
  return std::max(word + kSpace + mark_width(), buttons_width());
}

void ToastNotice::fit_to(int width) {
  text_->ensurePolished();
  const int line = text_->fontMetrics().horizontalAdvance(text()) + kSpace;
  text_->setFixedWidth(std::min(width - mark_width(), line));
  text_->setFixedHeight(text_->heightForWidth(text_->width()));
  const int words = std::max(text_->height(), mark_ == nullptr ? 0 : kMark);
  const int below = row_ == nullptr ? 0 : kSpace + row_->sizeHint().height();
  setFixedSize(std::max(mark_width() + text_->width(), buttons_width()), words + below);
}

bool ToastNotice::eventFilter(QObject* watched, QEvent* event) {
  const auto* mouse = event->type() == QEvent::MouseButtonRelease ? static_cast<QMouseEvent*>(event) : nullptr;
  if (mouse != nullptr && mouse->button() == Qt::LeftButton && !text_->hasSelectedText()) emit clicked();
  return QWidget::eventFilter(watched, event);
}

}  // namespace counterpoint
