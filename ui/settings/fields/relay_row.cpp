// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/fields/relay_row.h"

#include <QComboBox>
#include <QGridLayout>
#include <QSignalBlocker>

#include "ui/style/theme.h"
#include "ui/widgets/text_field.h"

namespace counterpoint {
namespace {

constexpr std::optional<RelayTransport> kTransports[] = {std::nullopt, RelayTransport::kUdp, RelayTransport::kTcp,
                                                         RelayTransport::kTls};

}  // namespace

RelayRow::RelayRow(int number, QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("relay_%1").arg(number));
  server_ = add_field(QStringLiteral("relay_server_%1").arg(number), tr("Relay, as host or host:port"));
  server_->setPlaceholderText(tr("Host[:port]"));
  user_ = add_field(QStringLiteral("relay_user_%1").arg(number), tr("User"));
  password_ = add_field(QStringLiteral("relay_password_%1").arg(number), tr("Password"));
  password_->setEchoMode(QLineEdit::Password);
  transport_ = new QComboBox(this);
  transport_->setObjectName(QStringLiteral("relay_transport_%1").arg(number));
  transport_->addItems({tr("UDP, else TCP"), tr("UDP"), tr("TCP"), tr("TLS")});
  transport_->setAccessibleName(tr("Transport to the relay"));
  transport_->setToolTip(transport_->accessibleName());
  transport_->setFocusPolicy(Qt::StrongFocus);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(kSpace);
  grid->addWidget(server_, 0, 0);
  grid->addWidget(transport_, 0, 1);
  grid->addWidget(user_, 1, 0);
  grid->addWidget(password_, 1, 1);
  grid->setColumnStretch(0, 3);
  grid->setColumnStretch(1, 2);
  connect(transport_, &QComboBox::currentIndexChanged, this, &RelayRow::edited);
}

QLineEdit* RelayRow::add_field(const QString& name, const QString& words) {
  auto* field = new TextField(this);
  field->setObjectName(name);
  field->setPlaceholderText(words);
  field->setAccessibleName(words);
  field->setToolTip(words);
  field->setMaxLength(static_cast<int>(Settings::kMaxName));
  connect(field, &QLineEdit::editingFinished, this, &RelayRow::edited);
  return field;
}

void RelayRow::set_relay(const std::optional<RelaySettings>& relay) {
  const RelaySettings shown = relay.value_or(RelaySettings{});
  // A text that is being typed stays.
  for (const auto& [field, text] :
       {std::pair(server_, &shown.server), {user_, &shown.user}, {password_, &shown.password}}) {
    if (!field->hasFocus()) field->setText(QString::fromStdString(*text));
  }
  const QSignalBlocker quiet(transport_);
  for (int i = 0; i < static_cast<int>(std::size(kTransports)); ++i) {
    if (kTransports[i] == shown.transport) transport_->setCurrentIndex(i);
  }
}

RelaySettings RelayRow::relay() const {
  return {.server = server_->text().trimmed().toStdString(),
          .user = user_->text().trimmed().toStdString(),
          .password = password_->text().toStdString(),
          .transport = kTransports[std::max(0, transport_->currentIndex())]};
}

bool RelayRow::is_empty() const {
  const RelaySettings fields = relay();
  return fields.server.empty() && fields.user.empty() && fields.password.empty();
}

}  // namespace counterpoint
