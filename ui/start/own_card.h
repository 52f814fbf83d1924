// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/controller/call_controller.h"

class QLabel;
class QLineEdit;

namespace counterpoint {

class CallActions;
class SettingsModel;

/// The user as others know them: the name, the link by which they are called, and that it does not ring if they do.
class OwnCard final : public QWidget {
  Q_OBJECT

 public:
  /// `settings`, which keep the name, outlive this.
  OwnCard(CallActions& actions, SettingsModel& settings, QWidget* parent);
  void set_host(const HostInfo& host);

 private:
  [[nodiscard]] QWidget* make_peace();
  void take_name();
  [[nodiscard]] QString outside_text() const;
  void show_outside();

  SettingsModel& settings_;
  Reachability reachability_;
  QWidget* peace_;  ///< Says that calls do not ring, and ends that.
  QLineEdit* name_;
  QLabel* listening_;
  QLabel* outside_;  ///< The knowledge of calls from other networks.
  bool is_listening_ = false;
};

}  // namespace counterpoint
