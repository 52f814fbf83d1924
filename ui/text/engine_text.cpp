// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/engine_text.h"

#include <QCoreApplication>

#include "core/log/session_log.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

// These texts are the operating system's, which the engine passes on as they are.
[[maybe_unused]] constexpr const char* kSystemTexts[] = {
    QT_TRANSLATE_NOOP("Engine", "No space left on device"),
    QT_TRANSLATE_NOOP("Engine", "Permission denied"),
    QT_TRANSLATE_NOOP("Engine", "Read-only file system"),
    QT_TRANSLATE_NOOP("Engine", "No such file or directory"),
    QT_TRANSLATE_NOOP("Engine", "Not a directory"),
    QT_TRANSLATE_NOOP("Engine", "Is a directory"),
    QT_TRANSLATE_NOOP("Engine", "file to open is a directory"),
    QT_TRANSLATE_NOOP("Engine", "File exists"),
    QT_TRANSLATE_NOOP("Engine", "File too large"),
    QT_TRANSLATE_NOOP("Engine", "File name too long"),
    QT_TRANSLATE_NOOP("Engine", "Operation not permitted"),
    QT_TRANSLATE_NOOP("Engine", "Input/output error"),
    QT_TRANSLATE_NOOP("Engine", "Disk quota exceeded"),
    QT_TRANSLATE_NOOP("Engine", "Too many open files"),
    QT_TRANSLATE_NOOP("Engine", "Device or resource busy"),
    QT_TRANSLATE_NOOP("Engine", "No such device"),
    QT_TRANSLATE_NOOP("Engine", "Connection reset by peer"),
    QT_TRANSLATE_NOOP("Engine", "Connection timed out"),
    QT_TRANSLATE_NOOP("Engine", "Broken pipe"),
};

class WindowLanguage final : public MessageLanguage {
 public:
  [[nodiscard]] std::string pattern(const std::string& terminal, const std::string& window) const override {
    const std::string& english = window.empty() ? terminal : window;
    return QCoreApplication::translate("Engine", english.c_str()).toStdString();
  }
  [[nodiscard]] std::string number(double value, int decimals) const override {
    return number_text(value, decimals).toStdString();
  }
  [[nodiscard]] std::string pixels(int width, int height) const override {
    return QStringLiteral("%1\u00d7%2").arg(width).arg(height).toStdString();
  }
};

}  // namespace

QString engine_text(const Message& message) { return QString::fromStdString(message.text(WindowLanguage())); }

QString peer_text(const std::string& peer) {
  if (peer == kSelfPeer) return QCoreApplication::translate("Engine", "Yourself");
  if (peer == kSeveralCallers) return QCoreApplication::translate("Engine", "several callers");
  if (peer == kUnnamedPeer) return QCoreApplication::translate("Engine", "left out");
  return QString::fromStdString(peer);
}

}  // namespace counterpoint
