// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <utility>

#include "app/settings/autostart_entry.h"
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
  /// The desktop may start the program by this entry.
  void offer_autostart(AutostartEntry entry) { autostart_ = std::move(entry); }
  [[nodiscard]] std::optional<bool> starts_with_desktop() const override;
  [[nodiscard]] QString set_starts_with_desktop(bool on) override;

 protected:
  void keep(const Edit& edit) override;

 private:
  SettingsStore store_;
  std::optional<AutostartEntry> autostart_;
};

}  // namespace counterpoint
