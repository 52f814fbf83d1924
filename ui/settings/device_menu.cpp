// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/device_menu.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <QWidgetAction>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/control/call_command.h"
#include "ui/style/theme.h"
#include "ui/widgets/label.h"
#include "ui/widgets/level_meter.h"

namespace counterpoint {
namespace {

constexpr int kVolumeSteps = 100;  ///< They are per cent of what the peer sends.
constexpr int kSliderWidth = 180;

/// Leaves the keys that go from one entry of a menu to the next to the menu.
class MenuSlider final : public QSlider {
 public:
  using QSlider::QSlider;

 protected:
  void keyPressEvent(QKeyEvent* event) override {
    if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down) return event->ignore();
    QSlider::keyPressEvent(event);
  }
};

QString volume_text(int step) { return step == 0 ? DeviceMenu::tr("Muted") : QObject::tr("%1 %").arg(step); }

}  // namespace

DeviceMenu::DeviceMenu(Kind kind, SettingsModel& settings, DeviceCatalog& catalog, QWidget* parent)
    : QMenu(parent), kind_(kind), settings_(settings), catalog_(catalog) {
  setObjectName(kind == Kind::kCamera ? QStringLiteral("camera_menu") : QStringLiteral("audio_menu"));
  setAccessibleName(kind == Kind::kCamera ? tr("Camera") : tr("Microphone and loudspeaker"));
  connect(&catalog_, &DeviceCatalog::lists_changed, this, [this] {
    if (isVisible()) open_above(corner_, in_call_);
  });
}

void DeviceMenu::open_above(QPoint corner, bool in_call) {
  corner_ = corner;
  in_call_ = in_call;
  if (!isVisible()) {
    keep_dark(*this, in_call);
    catalog_.watch(*this, true);
    measures_ = kind_ == Kind::kAudio && !in_call && catalog_.phase() == AudioCheckPhase::kOff;
    if (measures_) catalog_.start_meter();
  }
  fill();
  popup(corner - QPoint(0, sizeHint().height()));
}

void DeviceMenu::hideEvent(QHideEvent* event) {
  QMenu::hideEvent(event);
  catalog_.watch(*this, false);
  if (std::exchange(measures_, false)) catalog_.stop();
}

void DeviceMenu::fill() {
  clear();
  const DeviceLists& lists = catalog_.lists();
  if (kind_ == Kind::kCamera) return add_devices(tr("Camera"), lists.cameras, &DeviceSettings::camera);
  add_devices(tr("Microphone"), lists.microphones, &DeviceSettings::microphone);
  add_level();
  add_devices(tr("Loudspeaker"), lists.speakers, &DeviceSettings::speaker);
  if (in_call_) add_volume();
}

void DeviceMenu::add_level() {
  auto* room = new QWidget(this);
  auto* column = new QVBoxLayout(room);
  column->setContentsMargins(kSpaceLarge, kSpace, kSpaceLarge, kSpace);
  level_ = new LevelMeter(room);
  level_->setObjectName(QStringLiteral("menu_level"));
  column->addWidget(level_);
  add_row(room)->setEnabled(false);  // The keyboard passes over it.
}

void DeviceMenu::add_volume() {
  addSeparator();
  addAction(tr("Volume of the peer"))->setEnabled(false);
  auto* row = new QWidget(this);
  row->setAccessibleName(tr("Volume of the peer"));
  row->setAttribute(Qt::WA_NoMousePropagation);  // A click beside the slider closes nothing.
  auto* columns = new QHBoxLayout(row);
  columns->setContentsMargins(kSpaceLarge, kSpace, kSpaceLarge, kSpace);
  columns->setSpacing(kSpace);
  volume_ = new MenuSlider(Qt::Horizontal, row);
  volume_->setObjectName(QStringLiteral("peer_volume"));
  volume_->setAccessibleName(tr("Volume of the peer"));
  volume_->setToolTip(tr("Volume of the peer, in this call: drag, or arrow keys"));
  volume_->setRange(0, static_cast<int>(SetPeerVolume::kMax * kVolumeSteps));
  volume_->setSingleStep(5);
  volume_->setPageStep(25);
  volume_->setMinimumWidth(kSliderWidth);
  auto* words = make_label(QString(), "figure", row);
  words->setObjectName(QStringLiteral("peer_volume_text"));
  words->setWordWrap(false);
  words->setFixedWidth(std::max(words->fontMetrics().horizontalAdvance(volume_text(0)),
                                words->fontMetrics().horizontalAdvance(volume_text(volume_->maximum()))));
  columns->addWidget(volume_, 1);
  columns->addWidget(words);
  row->setFocusPolicy(Qt::StrongFocus);
  row->setFocusProxy(volume_);
  const auto show = [words](int step) { words->setText(volume_text(step)); };
  connect(volume_, &QSlider::valueChanged, words, show);
  set_peer_volume(peer_volume_);
  show(volume_->value());
  connect(volume_, &QSlider::valueChanged, this,
          [this](int step) { emit peer_volume_wanted(static_cast<double>(step) / kVolumeSteps); });
  add_row(row);
}

QWidgetAction* DeviceMenu::add_row(QWidget* row) {
  auto* action = new QWidgetAction(this);
  action->setDefaultWidget(row);
  addAction(action);
  return action;
}

void DeviceMenu::set_peer_volume(double volume) {
  peer_volume_ = volume;
  if (volume_ && !volume_->isSliderDown()) volume_->setValue(static_cast<int>(std::lround(volume * kVolumeSteps)));
}

void DeviceMenu::set_level(double level) {
  if (level_) level_->set_level(level);
}

void DeviceMenu::add_devices(const QString& title, const QList<DeviceChoice>& devices, Device device) {
  // Styles draw a section as a line without its words.
  if (!isEmpty()) addSeparator();
  addAction(title)->setEnabled(false);
  auto* group = new QActionGroup(this);
  const std::string chosen = settings_.settings().devices.*device;
  const auto add = [&](const QString& words, const QString& name) {
    QAction* action = addAction(words);
    action->setCheckable(true);
    action->setChecked(name.toStdString() == chosen);
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, device, name = name.toStdString()] {
      settings_.change([&](Settings& s) { s.devices.*device = name; });
    });
  };
  add(tr("Automatic"), QString::fromLatin1(kAutomaticDevice));
  bool real = true;
  for (const DeviceChoice& choice : devices) {
    if (std::exchange(real, choice.real) && !choice.real) addSeparator();
    add(device_words(choice), choice.name);
  }
}

}  // namespace counterpoint
