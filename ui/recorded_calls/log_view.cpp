// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recorded_calls/log_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/plots/plane_view.h"
#include "ui/plots/time_lines.h"
#include "ui/recorded_calls/entry_list.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/text/format.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_setup.h"

namespace counterpoint {
namespace {

constexpr int kMaxSteps = 1'000'000;  ///< Positions of the slider.
constexpr std::array kSpeeds = {1, 4, 16};

}  // namespace

LogView::LogView(QWidget* parent)
    : QWidget(parent),
      speeds(this),
      plots_(new QWidget(this)),
      plane_(new PlaneView(plots_)),
      lines_(new TimeLines(plots_)),
      list_(new EntryList(this)),
      replay_(*plane_) {
  make_actions();
  plane_->setObjectName(QStringLiteral("log_plane"));
  plane_->setFixedSize(plane_->sizeHint());
  lines_->setObjectName(QStringLiteral("log_lines"));
  lines_->setFocusPolicy(Qt::StrongFocus);
  auto* top = new QHBoxLayout;
  top->setSpacing(kSpace);
  top->addWidget(plane_);
  top->addWidget(list_, 1);
  auto* inside = new QVBoxLayout(plots_);
  inside->setContentsMargins(0, 0, 0, 0);
  inside->setSpacing(kSpace);
  inside->addLayout(top);
  inside->addWidget(lines_, 1);
  auto* page = new QVBoxLayout(this);
  page->setContentsMargins(0, 0, 0, 0);
  page->setSpacing(kSpace);
  page->addWidget(plots_, 1);
  page->addWidget(make_time_row());
  connect(lines_, &TimeLines::time_chosen, this, &LogView::show_time);
  connect(slider_, &QSlider::valueChanged, this,
          [this](int value) { show_time(history_.start() + value * slider_unit_); });
  connect(list_, &EntryList::chosen, this, &LogView::show_time);
  connect(&tick_, &QTimer::timeout, this, &LogView::run);
}

LogView::~LogView() { lines_->set_history(nullptr); }

void LogView::make_actions() {
  constexpr auto kTick = std::chrono::milliseconds(40);
  play.setParent(this);
  set_up_action(play, "log_play", tr("Play"), Qt::Key_Space, make_icon(Icon::kPlay, Icon::kPause));
  play.setCheckable(true);
  tick_.setInterval(kTick);
  connect(&play, &QAction::toggled, this, [this](bool on) {
    set_action_words(play, on ? tr("Pause") : tr("Play"));
    if (!on) return tick_.stop();
    if (time_ >= history_.end()) show_time(Duration::zero());
    since_tick_.start();
    tick_.start();
  });
  for (const int speed : kSpeeds) {
    const auto key = static_cast<Qt::Key>(Qt::Key_1 + speeds.actions().size());
    auto* action = new QAction(&speeds);
    const QByteArray name = "log_speed_" + QByteArray::number(speed);
    set_up_action(*action, name.constData(), tr("%1\u00d7").arg(speed), key, QIcon());
    action->setData(speed);
    action->setCheckable(true);
    action->setChecked(speed == 1);
    action->setToolTip(tr("At %1 times the speed (%2)").arg(speed).arg(QKeySequence(key).toString()));
  }
}

QWidget* LogView::make_time_row() {
  auto* row = new QWidget(this);
  auto* inside = new QHBoxLayout(row);
  inside->setContentsMargins(0, 0, 0, 0);
  inside->setSpacing(kSpace);
  inside->addWidget(new ActionButton(play, ActionButton::Look::kMain, row));
  for (QAction* speed : speeds.actions()) inside->addWidget(new ActionButton(*speed, ActionButton::Look::kPlain, row));
  slider_ = new QSlider(Qt::Horizontal, row);
  slider_->setObjectName(QStringLiteral("log_slider"));
  slider_->setAccessibleName(tr("Time"));
  slider_->setToolTip(tr("The moment of the call that is shown"));
  inside->addWidget(slider_, 1);
  clock_ = new QLabel(row);
  clock_->setObjectName(QStringLiteral("log_clock"));
  inside->addWidget(clock_);
  return row;
}

void LogView::show_history(CallHistory history) {
  play.setChecked(false);
  lines_->set_history(nullptr);
  replay_.set_history(nullptr);
  history_ = std::move(history);
  lines_->set_history(&history_);
  lines_->show_span(history_.start(), std::max<Duration>(history_.end(), history_.start() + 1s));
  replay_.set_history(&history_);
  slider_unit_ = std::max<Duration>(100ms, history_.end() / kMaxSteps);
  {
    const QSignalBlocker quiet(slider_);
    slider_->setRange(0, static_cast<int>((history_.end() - history_.start() + slider_unit_ - 1ns) / slider_unit_));
    slider_->setSingleStep(static_cast<int>(std::max<std::int64_t>(1, 1s / slider_unit_)));
    slider_->setPageStep(std::max(1, slider_->maximum() / 20));
  }
  list_->show_history(history_);
  show_time(history_.start());
}

void LogView::show_time(Duration at) {
  time_ = std::clamp(at, history_.start(), history_.end());
  {
    const QSignalBlocker quiet(slider_);
    slider_->setValue(static_cast<int>((time_ - history_.start()) / slider_unit_));
  }
  clock_->setText(QStringLiteral("%1 / %2").arg(clock_text(time_ - history_.start()),
                                                clock_text(history_.end() - history_.start())));
  lines_->set_cursor(time_);
  replay_.show(time_);
  list_->mark(time_);
}

void LogView::run() {
  const int speed = speeds.checkedAction() != nullptr ? speeds.checkedAction()->data().toInt() : 1;
  show_time(time_ + since_tick_.restart() * 1ms * speed);
  if (time_ >= history_.end()) play.setChecked(false);
}

QImage LogView::picture(bool with_list) {
  const qreal ratio = devicePixelRatioF();
  QImage image((QSizeF(plots_->size()) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(ratio);
  image.fill(theme().window);
  plane_->render(&image, plane_->pos(), QRegion(), QWidget::DrawChildren);
  lines_->render(&image, lines_->pos(), QRegion(), QWidget::DrawChildren);
  if (with_list) list_->list().render(&image, list_->pos() + list_->list().pos());
  return image;
}

}  // namespace counterpoint
