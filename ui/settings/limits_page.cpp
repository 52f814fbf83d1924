// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/limits_page.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSignalBlocker>
#include <QSpinBox>
#include <cmath>

namespace counterpoint {
namespace {

int kilobits(DataRate rate) { return static_cast<int>(std::lround(rate.kilobits_per_second())); }

QString size_name(Resolution size) { return QStringLiteral("%1\u00d7%2").arg(size.width).arg(size.height); }

/// "640x360" with either cross; 0x0 for anything else.
Resolution size_of(const QString& name) {
  const QStringList sides = QString(name).replace(QChar(0x00d7), 'x').split('x');
  if (sides.size() != 2) return {};
  return {.width = sides[0].toInt(), .height = sides[1].toInt()};
}

QString packet_time_name(Duration time) { return QString::number(time / 1ms); }

/// Shows no more decimals than needed: 30, but 29.97.
class FrameRateBox final : public QDoubleSpinBox {
 public:
  using QDoubleSpinBox::QDoubleSpinBox;
  [[nodiscard]] QString textFromValue(double value) const override { return locale().toString(value, 'g', 4); }
};

template <typename Box, typename Value>
void set_quietly(Box& box, Value value) {
  const QSignalBlocker quiet(box);
  box.setValue(value);
}

}  // namespace

LimitsPage::LimitsPage(SettingsModel& settings, QWidget* parent)
    : SettingsPage(QStringLiteral("limits_settings"), tr("Limits"), parent), settings_(settings) {
  add_text(tr("What a call may use at most. The camera keeps to the largest picture and frame rate at once, all else "
              "holds from the next call on."),
           "quiet");
  codec_ = new QComboBox(this);
  codec_->setObjectName(QStringLiteral("setting_codec"));
  codec_->addItem(tr("VP8, takes less of the processor"), QStringLiteral("vp8"));
  codec_->addItem(tr("VP9, looks better at the same rate"), QStringLiteral("vp9"));
  add_row(tr("Video codec"), codec_, tr("Preferred; the peer may choose otherwise."));
  const int min = kilobits(Settings::kMinVideoRate);
  const int max = kilobits(Settings::kMaxVideoRate);
  const QString unit = tr("kbit/s");
  start_rate_ = add_number("start_rate", tr("Starting video bit rate"), min, max, unit,
                           tr("Where a call begins; in mode fixed it stays there."));
  min_rate_ =
      add_number("min_rate", tr("Minimum video bit rate"), min, max, unit,
                 tr("No mode sends less video. Where the path has not even that, video stops and sound goes on."));
  max_rate_ = add_number("max_rate", tr("Maximum video bit rate"), min, max, unit,
                         tr("For networks where data cost money, or to leave room for others."));
  frame_rate_ = new FrameRateBox(this);
  frame_rate_->setObjectName(QStringLiteral("setting_frame_rate"));
  frame_rate_->setRange(Settings::kMinFrameRate, Settings::kMaxFrameRate);
  frame_rate_->setDecimals(2);
  frame_rate_->setSuffix(" " + tr("frames/s"));
  frame_rate_->setKeyboardTracking(false);
  add_row(tr("Maximum frame rate"), frame_rate_);
  size_ = new QComboBox(this);
  size_->setObjectName(QStringLiteral("setting_size"));
  for (const Resolution size : {Resolution{320, 180}, {640, 360}, {960, 540}, {1280, 720}, {1920, 1080}}) {
    size_->addItem(size_name(size), size_name(size));
  }
  add_row(tr("Largest picture"), size_, tr("What the camera is asked for. Larger pictures need a faster processor."));
  audio_rate_ = add_number("audio_rate", tr("Sound bit rate"), kilobits(Settings::kMinAudioRate),
                           kilobits(Settings::kMaxAudioRate), unit, tr("32 kbit/s are clear speech."));
  audio_packet_time_ = new QComboBox(this);
  audio_packet_time_->setObjectName(QStringLiteral("setting_audio_packet_time"));
  for (const Duration time : kAudioPacketDurations) {
    audio_packet_time_->addItem(tr("%1 ms").arg(time / 1ms), packet_time_name(time));
  }
  add_row(tr("Sound in a packet"), audio_packet_time_,
          tr("Longer packets suit networks that count packets. They add delay, and a lost one is heard more."));
  max_datagram_ = add_number("max_datagram", tr("Largest datagram"), static_cast<int>(Settings::kMinDatagram.bytes()),
                             static_cast<int>(Settings::kMaxDatagram.bytes()), tr("bytes"),
                             tr("Of media, without IP and UDP headers. Tunnels may need less than the usual 1200."));
  connect(codec_, &QComboBox::currentIndexChanged, this, [this] {
    const bool vp9 = codec_->currentData() == QStringLiteral("vp9");
    settings_.change([vp9](Settings& s) { s.codec = vp9 ? VideoCodec::kVp9 : VideoCodec::kVp8; });
  });
  connect(start_rate_, &QSpinBox::valueChanged, this, [this](int value) {
    settings_.change([value](Settings& s) { s.start_rate = DataRate::kilobits_per_second(value); });
  });
  for (QSpinBox* box : {min_rate_, max_rate_}) {
    connect(box, &QSpinBox::valueChanged, this, &LimitsPage::take_rates);
  }
  connect(frame_rate_, &QDoubleSpinBox::valueChanged, this, [this](double value) {
    settings_.change([value](Settings& s) { s.limits.max_frame_rate = FrameRate::per_second(value); });
  });
  connect(size_, &QComboBox::currentIndexChanged, this, [this] {
    const Resolution size = size_of(size_->currentData().toString());
    settings_.change([size](Settings& s) { s.limits.max_resolution = size; });
  });
  connect(audio_rate_, &QSpinBox::valueChanged, this, [this](int value) {
    settings_.change([value](Settings& s) { s.audio_rate = DataRate::kilobits_per_second(value); });
  });
  connect(audio_packet_time_, &QComboBox::currentIndexChanged, this, [this](int index) {
    settings_.change(
        [index](Settings& s) { s.audio_packet_time = kAudioPacketDurations.at(static_cast<std::size_t>(index)); });
  });
  connect(max_datagram_, &QSpinBox::valueChanged, this,
          [this](int value) { settings_.change([value](Settings& s) { s.max_datagram = DataSize::bytes(value); }); });
  refresh();
}

QSpinBox* LimitsPage::add_number(const char* name, const QString& words, int min, int max, const QString& unit,
                                 const QString& help) {
  auto* box = new QSpinBox(this);
  box->setObjectName(QStringLiteral("setting_") + QLatin1String(name));
  box->setRange(min, max);
  box->setSuffix(" " + unit);
  box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  box->setKeyboardTracking(false);
  add_row(words, box, help);
  return box;
}

void LimitsPage::take_rates() {
  const DataRate min = DataRate::kilobits_per_second(min_rate_->value());
  const DataRate max = DataRate::kilobits_per_second(max_rate_->value());
  const bool fits = min <= max;
  show_error(min_rate_, fits ? QString() : tr("More than the maximum video bit rate: lower one or raise the other."));
  if (!fits) return;
  settings_.change([min, max](Settings& s) {
    s.limits.min_video_rate = min;
    s.limits.max_video_rate = max;
  });
}

void LimitsPage::refresh() {
  const Settings& s = settings_.settings();
  choose(*codec_, s.codec == VideoCodec::kVp9 ? QStringLiteral("vp9") : QStringLiteral("vp8"));
  set_quietly(*start_rate_, kilobits(s.start_rate));
  // An inverted range stays in the fields until the user has corrected it.
  if (min_rate_->value() <= max_rate_->value()) {
    set_quietly(*min_rate_, kilobits(s.limits.min_video_rate));
    set_quietly(*max_rate_, kilobits(s.limits.max_video_rate));
  }
  set_quietly(*frame_rate_, s.limits.max_frame_rate.per_second());
  choose(*size_, size_name(s.limits.max_resolution));
  set_quietly(*audio_rate_, kilobits(s.audio_rate));
  choose(*audio_packet_time_, packet_time_name(s.audio_packet_time));
  set_quietly(*max_datagram_, static_cast<int>(s.max_datagram.bytes()));
}

}  // namespace counterpoint
