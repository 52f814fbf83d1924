// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/device_menu.h"

#include <QActionGroup>
#include <QVBoxLayout>
#include <QWidgetAction>
#include <utility>

#include "ui/style/theme.h"
#include "ui/widgets/level_meter.h"

namespace counterpoint {

DeviceMenu::DeviceMenu(Kind kind, SettingsModel& settings, DeviceCatalog& catalog, QWidget* parent)
    : QMenu(parent), kind_(kind), settings_(settings), catalog_(catalog) {
  keep_dark(*this);
  setObjectName(kind == Kind::kCamera ? QStringLiteral("camera_menu") : QStringLiteral("audio_menu"));
  setAccessibleName(kind == Kind::kCamera ? tr("Camera") : tr("Microphone and loudspeaker"));
  connect(&catalog_, &DeviceCatalog::lists_changed, this, [this] {
    if (isVisible()) open_above(corner_);
  });
}

void DeviceMenu::open_above(QPoint corner) {
  corner_ = corner;
  if (!isVisible()) catalog_.watch(true);
  fill();
  popup(corner - QPoint(0, sizeHint().height()));
}

void DeviceMenu::hideEvent(QHideEvent* event) {
  QMenu::hideEvent(event);
  catalog_.watch(false);
}

void DeviceMenu::fill() {
  clear();
  const DeviceLists& lists = catalog_.lists();
  if (kind_ == Kind::kCamera) return add_devices(tr("Camera"), lists.cameras, &DeviceSettings::camera);
  add_devices(tr("Microphone"), lists.microphones, &DeviceSettings::microphone);
  add_level();
  add_devices(tr("Loudspeaker"), lists.speakers, &DeviceSettings::speaker);
}

void DeviceMenu::add_level() {
  auto* room = new QWidget(this);
  auto* column = new QVBoxLayout(room);
  column->setContentsMargins(kSpaceLarge, kSpace, kSpaceLarge, kSpace);
  level_ = new LevelMeter(room);
  level_->setObjectName(QStringLiteral("menu_level"));
  column->addWidget(level_);
  auto* action = new QWidgetAction(this);
  action->setDefaultWidget(room);
  action->setEnabled(false);  // The keyboard passes over it.
  addAction(action);
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
