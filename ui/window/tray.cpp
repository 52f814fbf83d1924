// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tray.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QMessageBox>
#include <QPushButton>

#include "ui/controller/call_controller.h"
#include "ui/settings/settings_model.h"
#include "ui/style/icons.h"

namespace counterpoint {

Tray::Tray(QWidget& window, QAction& quit, CallController& controller, SettingsModel& settings)
    : window_(window), controller_(controller), settings_(settings) {
  menu_.setObjectName(QStringLiteral("tray_menu"));
  connect(menu_.addAction(tr("Open Counterpoint")), &QAction::triggered, this, &Tray::window_wanted);
  peace_ = menu_.addAction(tr("Do not disturb"));
  peace_->setCheckable(true);
  connect(peace_, &QAction::toggled, this,
          [this](bool on) { settings_.change([on](Settings& s) { s.do_not_disturb = on; }); });
  menu_.addSeparator();
  connect(menu_.addAction(tr("Quit")), &QAction::triggered, this, &Tray::quit);
  QObject::disconnect(&quit, nullptr, &window_, nullptr);
  connect(&quit, &QAction::triggered, this, &Tray::quit);
  icon_.setIcon(program_icon());
  icon_.setContextMenu(&menu_);
  connect(&icon_, &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
    if (reason != QSystemTrayIcon::Context) emit window_wanted();
  });
  window_.installEventFilter(this);
  connect(&controller_, &CallController::state_changed, this, [this](const CallView& state) { follow(state); });
  connect(&settings_, &SettingsModel::changed, this, [this](const Settings& now) { follow(now); });
  follow(settings_.settings());
}

Tray::~Tray() = default;

void Tray::follow(const Settings& settings) {
  peace_->setChecked(settings.do_not_disturb);
  icon_.setToolTip(settings.do_not_disturb ? tr("Counterpoint: do not disturb") : tr("Counterpoint"));
  icon_.setVisible(settings.stay_reachable);
  QApplication::setQuitOnLastWindowClosed(!settings.stay_reachable);
}

void Tray::follow(const CallView& state) {
  if (state.phase == CallPhase::kIncoming && !window_.isVisible()) emit window_wanted();
}

bool Tray::eventFilter(QObject* watched, QEvent* event) {
  const Settings& settings = settings_.settings();
  const bool in_call = controller_.state().phase == CallPhase::kInCall;
  switch (event->type()) {
    case QEvent::Close:
      if (ends_ || in_call || settings.stay_reachable || settings.asked_to_stay) break;
      event->ignore();
      ask();
      return true;
    case QEvent::Hide:
      if (ends_ && !event->spontaneous()) emit quit_wanted();
      break;
    case QEvent::WindowActivate: {
      const auto* question = window_.findChild<QWidget*>(QStringLiteral("close_question"));
      if (question == nullptr || !question->isVisible()) ends_ = false;  // The user goes on with the call.
      break;
    }
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

void Tray::ask() {
  if (window_.findChild<QWidget*>(QStringLiteral("tray_question")) != nullptr) return;
  auto* question = new QMessageBox(QMessageBox::NoIcon, tr("Stay reachable?"),
                                   tr("When Counterpoint has ended, nobody can call you. It can go on without its "
                                      "window instead; an icon in the tray opens it again."),
                                   QMessageBox::NoButton, &window_);
  question->setObjectName(QStringLiteral("tray_question"));
  question->setAttribute(Qt::WA_DeleteOnClose);
  question->setTextFormat(Qt::PlainText);
  QPushButton* stay = question->addButton(tr("Stay reachable"), QMessageBox::AcceptRole);
  QPushButton* leave = question->addButton(tr("Quit"), QMessageBox::DestructiveRole);
  question->setEscapeButton(question->addButton(tr("Cancel"), QMessageBox::RejectRole));
  question->setDefaultButton(stay);
  connect(stay, &QPushButton::clicked, this, [this] { answer(true); });
  connect(leave, &QPushButton::clicked, this, [this] { answer(false); });
  question->open();
}

void Tray::answer(bool stays) {
  settings_.change([stays](Settings& s) {
    s.stay_reachable = stays;
    s.asked_to_stay = true;
  });
  window_.close();
}

void Tray::quit() {
  // In a call a small window stands in its place.
  const bool in_call = controller_.state().phase == CallPhase::kInCall;
  if (!window_.isVisible() && !in_call) return emit quit_wanted();
  ends_ = true;
  window_.close();
}

}  // namespace counterpoint
