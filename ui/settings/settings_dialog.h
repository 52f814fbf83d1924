// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "ui/controller/call_controller.h"
#include "ui/settings/device_catalog.h"
#include "ui/settings/settings_model.h"
#include "ui/style/icons.h"

class QLabel;
class QListWidget;
class QStackedWidget;
class QVBoxLayout;

namespace counterpoint {

class DevicesPage;
class NetworkPage;
class ServersPage;
class SettingsPage;
class VideoView;

/// The settings, page by page, beside a call or without one. There is nothing to confirm: a change is kept, and
/// takes effect as soon as possible.
class SettingsDialog final : public QDialog {
  Q_OBJECT

 public:
  /// `settings` and `catalog` outlive the dialog.
  SettingsDialog(SettingsModel& settings, DeviceCatalog& catalog, QWidget* parent);

  void set_call(const CallView& state);
  void set_level(double level);
  void set_host(const HostInfo& host);
  void set_tried(const ServerTried& tried);
  /// `banner`, of which the dialog becomes the parent, stands above all pages.
  void put_above(QWidget* banner);
  /// Our own video.
  [[nodiscard]] VideoView& preview();

 signals:
  void check_wanted(const counterpoint::ServerSettings& servers);

 private:
  void add_page(SettingsPage* page, Icon icon);
  void refresh();

  SettingsModel& settings_;
  QVBoxLayout* all_;
  QListWidget* list_;
  QStackedWidget* pages_;
  QLabel* notice_;
  DevicesPage* devices_;
  NetworkPage* network_;
  ServersPage* servers_;
};

}  // namespace counterpoint
