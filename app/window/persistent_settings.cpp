// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/persistent_settings.h"

#include "ui/text/engine_text.h"
#include "ui/text/format.h"

namespace counterpoint {

PersistentSettings::PersistentSettings(const QString& file, bool keeps, QObject* parent)
    : SettingsModel({}, parent), store_(std::filesystem::path(file.toStdString()), keeps) {
  override_for_this_run(store_.settings());
  tell_notice();
}

void PersistentSettings::tell_notice() { set_notice(engine_text(store_.notice())); }

void PersistentSettings::override_for_this_run(const Settings& settings) { replace(settings); }

std::optional<bool> PersistentSettings::starts_with_desktop() const {
  return autostart_ ? std::optional(autostart_->is_on()) : std::nullopt;
}

QString PersistentSettings::set_starts_with_desktop(bool on) {
  const Result<void> done = autostart_ ? autostart_->set(on) : Result<void>();
  return done ? QString() : with_capital(engine_text(done.error().message));
}

void PersistentSettings::keep(const Edit& edit) {
  store_.refresh();  // Another window may have kept something else meanwhile.
  Settings kept = store_.settings();
  edit(kept);
  store_.set(kept);
  tell_notice();
}

}  // namespace counterpoint
