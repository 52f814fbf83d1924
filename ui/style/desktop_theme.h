// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusMessage>
#include <QObject>
#include <QPalette>
#include <optional>

class QDBusPendingCallWatcher;

namespace counterpoint {

[[nodiscard]] bool is_dark(const QPalette& palette);

/// Tells whether the desktop is dark: from its portal (org.freedesktop.appearance, color-scheme), else from the
/// platform's own palette.
class DesktopTheme final : public QObject {
  Q_OBJECT

 public:
  /// Asks the portal; its answer comes as changed().
  explicit DesktopTheme(QObject* parent);

  [[nodiscard]] bool is_dark() const { return portal_says_dark_.value_or(palette_is_dark_); }

 signals:
  void changed();

 private slots:
  void handle_setting(const QDBusMessage& signal);

 private:
  void take_answer(QDBusPendingCallWatcher& call);
  void take(const QVariant& value);

  const bool palette_is_dark_;
  std::optional<bool> portal_says_dark_;
};

}  // namespace counterpoint
