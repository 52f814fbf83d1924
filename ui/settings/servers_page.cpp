// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/servers_page.h"

#include <QCheckBox>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/call/call_link.h"
#include "ui/settings/fields/relay_row.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/text/engine_text.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_setup.h"
#include "ui/widgets/text_field.h"

namespace counterpoint {
namespace {

/// Written as in a link: HOST or HOST:PORT.
bool is_host(const std::string& text) {
  const auto target = read_call_link("counterpoint:" + text);
  return target && !target->id && !target->address.empty();
}

QString list_text(const std::vector<std::string>& hosts) {
  QStringList list;
  for (const std::string& host : hosts) list.append(QString::fromStdString(host));
  return list.join(QStringLiteral(", "));
}

}  // namespace

ServersPage::ServersPage(SettingsModel& settings, QWidget* parent)
    : SettingsPage(QStringLiteral("servers_settings"), tr("Servers"), parent), settings_(settings) {
  add_text(tr("Calls go directly from you to the peer. Where routers are in between, servers help to find a way. "
              "None is asked that is not named here."),
           "quiet");
  stun_ = add_hosts("setting_stun", tr("STUN servers"),
                    tr("They tell which address you have outside. Host or host:port, with commas between; with two of "
                       "them it is seen whether your router lets calls through."));
  add_relays();
  relay_only_ = new QCheckBox(tr("Send by relays alone"), this);
  relay_only_->setObjectName(QStringLiteral("setting_relay_only"));
  add_row(tr("Own address"), relay_only_, tr("The peer learns no address of yours; calls need a relay then."));
  nodes_ = add_hosts("setting_nodes", tr("Nodes"),
                     tr("By them others find you by your ID alone. Host or host:port, from the next start on."));
  add_check();
  connect(stun_, &QLineEdit::editingFinished, this, &ServersPage::take_stun);
  connect(nodes_, &QLineEdit::editingFinished, this, &ServersPage::take_nodes);
  connect(relay_only_, &QCheckBox::toggled, this,
          [this](bool on) { settings_.change([on](Settings& s) { s.servers.relay_only = on; }); });
  refresh();
}

QLineEdit* ServersPage::add_hosts(const char* name, const QString& words, const QString& help) {
  auto* field = new TextField(this);
  field->setObjectName(QLatin1String(name));
  add_row(words, field, help);
  return field;
}

void ServersPage::add_relays() {
  relays_field_ = new QWidget(this);
  relays_field_->setObjectName(QStringLiteral("setting_relays"));
  auto* column = new QVBoxLayout(relays_field_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpaceLarge);
  for (int number = 1; number <= static_cast<int>(ServerSettings::kMax); ++number) {
    relays_.push_back(new RelayRow(number, relays_field_));
    column->addWidget(relays_.back());
    connect(relays_.back(), &RelayRow::edited, this, &ServersPage::take_relays);
  }
  add_row(tr("Relays (TURN)"), relays_field_,
          tr("They pass media on where there is no other way. The password is kept in the settings file."));
}

void ServersPage::add_check() {
  auto* field = new QWidget(this);
  field->setObjectName(QStringLiteral("setting_check"));
  auto* column = new QVBoxLayout(field);
  column->setContentsMargins(0, 0, 0, 0);
  set_up_action(check_, "check_servers", tr("Check servers"), QKeySequence(), make_icon(Icon::kRefresh));
  connect(&check_, &QAction::triggered, this, &ServersPage::check);
  column->addWidget(new ActionButton(check_, ActionButton::Look::kPlain, field), 0, Qt::AlignLeft);
  add_row(tr("Do they answer?"), field);
  results_ = add_text(QString(), "small");
  results_->setObjectName(QStringLiteral("server_results"));
  results_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  results_->hide();
}

std::optional<std::vector<std::string>> ServersPage::read_hosts(const QLineEdit& field, std::size_t max) {
  static const QRegularExpression kBetween(QStringLiteral("[,;\\s]+"));
  std::vector<std::string> hosts;
  for (const QString& part : field.text().split(kBetween, Qt::SkipEmptyParts)) {
    hosts.push_back(part.toStdString());
    if (is_host(hosts.back())) continue;
    show_error(&field, tr("“%1” is no host or host:port. It does not count.").arg(part));
    return std::nullopt;
  }
  const bool fits = hosts.size() <= max;
  show_error(&field, fits ? QString() : tr("At most %1 can be named. The list does not count.").arg(max));
  return fits ? std::optional(hosts) : std::nullopt;
}

void ServersPage::take_stun() {
  if (const auto hosts = read_hosts(*stun_, ServerSettings::kMax)) {
    settings_.change([&hosts](Settings& s) { s.servers.stun = *hosts; });
  }
}

void ServersPage::take_nodes() {
  if (const auto hosts = read_hosts(*nodes_, RendezvousSettings::kMax)) {
    settings_.change([&hosts](Settings& s) { s.rendezvous.nodes = *hosts; });
  }
}

void ServersPage::take_relays() {
  std::vector<RelaySettings> relays;
  for (const RelayRow* row : relays_) {
    if (row->is_empty()) continue;
    RelaySettings relay = row->relay();
    if (!is_host(relay.server)) {
      return show_error(
          relays_field_,
          tr("“%1” is no host or host:port. The relays do not count.").arg(QString::fromStdString(relay.server)));
    }
    if (relay.user.empty() || relay.password.empty()) {
      return show_error(relays_field_, tr("A relay needs a user and a password. Until then it does not count."));
    }
    relays.push_back(std::move(relay));
  }
  show_error(relays_field_, {});
  settings_.change([&relays](Settings& s) { s.servers.relays = relays; });
}

void ServersPage::check() {
  take_stun();
  take_relays();
  const ServerSettings& servers = settings_.settings().servers;
  tried_.clear();
  results_->setText(servers.empty() ? tr("No server is named.") : tr("Asking…"));
  results_->show();
  if (!servers.empty()) emit check_wanted(servers);
}

void ServersPage::show_tried(const ServerTried& tried) {
  const QString name = QString::fromStdString(tried.server);
  const QString address = QString::fromStdString(tried.address);
  tried_.append(!tried.problem.empty() ? tr("✗ %1: %2").arg(name, engine_text(tried.problem))
                : tried.relay          ? tr("✓ %1 relays, by %2").arg(name, address)
                                       : tr("✓ %1 sees you at %2").arg(name, address));
  results_->setText(tried_.join(QLatin1Char('\n')));
}

void ServersPage::refresh() {
  const Settings& settings = settings_.settings();
  if (!stun_->hasFocus()) stun_->setText(list_text(settings.servers.stun));
  if (!nodes_->hasFocus()) nodes_->setText(list_text(settings.rendezvous.nodes));
  const QSignalBlocker quiet(relay_only_);
  relay_only_->setChecked(settings.servers.relay_only);
  const std::vector<RelaySettings>& known = settings.servers.relays;
  for (std::size_t i = 0; i < relays_.size(); ++i) {
    const bool unfinished = i >= known.size() && !relays_[i]->is_empty();
    if (!unfinished) relays_[i]->set_relay(i < known.size() ? std::optional(known[i]) : std::nullopt);
    // One empty row waits for another relay.
    relays_[i]->setVisible(i <= known.size() || unfinished);
  }
}

}  // namespace counterpoint
