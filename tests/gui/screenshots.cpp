// SPDX-License-Identifier: GPL-3.0-or-later
// Photographs each page and state of the window, in both themes: screenshots FOLDER. A picture that is blank and what
// is cut, covered or nameless make it fail. With COUNTERPOINT_SCENE_SIZE=WIDTHxHEIGHT, the window has that size in all
// scenes that are not about another one.
#include <QApplication>
#include <QDir>
#include <QSet>
#include <cstdio>

#include "tests/gui/support/scenes.h"
#include "ui/style/theme.h"
#include "ui/text/translation.h"

namespace counterpoint {
namespace {

bool is_blank(const QImage& image) {
  constexpr int kStep = 7;
  constexpr int kFewest = 12;  // Text alone has more shades.
  QSet<QRgb> colours;
  for (int y = 0; y < image.height(); y += kStep) {
    for (int x = 0; x < image.width(); x += kStep) colours.insert(image.pixel(x, y));
  }
  return colours.size() < kFewest;
}

/// The size of the window in `scene`.
QSize size_of(const Scene& scene) {
  const QStringList wanted = qEnvironmentVariable("COUNTERPOINT_SCENE_SIZE").split(QLatin1Char('x'));
  if (scene.size != Stage::kUsual || wanted.size() != 2) return scene.size;
  return {wanted[0].toInt(), wanted[1].toInt()};
}

/// Takes a screenshot; gives the number of its faults.
int photograph(Stage& stage, const Scene& scene, const QDir& folder, const QString& name) {
  const QImage image = stage.photograph();
  const QString file = folder.filePath(name + ".png");
  int wrong = 0;
  const auto complain = [&](const QString& what) {
    std::fprintf(stderr, "%s: %s\n", qPrintable(name), qPrintable(what));
    ++wrong;
  };
  if (!image.save(file)) complain("cannot be written to " + file);
  if (image.size() != size_of(scene) * stage.window().devicePixelRatioF()) complain("has the wrong size");
  if (is_blank(image)) complain("is blank");
  for (const QString& text : stage.find_faults()) complain(text);
  return wrong;
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) {
  using namespace counterpoint;
  QApplication application(argc, argv);
  if (argc < 2) {
    std::fprintf(stderr, "usage: screenshots FOLDER [SCENE]\n");
    return 2;
  }
  const QDir folder(QString::fromLocal8Bit(argv[1]));
  if (!folder.mkpath(".")) {
    std::fprintf(stderr, "screenshots: cannot make %s\n", argv[1]);
    return 2;
  }
  set_language(application, qEnvironmentVariable("COUNTERPOINT_LANGUAGE", "en"));
  set_theme(application, ThemeChoice::kDark);
  const QString only = qEnvironmentVariable("COUNTERPOINT_THEME");  // Empty: both.
  Stage stage;
  int wrong = 0;
  int taken = 0;
  for (const Scene& scene : all_scenes()) {
    if (argc > 2 && QLatin1String(argv[2]) != QLatin1String(scene.name)) continue;
    stage.window().resize(size_of(scene));
    scene.enter(stage);
    for (const ThemeChoice choice : {ThemeChoice::kDark, ThemeChoice::kLight}) {
      if (!only.isEmpty() && theme_choice_name(choice) != only) continue;
      set_theme(application, choice);
      wrong += photograph(stage, scene, folder, QStringLiteral("%1-%2").arg(scene.name, theme_choice_name(choice)));
      ++taken;
    }
    set_theme(application, ThemeChoice::kDark);
    stage.reset();
  }
  std::printf("%d pictures in %s\n", taken, argv[1]);
  return taken > 0 && wrong == 0 ? 0 : 1;
}
