// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/persistent_settings.h"

#include "ui/text/engine_text.h"

#include <QFileInfo>
#include <QSettings>

namespace counterpoint {
namespace {

std::vector<std::string> addresses_of_old_window(const QString& settings_file) {
  const QString old = QFileInfo(settings_file).absolutePath() + "/window.ini";
  if (settings_file.isEmpty() || !QFileInfo::exists(old)) return {};
  std::vector<std::string> addresses;
  for (const QString& stored : QSettings(old, QSettings::IniFormat).value("recent_addresses/v1").toStringList()) {
    const std::string address = stored.toStdString();
    const bool fits = !address.empty() && address.size() <= Settings::kMaxName;
    if (fits && addresses.size() < Settings::kMaxAddresses) addresses.push_back(address);
  }
  return addresses;
}

}  // namespace

PersistentSettings::PersistentSettings(const QString& file, bool keeps, QObject* parent)
    : SettingsModel({}, parent), store_(std::filesystem::path(file.toStdString()), keeps) {
  override_for_this_run(store_.settings());
  if (!keeps) {
    change([](Settings& settings) { settings.recent_addresses.clear(); });
  } else if (!store_.existed()) {
    change([&file](Settings& settings) { settings.recent_addresses = addresses_of_old_window(file); });
  }
  tell_notice();
}

void PersistentSettings::tell_notice() { set_notice(engine_text(store_.notice())); }

void PersistentSettings::override_for_this_run(const Settings& settings) { replace(settings); }

void PersistentSettings::keep(const Edit& edit) {
  store_.refresh();  // Another window may have kept something else meanwhile.
  Settings kept = store_.settings();
  edit(kept);
  store_.set(kept);
  tell_notice();
}

}  // namespace counterpoint
