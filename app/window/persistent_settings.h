// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "app/settings/settings_store.h"
#include "ui/settings/settings_model.h"

namespace counterpoint {

/// The window's settings in a file. Those of a window from before there was one (window.ini, beside it) are taken over.
class PersistentSettings final : public SettingsModel {
  Q_OBJECT

 public:
  /// An empty name: nothing is kept. As SettingsStore has it; and what is not to be kept begins without the addresses
  /// that were called, as it is to be shown to others.
  explicit PersistentSettings(const QString& file, bool keeps = true, QObject* parent = nullptr);

  /// What is in the file, without what holds only for this run.
  [[nodiscard]] const Settings& kept() const { return store_.settings(); }
  /// What holds for this run, and is not kept: the file's settings with the options of the command line.
  void override_for_this_run(const Settings& settings);
  /// notice() in the language that the program speaks now.
  void tell_notice();

 protected:
  void keep(const Edit& edit) override;

 private:
  SettingsStore store_;
};

}  // namespace counterpoint
