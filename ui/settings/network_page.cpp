// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/network_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSignalBlocker>
#include <QSpinBox>
#include <optional>
#include <utility>

namespace counterpoint {

NetworkPage::NetworkPage(SettingsModel& settings, QWidget* parent)
    : SettingsPage(QStringLiteral("network_settings"), tr("Network"), parent), settings_(settings) {
  port_ = new QSpinBox(this);
  port_->setObjectName(QStringLiteral("setting_port"));
  port_->setRange(0, UINT16_MAX);
  port_->setSpecialValueText(tr("any"));
  port_->setKeyboardTracking(false);
  add_row(tr("Port"), port_,
          tr("TCP, where others reach you; media use UDP ports of their own. Calls that go on stay where they are."));
  transport_ = new QComboBox(this);
  transport_->setObjectName(QStringLiteral("setting_transport"));
  transport_->addItem(tr("UDP"), QStringLiteral("udp"));
  transport_->addItem(tr("TCP, if the peer wants it too"), QStringLiteral("tcp"));
  add_row(
      tr("Video goes over"), transport_,
      tr("TCP repeats what is lost and stops for it: for comparison, or where UDP is slowed down. From the next call "
         "on."));
  early_ = new QCheckBox(tr("Connect while it rings"), this);
  early_->setObjectName(QStringLiteral("setting_early"));
  add_row(
      tr("Calls of contacts"), early_,
      tr("You hear each other as soon as you accept. Until then a contact who calls learns your address, but nothing "
         "of camera and microphone."));
  presence_ = new QCheckBox(tr("Tell contacts that they can call"), this);
  presence_->setObjectName(QStringLiteral("setting_presence"));
  add_row(tr("Presence"), presence_,
          tr("While the program runs, your contacts see that you can be called, and you see it of them; nobody else "
             "learns it."));
  stay_ = new QCheckBox(tr("Stay reachable when the window is closed"), this);
  stay_->setObjectName(QStringLiteral("setting_stay"));
  add_row(tr("Closing"), stay_, tr("An icon in the desktop's tray, if there is one, opens the window again."));
  autostart_ = new QCheckBox(tr("Start with the desktop"), this);
  autostart_->setObjectName(QStringLiteral("setting_autostart"));
  autostart_row_ =
      add_row(tr("Starting"), autostart_,
              tr("In the tray, without its window, so that you can be called once you have logged in; only for "
                 "those who stay reachable."));
  peace_ = new QCheckBox(tr("Do not disturb"), this);
  peace_->setObjectName(QStringLiteral("setting_peace"));
  add_row(tr("Calls"), peace_,
          tr("Nobody rings: callers hear that nobody answers, and you find missed calls. Contacts see you as away."));
  connect(port_, &QSpinBox::valueChanged, this, [this](int value) {
    settings_.change([value](Settings& s) { s.port = static_cast<std::uint16_t>(value); });
  });
  connect(transport_, &QComboBox::currentIndexChanged, this, [this] {
    const bool tcp = transport_->currentData() == QStringLiteral("tcp");
    settings_.change([tcp](Settings& s) { s.video_over_tcp = tcp; });
  });
  connect(early_, &QCheckBox::toggled, this,
          [this](bool on) { settings_.change([on](Settings& s) { s.connect_while_ringing = on; }); });
  connect(presence_, &QCheckBox::toggled, this,
          [this](bool on) { settings_.change([on](Settings& s) { s.rendezvous.presence = on; }); });
  connect(stay_, &QCheckBox::toggled, this, [this](bool on) {
    settings_.change([on](Settings& s) { s.stay_reachable = on; });
    if (!on && autostart_->isChecked()) start_with_desktop(false);
  });
  connect(autostart_, &QCheckBox::toggled, this, &NetworkPage::start_with_desktop);
  connect(peace_, &QCheckBox::toggled, this,
          [this](bool on) { settings_.change([on](Settings& s) { s.do_not_disturb = on; }); });
  refresh();
}

void NetworkPage::refresh() {
  const QSignalBlocker quiet(port_);
  const Settings& settings = settings_.settings();
  const std::optional<bool> starts = settings_.starts_with_desktop();
  autostart_row_->setVisible(starts.has_value());
  autostart_->setEnabled(settings.stay_reachable || starts.value_or(false));
  const std::pair<QCheckBox*, bool> boxes[] = {{early_, settings.connect_while_ringing},
                                               {presence_, settings.rendezvous.presence},
                                               {stay_, settings.stay_reachable},
                                               {autostart_, starts.value_or(false)},
                                               {peace_, settings.do_not_disturb}};
  for (const auto& [box, on] : boxes) {
    const QSignalBlocker still(box);
    box->setChecked(on);
  }
  port_->setValue(settings_.settings().port);
  choose(*transport_, settings_.settings().video_over_tcp ? QStringLiteral("tcp") : QStringLiteral("udp"));
}

void NetworkPage::start_with_desktop(bool on) {
  show_error(autostart_, settings_.set_starts_with_desktop(on));
  refresh();  // The box says what the file does.
}

void NetworkPage::showEvent(QShowEvent* event) {
  SettingsPage::showEvent(event);
  refresh();  // The desktop's own settings may have changed the file.
}

void NetworkPage::show_problem(const QString& problem) { show_error(port_, problem); }

}  // namespace counterpoint
