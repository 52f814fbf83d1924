// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "app/settings/settings_store.h"
#include "ui/settings/settings_model.h"

namespace counterpoint {

/// The window's settings in a file.
class PersistentSettings final : public SettingsModel {
  Q_OBJECT

 public:
  /// An empty name: nothing is kept; see SettingsStore.
  explicit PersistentSettings(const QString& file, bool keeps = true, QObject* parent = nullptr);

  /// The content of the file, without the choices for this run alone.
  [[nodiscard]] const Settings& kept() const { return store_.settings(); }
  /// Takes settings for this run, which are not kept: the file's with the options of the command line.
  void override_for_this_run(const Settings& settings);
  /// notice() in the language that the program speaks now.
  void tell_notice();

 protected:
  void keep(const Edit& edit) override;

 private:
  SettingsStore store_;
};

}  // namespace counterpoint
