// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/icons.h"

#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QStringList>
#include <QSvgRenderer>
#include <array>
#include <utility>

namespace counterpoint {
namespace {

/// File names in the order of Icon.
constexpr std::array<const char*, kIconCount> kFiles = {
    "microphone", "microphone-off", "camera",  "camera-off",   "screen",      "film",
    "play",       "pause",          "stop",    "loop",         "seek-back",   "seek-forward",
    "volume",     "volume-off",     "plane",   "time-lines",   "settings",    "logs",
    "export",     "folder",         "call",    "hang-up",      "full-screen", "leave-full-screen",
    "menu",       "info",           "warning", "check",        "close",       "trash",
    "refresh",    "echo-test",      "person",  "network",      "back",        "copy",
    "qr-code",    "lock",           "plus",    "chevron-down", "speaker",     "clock",
    "question",   "contrast",       "gauge",   "signal-good",  "signal-fair", "signal-poor",
    "messages",   "messages-new",   "attach",  "send",
};

QString path_of(const QString& file) { return QStringLiteral(":/icons/%1.svg").arg(file); }

/// The drawing in black, `pixels` large.
QImage draw(const QString& file, QSize pixels) {
  QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  QSvgRenderer(path_of(file)).render(&painter);
  return image;
}

QPixmap tinted(Icon icon, QSize pixels, const QColor& colour) {
  const QString key = QStringLiteral("icon %1 %2x%3 %4")
                          .arg(icon_file(icon))
                          .arg(pixels.width())
                          .arg(pixels.height())
                          .arg(colour.name(QColor::HexArgb));
  QPixmap pixmap;
  if (QPixmapCache::find(key, &pixmap)) return pixmap;
  QImage image = draw(icon_file(icon), pixels);
  QPainter painter(&image);
  painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
  painter.fillRect(image.rect(), colour);
  painter.end();
  pixmap = QPixmap::fromImage(image);
  QPixmapCache::insert(key, pixmap);
  return pixmap;
}

/// Separates the names of the two files of a pair.
constexpr QLatin1Char kBetween('|');

/// Paints an icon at any size, resolution and colour.
class IconEngine final : public QIconEngine {
 public:
  IconEngine(IconPair icons, Tint tint) : icons_(icons), tint_(std::move(tint)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    paint_icon(*painter, rect, look(state), tint_(mode, state));
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return tinted(look(state), size, tint_(mode, state));
  }
  QString iconName() override { return icon_file(icons_.off) + kBetween + icon_file(icons_.on); }
  bool isNull() override { return false; }
  [[nodiscard]] QIconEngine* clone() const override { return new IconEngine(*this); }

 private:
  [[nodiscard]] Icon look(QIcon::State state) const { return state == QIcon::On ? icons_.on : icons_.off; }

  IconPair icons_;
  Tint tint_;
};

std::optional<Icon> find_icon(const QString& file) {
  for (std::size_t i = 0; i < kFiles.size(); ++i) {
    if (file == QLatin1String(kFiles[i])) return static_cast<Icon>(i);
  }
  return std::nullopt;
}

}  // namespace

QString icon_file(Icon icon) { return QLatin1String(kFiles[static_cast<std::size_t>(icon)]); }

void paint_icon(QPainter& painter, const QRectF& area, Icon icon, const QColor& colour) {
  const qreal ratio = painter.device()->devicePixelRatioF();
  painter.drawPixmap(area, tinted(icon, (area.size() * ratio).toSize(), colour), QRectF());
}

QIcon make_icon(IconPair icons, Tint tint) { return QIcon(new IconEngine(icons, std::move(tint))); }

QIcon make_icon(Icon off, Icon on) {
  return make_icon({off, on}, [](QIcon::Mode mode, QIcon::State) {
    return mode == QIcon::Disabled ? theme().disabled_text : theme().text;
  });
}

QIcon make_icon(Icon icon) { return make_icon(icon, icon); }

std::optional<IconPair> icons_of(const QIcon& icon) {
  const QStringList files = icon.name().split(kBetween);
  const auto off = find_icon(files.value(0));
  const auto on = find_icon(files.value(1));
  if (!off || !on) return std::nullopt;
  return IconPair{*off, *on};
}

QIcon program_icon() {
  QIcon icon;
  for (const int side : {16, 24, 32, 48, 64, 128, 256}) {
    icon.addPixmap(QPixmap::fromImage(draw(QStringLiteral("counterpoint"), {side, side})));
  }
  return icon;
}

}  // namespace counterpoint
