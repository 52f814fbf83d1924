// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/desktop_theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QGuiApplication>

namespace counterpoint {
namespace {

constexpr auto kService = "org.freedesktop.portal.Desktop";
constexpr auto kPath = "/org/freedesktop/portal/desktop";
constexpr auto kInterface = "org.freedesktop.portal.Settings";
constexpr auto kGroup = "org.freedesktop.appearance";
constexpr auto kName = "color-scheme";

/// The platform's palette, without one of the program's own.
QPalette platform_palette() {
  const QPalette own = QGuiApplication::palette();
  QGuiApplication::setPalette(QPalette());
  const QPalette platform = QGuiApplication::palette();
  QGuiApplication::setPalette(own);
  return platform;
}

}  // namespace

bool is_dark(const QPalette& palette) {
  constexpr int kMiddle = 128;
  return palette.window().color().lightness() < kMiddle;
}

DesktopTheme::DesktopTheme(QObject* parent)
    : QObject(parent), palette_is_dark_(counterpoint::is_dark(platform_palette())) {
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return;
  bus.connect(kService, kPath, kInterface, "SettingChanged", this, SLOT(handle_setting(QDBusMessage)));
  QDBusMessage read = QDBusMessage::createMethodCall(kService, kPath, kInterface, "Read");
  read.setArguments({QLatin1String(kGroup), QLatin1String(kName)});
  auto* call = new QDBusPendingCallWatcher(bus.asyncCall(read), this);
  connect(call, &QDBusPendingCallWatcher::finished, this, [this, call] { take_answer(*call); });
}

void DesktopTheme::take_answer(QDBusPendingCallWatcher& call) {
  const QDBusPendingReply<QDBusVariant> reply = call;
  call.deleteLater();
  if (reply.isError()) return;
  // The portal packs its answer twice.
  const QVariant value = reply.value().variant();
  take(value.canConvert<QDBusVariant>() ? value.value<QDBusVariant>().variant() : value);
}

void DesktopTheme::handle_setting(const QDBusMessage& signal) {
  const QVariantList arguments = signal.arguments();
  if (arguments.value(0) == QLatin1String(kGroup) && arguments.value(1) == QLatin1String(kName)) {
    take(arguments.value(2).value<QDBusVariant>().variant());
  }
}

void DesktopTheme::take(const QVariant& value) {
  enum : uint { kNoPreference, kPreferDark, kPreferLight };
  switch (value.toUInt()) {
    case kPreferDark:
      portal_says_dark_ = true;
      break;
    case kPreferLight:
      portal_says_dark_ = false;
      break;
    default:
      portal_says_dark_.reset();
      break;
  }
  emit changed();
}

}  // namespace counterpoint
