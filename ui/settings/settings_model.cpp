// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settings_model.h"

#include <utility>

namespace counterpoint {

SettingsModel::SettingsModel(Settings settings, QObject* parent) : QObject(parent), settings_(std::move(settings)) {}
SettingsModel::~SettingsModel() = default;

void SettingsModel::change(const Edit& edit) {
  Settings edited = settings_;
  edit(edited);
  if (edited == settings_) return;
  settings_ = std::move(edited);
  keep(edit);
  emit changed(settings_);
}

void SettingsModel::keep(const Edit&) {}

void SettingsModel::replace(const Settings& settings) {
  if (settings == settings_) return;
  settings_ = settings;
  emit changed(settings_);
}

void SettingsModel::set_notice(const QString& notice) {
  if (notice == notice_) return;
  notice_ = notice;
  emit notice_changed(notice_);
}

}  // namespace counterpoint
