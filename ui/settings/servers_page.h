// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <vector>

#include "core/control/reachability.h"
#include "ui/settings/settings_model.h"
#include "ui/settings/settings_page.h"

class QCheckBox;
class QLabel;
class QLineEdit;

namespace counterpoint {

class RelayRow;

/// The servers and nodes that help to find a way to others, of which none is asked that is not named here, and whether
/// they answer.
class ServersPage final : public SettingsPage {
  Q_OBJECT

 public:
  ServersPage(SettingsModel& settings, QWidget* parent);

  void refresh() override;
  /// A server that was to be checked has answered, or not.
  void show_tried(const ServerTried& tried);

 signals:
  void check_wanted(const counterpoint::ServerSettings& servers);

 private:
  QLineEdit* add_hosts(const char* name, const QString& words, const QString& help);
  void add_relays();
  void add_check();
  void take_stun();
  void take_nodes();
  void take_relays();
  void check();
  /// The hosts of a list with commas or spaces between. Nothing when one makes no sense, which is then said.
  [[nodiscard]] std::optional<std::vector<std::string>> read_hosts(const QLineEdit& field, std::size_t max);

  SettingsModel& settings_;
  QLineEdit* stun_;
  QLineEdit* nodes_;
  QWidget* relays_field_;
  std::vector<RelayRow*> relays_;
  QCheckBox* relay_only_;
  QAction check_;
  QLabel* results_;
  QStringList tried_;
};

}  // namespace counterpoint
