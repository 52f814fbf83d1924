// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractNativeEventFilter>
#include <QObject>
#include <cstdint>

class QDBusServiceWatcher;

namespace counterpoint {

/// Tells when there is a tray for the program's icon. A desktop that starts the program at its own start often has one
/// only later: on the message bus (StatusNotifierItem) or on X11 (XEmbed, the selection _NET_SYSTEM_TRAY_Sn of the
/// screen n).
///
/// On the bus, a watcher of the icons may come before the host that shows them. Qt asks it for one a single time and
/// holds on to the answer, so nothing may ask Qt before there is a host.
class TrayWatch final : public QObject, private QAbstractNativeEventFilter {
  Q_OBJECT

 public:
  TrayWatch();
  ~TrayWatch() override;

  [[nodiscard]] bool is_there() const { return there_; }

 signals:
  /// The first tray has come; never for one that was there from the beginning.
  void came();

 private slots:
  void look();

 private:
  bool nativeEventFilter(const QByteArray& type, void* event, qintptr* result) override;

  QDBusServiceWatcher* bus_;
  std::uint32_t manager_ = 0;  ///< The X11 atom of that name; 0 without X11.
  bool there_ = false;
};

}  // namespace counterpoint
