// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recent_addresses.h"

#include <QSettings>
#include <utility>

namespace counterpoint {
namespace {
constexpr auto kKey = "recent_addresses/v1";
constexpr int kLongestAddress = 300;
}  // namespace

RecentAddresses::RecentAddresses(QString file) : file_(std::move(file)) {
  if (file_.isEmpty()) return;
  const QStringList stored = QSettings(file_, QSettings::IniFormat).value(QLatin1String(kKey)).toStringList();
  for (const QString& address : stored) {
    if (!address.isEmpty() && address.size() <= kLongestAddress && list_.size() < kMost) list_.append(address);
  }
}

void RecentAddresses::add(const QString& address) {
  if (address.isEmpty() || address.size() > kLongestAddress) return;
  list_.removeAll(address);
  list_.prepend(address);
  while (list_.size() > kMost) list_.removeLast();
  if (file_.isEmpty()) return;
  // QSettings writes a new file and renames it, so a crash leaves the old list or the new one.
  QSettings(file_, QSettings::IniFormat).setValue(QLatin1String(kKey), list_);
}

}  // namespace counterpoint
