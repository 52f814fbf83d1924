// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/icons.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QPainter>
#include <set>

namespace counterpoint {
namespace {

QImage painted(Icon icon, int side, const QColor& colour, qreal pixel_ratio = 1) {
  QImage image((QSizeF(side, side) * pixel_ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(pixel_ratio);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  paint_icon(painter, QRectF(0, 0, side, side), icon, colour);
  return image;
}

/// Share of the image that is covered.
double ink(const QImage& image) {
  double sum = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) sum += qAlpha(image.pixel(x, y)) / 255.0;
  }
  return sum / image.width() / image.height();
}

std::vector<Icon> all_icons() {
  std::vector<Icon> icons;
  for (int i = 0; i < kIconCount; ++i) icons.push_back(static_cast<Icon>(i));
  return icons;
}

TEST(Icons, EachIsDrawnAlikeAtAllSizesAndLeavesItsEdgeFree) {
  for (const Icon icon : all_icons()) {
    const std::string name = icon_file(icon).toStdString();
    const double part = ink(painted(icon, 96, Qt::white));
    EXPECT_GT(part, 0.04) << name;
    EXPECT_LT(part, 0.40) << name << ": strokes, not areas";
    EXPECT_NEAR(ink(painted(icon, 16, Qt::white)), part, 0.06) << name;
    EXPECT_EQ(painted(icon, 24, Qt::white, 2).size(), QSize(48, 48));
    const QImage large = painted(icon, 96, Qt::white);
    for (int i = 0; i < 96; ++i) {
      for (const QPoint edge : {QPoint(i, 0), QPoint(i, 95), QPoint(0, i), QPoint(95, i)}) {
        EXPECT_EQ(qAlpha(large.pixel(edge)), 0) << name << " is cut";
      }
    }
  }
}

TEST(Icons, TheyHaveTheColourThatIsAskedFor) {
  const QColor colour(0x5a, 0xd1, 0xb3);
  const QImage image = painted(Icon::kMenu, 96, colour);
  const QColor stroke = image.pixelColor(48, 48);
  EXPECT_EQ(stroke, colour);
}

TEST(Icons, FilesAndIconsMatch) {
  std::set<QString> files{"counterpoint.svg"};
  for (const Icon icon : all_icons()) files.insert(icon_file(icon) + ".svg");
  const QStringList found = QDir(":/icons").entryList();
  EXPECT_EQ(std::set<QString>(found.begin(), found.end()), files);
}

TEST(Icons, AnIconFollowsTheThemeAndTellsWhatItIsMadeOf) {
  const QIcon icon = make_icon(Icon::kMenu, Icon::kClose);
  const auto middle = [&icon] { return icon.pixmap(QSize(48, 48)).toImage().pixelColor(24, 24); };
  set_theme(*qApp, ThemeChoice::kLight);
  EXPECT_EQ(middle(), light_theme().text);
  set_theme(*qApp, ThemeChoice::kDark);
  EXPECT_EQ(middle(), dark_theme().text);
  const auto pair = icons_of(icon);
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->off, Icon::kMenu);
  EXPECT_EQ(pair->on, Icon::kClose);
  EXPECT_FALSE(icons_of(QIcon()));
}

TEST(Icons, TheProgramsOwnIconHasAllSizes) {
  const QIcon icon = program_icon();
  for (const int side : {16, 32, 64, 256}) {
    const QImage image = icon.pixmap(QSize(side, side), 1.0).toImage();
    EXPECT_EQ(image.size(), QSize(side, side));
    EXPECT_GT(ink(image), 0.7) << side;
  }
}

/// One sheet of all, for whoever wants to look at them.
TEST(Icons, Sheet) {
  const QString target = qEnvironmentVariable("COUNTERPOINT_SCREENSHOTS");
  if (target.isEmpty()) GTEST_SKIP() << "COUNTERPOINT_SCREENSHOTS names no folder";
  constexpr int kColumns = 9;
  constexpr int kCell = 110;
  const int rows = kIconCount / kColumns + 1;
  QImage sheet(kColumns * kCell, rows * kCell, QImage::Format_RGB32);
  sheet.fill(dark_theme().window);
  QPainter painter(&sheet);
  painter.setPen(dark_theme().quiet_text);
  for (const Icon icon : all_icons()) {
    const int i = static_cast<int>(icon);
    const QPoint corner(i % kColumns * kCell, i / kColumns * kCell);
    paint_icon(painter, QRectF(corner + QPoint(10, 16), QSizeF(64, 64)), icon, dark_theme().text);
    paint_icon(painter, QRectF(corner + QPoint(82, 16), QSizeF(22, 22)), icon, dark_theme().text);
    painter.drawText(QRect(corner + QPoint(2, 86), QSize(106, 16)), Qt::AlignCenter, icon_file(icon));
  }
  painter.drawPixmap((kColumns - 2) * kCell, (rows - 1) * kCell, program_icon().pixmap(100, 100));
  painter.end();
  EXPECT_TRUE(sheet.save(QDir(target).filePath("icons.png")));
}

}  // namespace
}  // namespace counterpoint
