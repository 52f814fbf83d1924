// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <optional>

#include "core/settings/settings.h"

namespace counterpoint {

/// The settings as the window sees them: those in force, and a way to change them. Here they last as long as the
/// object; the program keeps them in a file.
class SettingsModel : public QObject {
  Q_OBJECT

 public:
  using Edit = std::function<void(Settings&)>;

  explicit SettingsModel(Settings settings = {}, QObject* parent = nullptr);
  ~SettingsModel() override;

  /// The settings in force, with options of the command line, although these are not kept.
  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// A notice for the user about the file of the settings, or empty.
  [[nodiscard]] const QString& notice() const { return notice_; }
  /// Applies `edit`, for now and for later. Nothing happens when it changes nothing.
  void change(const Edit& edit);
  /// The desktop starts the program with itself, without a window; nothing where that cannot be had.
  [[nodiscard]] virtual std::optional<bool> starts_with_desktop() const { return std::nullopt; }
  /// Lets it do so, or not. Gives what went wrong, in a line, or an empty text.
  [[nodiscard]] virtual QString set_starts_with_desktop(bool) { return {}; }

 signals:
  void changed(const counterpoint::Settings& settings);
  void notice_changed(const QString& notice);

 protected:
  /// Keeps the same change for later; the implementation overrides it.
  virtual void keep(const Edit& edit);
  void set_notice(const QString& notice);
  /// Replaces the settings in force without keeping them.
  void replace(const Settings& settings);

 private:
  Settings settings_;
  QString notice_;
};

}  // namespace counterpoint
