// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/own_card.h"

#include <QAction>
#include <QHBoxLayout>
#include <QIcon>
#include <QKeySequence>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "core/base/plain_text.h"
#include "core/model/media_state.h"
#include "ui/call/call_actions.h"
#include "ui/settings/settings_model.h"
#include "ui/style/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_setup.h"
#include "ui/widgets/label.h"
#include "ui/widgets/text_field.h"

namespace counterpoint {

OwnCard::OwnCard(CallActions& actions, SettingsModel& settings, QWidget* parent)
    : QWidget(parent), settings_(settings) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpace);
  column->addWidget(make_peace());
  name_ = new TextField(this);
  name_->setObjectName(QStringLiteral("own_name"));
  name_->setAccessibleName(tr("Your name"));
  name_->setPlaceholderText(tr("Your name"));
  name_->setToolTip(tr("Whoever you call, or who calls you, sees it"));
  name_->setMaxLength(static_cast<int>(MediaState::kMaxText));
  column->addWidget(name_);
  auto* row = new QHBoxLayout;
  row->setSpacing(kSpace);
  row->addWidget(new ActionButton(actions.copy_link, ActionButton::Look::kPlain, this));
  row->addWidget(new ActionButton(actions.show_link, ActionButton::Look::kRound, this));
  row->addStretch();
  column->addLayout(row);
  listening_ = make_label(QString(), "small", this);
  listening_->setObjectName(QStringLiteral("listening"));
  listening_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(listening_);
  outside_ = make_label(QString(), "small", this);
  outside_->setObjectName(QStringLiteral("outside"));
  outside_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(outside_);
  const auto show = [this](const Settings& now) {
    const QSignalBlocker quiet(name_);
    if (!name_->hasFocus()) name_->setText(QString::fromStdString(now.name));
    peace_->setVisible(now.do_not_disturb);
    outside_->setText(outside_text());
    show_outside();
  };
  show(settings_.settings());
  connect(&settings_, &SettingsModel::changed, this, show);
  connect(name_, &QLineEdit::editingFinished, this, &OwnCard::take_name);
}

QWidget* OwnCard::make_peace() {
  peace_ = new QWidget(this);
  peace_->setObjectName(QStringLiteral("peace"));
  auto* row = new QHBoxLayout(peace_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(kSpace);
  row->addWidget(make_label(tr("Do not disturb: calls do not ring."), "warning", peace_), 1);
  auto* end = new QAction(this);
  set_up_action(*end, "end_peace", tr("Let them ring"), QKeySequence(), QIcon());
  connect(end, &QAction::triggered, this,
          [this] { settings_.change([](Settings& settings) { settings.do_not_disturb = false; }); });
  row->addWidget(new ActionButton(*end, ActionButton::Look::kPlain, peace_));
  return peace_;
}

void OwnCard::take_name() {
  const std::string name = make_plain_text(name_->text().trimmed().toStdString(), MediaState::kMaxText);
  settings_.change([&name](Settings& settings) { settings.name = name; });
}

void OwnCard::show_outside() {
  // While calls do not ring, nobody asks from where they could come.
  outside_->setVisible(is_listening_ && !settings_.settings().do_not_disturb);
}

QString OwnCard::outside_text() const {
  const QString address = QString::fromStdString(reachability_.address);
  switch (reachability_.kind) {
    case Reachability::Kind::kUnknown:
      return settings_.settings().servers.stun.empty()
                 ? tr("From other networks: not known. Name a STUN server in the settings to find out.")
                 : tr("From other networks: being found out…");
    case Reachability::Kind::kSilent:
      return tr("From other networks: not known, as no STUN server answers. Check the servers in the settings.");
    case Reachability::Kind::kDirect:
      return tr("From other networks: yes, at %1, unless a firewall is in between.").arg(address);
    case Reachability::Kind::kMapped:
      return tr("From other networks: by your ID. Your router (%1) lets media through; at its address you are found "
                "only if it forwards your port.")
          .arg(address);
    case Reachability::Kind::kDependent:
      return reachability_.relay
                 ? tr("From other networks: by your ID and a relay, as your router gives each peer another address.")
                 : tr("From other networks: hardly, as your router gives each peer another address. Name a relay in "
                      "the settings.");
  }
  return {};
}

void OwnCard::set_host(const HostInfo& host) {
  reachability_ = host.outside;
  outside_->setText(outside_text());
  is_listening_ = !host.listening_on.isEmpty();
  show_outside();
  listening_->setText(host.listening_on.isEmpty()
                          ? tr("Nobody can call you.")
                          : tr("In your network you can be called at %1").arg(host.listening_on));
}

}  // namespace counterpoint
