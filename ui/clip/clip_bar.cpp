// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/clip/clip_bar.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/clip/clip_actions.h"
#include "ui/style/theme.h"
#include "ui/text/engine_text.h"
#include "ui/text/format.h"
#include "ui/widgets/action_button.h"

namespace counterpoint {
namespace {

constexpr int kWidest = 780;
constexpr int kTimeWidth = 58;
constexpr int kVolumeWidth = 92;
constexpr int kVolumeSteps = 100;

/// "402 kbit/s, 34 % of the clip, 25 of 25 pictures/s".
QString flow_text(const ClipStatus& clip) {
  if (clip.phase == ClipStatus::Phase::kOpening) return ClipBar::tr("Opening\u2026");
  if (clip.phase == ClipStatus::Phase::kPaused) return ClipBar::tr("Paused");
  if (clip.flow.original_frames.per_second() <= 0) return {};
  return ClipBar::tr("To the peer: %1, %2 % of the clip, %3 of %4 pictures/s")
      .arg(rate_text(clip.flow.sent_rate), number_text(clip.flow.share * 100),
           number_text(clip.flow.sent_frames.per_second()), number_text(clip.flow.original_frames.per_second()));
}

}  // namespace

ClipBar::ClipBar(ClipActions& actions, QWidget* parent) : QFrame(parent) {
  setObjectName(QStringLiteral("clip_bar"));
  setProperty("role", "panel");
  setAccessibleName(tr("Clip"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kSpaceLarge, 10, kSpaceLarge, 10);
  layout->setSpacing(kSpace);
  layout->addLayout(make_words());
  layout->addLayout(make_controls(actions));
  constexpr auto kHostFollows = std::chrono::milliseconds(400);
  just_sought_.setSingleShot(true);
  just_sought_.setInterval(kHostFollows);
  connect(position_, &QSlider::sliderMoved, this, [this](int step) { show_position(step * 1s / kSliderStepsASecond); });
  connect(position_, &QSlider::sliderReleased, this, &ClipBar::seek_to_slider);
  connect(position_, &QSlider::actionTriggered, this, [this](int action) {
    if (action != QAbstractSlider::SliderMove) seek_to_slider();
  });
  connect(volume_, &QSlider::valueChanged, this,
          [this](int step) { emit volume_changed(static_cast<double>(step) / kVolumeSteps); });
}

QBoxLayout* ClipBar::make_words() {
  auto* row = new QHBoxLayout;
  row->setSpacing(kSpaceLarge);
  name_ = new QLabel(this);
  name_->setObjectName(QStringLiteral("clip_name"));
  name_->setProperty("role", "heading");
  name_->setMinimumWidth(80);
  figures_ = new QLabel(this);
  figures_->setObjectName(QStringLiteral("clip_figures"));
  figures_->setProperty("role", "small");
  for (QLabel* label : {name_, figures_}) label->setTextFormat(Qt::PlainText);
  row->addWidget(name_, 1);
  row->addWidget(figures_);
  return row;
}

QBoxLayout* ClipBar::make_controls(ClipActions& actions) {
  auto* row = new QHBoxLayout;
  row->setSpacing(kSpace);
  const auto add_button = [&](QAction& action) {
    row->addWidget(new ActionButton(action, ActionButton::Look::kRoundSmall, this));
  };
  time_ = new QLabel(this);
  time_->setObjectName(QStringLiteral("clip_time"));
  time_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  length_ = new QLabel(this);
  length_->setObjectName(QStringLiteral("clip_length"));
  for (QLabel* label : {time_, length_}) {
    label->setProperty("role", "figure");
    label->setFixedWidth(kTimeWidth);
  }
  position_ = make_slider("clip_position", tr("Position in the clip"), tr("Position in the clip: drag, or arrow keys"));
  position_->setSingleStep(5 * kSliderStepsASecond);
  position_->setPageStep(30 * kSliderStepsASecond);
  position_->setTracking(false);
  volume_ = make_slider("clip_volume", tr("Volume of the clip"), tr("Volume of the clip, for the peer and here"));
  volume_->setRange(0, kVolumeSteps);
  volume_->setValue(kVolumeSteps);
  volume_->setFixedWidth(kVolumeWidth);
  add_button(actions.pause);
  add_button(actions.stop);
  row->addWidget(time_);
  row->addWidget(position_, 1);
  row->addWidget(length_);
  add_button(actions.loop);
  row->addSpacing(kSpace);
  add_button(actions.mute);
  row->addWidget(volume_);
  add_button(actions.hear);
  return row;
}

QSlider* ClipBar::make_slider(const char* name, const QString& words, const QString& tool_tip) {
  auto* slider = new QSlider(Qt::Horizontal, this);
  slider->setObjectName(QLatin1String(name));
  slider->setAccessibleName(words);
  slider->setToolTip(tool_tip);
  slider->setFocusPolicy(Qt::TabFocus);
  return slider;
}

int ClipBar::width_in(int page_width) { return std::min(kWidest, page_width - 2 * kSpaceLarge); }

void ClipBar::set_clip(const ClipStatus& clip) {
  clip_ = clip;
  setToolTip(plain_tip(engine_text(clip.description)));
  figures_->setText(flow_text(clip));
  write_name();
  const bool seekable = clip.duration && clip.phase != ClipStatus::Phase::kOpening;
  position_->setEnabled(seekable);
  length_->setText(clip.duration ? clock_text(*clip.duration) : QString());
  const double steps = to_seconds(clip.duration.value_or(Duration::zero())) * kSliderStepsASecond;
  const QSignalBlocker quiet(position_);
  position_->setRange(0, std::max(static_cast<int>(steps), 1));
  if (!position_->isSliderDown() && !just_sought_.isActive()) {
    position_->setValue(static_cast<int>(to_seconds(clip.position) * kSliderStepsASecond));
    show_position(clip.position);
  }
  volume_->setVisible(clip.has_audio);
  const QSignalBlocker quiet_too(volume_);
  if (!volume_->isSliderDown()) volume_->setValue(static_cast<int>(std::lround(clip.levels.volume * kVolumeSteps)));
}

void ClipBar::write_name() {
  const int room = width() - 2 * kSpaceLarge - kSpaceLarge - figures_->sizeHint().width();
  const QString file = QFileInfo(QString::fromStdString(clip_.path)).fileName();
  name_->setText(name_->fontMetrics().elidedText(file, Qt::ElideMiddle, std::max(room, name_->minimumWidth())));
}

void ClipBar::show_position(Duration position) { time_->setText(clock_text(position)); }

void ClipBar::seek_to_slider() {
  just_sought_.start();
  const Duration position = position_->sliderPosition() * 1s / kSliderStepsASecond;
  show_position(position);
  emit sought(position);
}

}  // namespace counterpoint
