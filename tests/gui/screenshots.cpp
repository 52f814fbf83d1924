// SPDX-License-Identifier: GPL-3.0-or-later
// Photographs each page and state of the window, in both themes: screenshots FOLDER. A picture that is blank and a text
// that is cut make it fail.
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSet>
#include <cstdio>

#include "tests/gui/stage.h"
#include "ui/theme.h"
#include "ui/translation.h"

namespace counterpoint {
namespace {

struct Scene {
  const char* name;
  void (*enter)(Stage& stage);  ///< From the start page.
};

void open_menu(Stage& stage, QMenu& menu, QPoint corner) { menu.popup(stage.window().mapToGlobal(corner)); }

/// The settings over a call, at a page; they are numbered from the top.
template <int kPage>
void open_settings(Stage& stage) {
  stage.enter_call(3s);
  stage.actions().settings.trigger();
  stage.window().findChild<QListWidget*>("settings_pages")->setCurrentRow(kPage);
}

/// All that is photographed.
constexpr Scene kScenes[] = {
    {"start", [](Stage&) {}},
    {"start-address",
     [](Stage& s) {
       for (const char* address : {"ada.example.org", "192.168.1.20:47000", "[2001:db8::7]:47000"}) {
         s.window().findChild<QLineEdit*>("address")->setText(address);
         s.actions().call.trigger();
         s.reset();
       }
       s.actions().mute.setChecked(true);
     }},
    {"start-menu", [](Stage& s) { s.actions().open_menu.trigger(); }},
    {"incoming", [](Stage& s) { s.controller().receive_call(); }},
    {"calling",
     [](Stage& s) {
       s.controller().call("ada.example.org");
       s.pass(1500ms);
     }},
    {"connecting",
     [](Stage& s) {
       s.controller().receive_call();
       s.controller().answer(true);
     }},
    {"call", [](Stage& s) { s.enter_call(6s); }},
    {"call-plane",
     [](Stage& s) {
       s.enter_call(38s);
       s.actions().show_plane.setChecked(true);
     }},
    {"call-menu",
     [](Stage& s) {
       s.enter_call(3s);
       s.actions().open_menu.trigger();
     }},
    {"call-modes",
     [](Stage& s) {
       s.enter_call(3s);
       open_menu(s, s.actions().mode_menu, {120, 160});
     }},
    {"call-off",
     [](Stage& s) {
       s.actions().mute.setChecked(true);
       s.actions().camera_off.setChecked(true);
       s.enter_call(3s);
     }},
    {"call-clip",
     [](Stage& s) {
       s.enter_call(2s);
       s.play_film(5s);
     }},
    {"settings-adaptation", open_settings<0>},
    {"settings-devices", open_settings<1>},
    {"settings-limits", open_settings<2>},
    {"settings-network", open_settings<3>},
    {"settings-appearance", open_settings<4>},
    {"settings-logs", open_settings<5>},
    {"end",
     [](Stage& s) {
       s.enter_call(1s);
       s.controller().lose_peer();
     }},
    {"failure",
     [](Stage& s) {
       s.controller().call(DemoCallController::kNobody);
       s.pass(4s);
     }},
};

bool is_blank(const QImage& image) {
  constexpr int kStep = 7;
  constexpr int kFewest = 12;  // Text alone has more shades.
  QSet<QRgb> colours;
  for (int y = 0; y < image.height(); y += kStep) {
    for (int x = 0; x < image.width(); x += kStep) colours.insert(image.pixel(x, y));
  }
  return colours.size() < kFewest;
}

/// How many things are wrong with the picture.
int photograph(Stage& stage, const QDir& folder, const QString& name) {
  const QImage image = stage.photograph();
  const QString file = folder.filePath(name + ".png");
  int wrong = 0;
  const auto complain = [&](const QString& what) {
    std::fprintf(stderr, "%s: %s\n", qPrintable(name), qPrintable(what));
    ++wrong;
  };
  if (!image.save(file)) complain("cannot be written to " + file);
  if (image.size() != Stage::kSize * stage.window().devicePixelRatioF()) complain("has the wrong size");
  if (is_blank(image)) complain("is blank");
  for (const QString& text : stage.find_cut_texts()) complain(text);
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
  Stage stage;
  int wrong = 0;
  int taken = 0;
  for (const Scene& scene : kScenes) {
    if (argc > 2 && QLatin1String(argv[2]) != QLatin1String(scene.name)) continue;
    scene.enter(stage);
    for (const ThemeChoice choice : {ThemeChoice::kDark, ThemeChoice::kLight}) {
      set_theme(application, choice);
      wrong += photograph(stage, folder, QStringLiteral("%1-%2").arg(scene.name, theme_choice_name(choice)));
      ++taken;
    }
    set_theme(application, ThemeChoice::kDark);
    stage.reset();
  }
  std::printf("%d pictures in %s\n", taken, argv[1]);
  return taken > 0 && wrong == 0 ? 0 : 1;
}
