// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/controller/call_controller.h"

class QLabel;
class QLineEdit;

namespace counterpoint {

class CallActions;
class SettingsModel;

/// The user as others know them: the name, and the link by which they are called.
class OwnCard final : public QWidget {
  Q_OBJECT

 public:
  /// `settings`, which keep the name, outlive this.
  OwnCard(CallActions& actions, SettingsModel& settings, QWidget* parent);
  void set_host(const HostInfo& host);

 private:
  void take_name();

  SettingsModel& settings_;
  QLineEdit* name_;
  QLabel* listening_;
};

}  // namespace counterpoint
