// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>
#include <QWidget>
#include <utility>

#include "ui/style/desktop_theme.h"
#include "ui/style/style_sheet.h"

namespace counterpoint {
namespace {

constexpr auto kStaysDark = "stays_dark";

constexpr std::pair<ThemeChoice, const char*> kChoices[] = {
    {ThemeChoice::kDesktop, "desktop"},
    {ThemeChoice::kDark, "dark"},
    {ThemeChoice::kLight, "light"},
};

QPalette palette(const Theme& t) {
  QPalette p;
  p.setColor(QPalette::Window, t.window);
  p.setColor(QPalette::WindowText, t.text);
  p.setColor(QPalette::Base, t.card);
  p.setColor(QPalette::AlternateBase, t.control);
  p.setColor(QPalette::Text, t.text);
  p.setColor(QPalette::Button, t.control);
  p.setColor(QPalette::ButtonText, t.text);
  p.setColor(QPalette::ToolTipBase, t.card);
  p.setColor(QPalette::ToolTipText, t.text);
  p.setColor(QPalette::PlaceholderText, t.quiet_text);
  p.setColor(QPalette::Highlight, t.accent);
  p.setColor(QPalette::HighlightedText, t.on_accent);
  p.setColor(QPalette::Link, t.accent);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    p.setColor(QPalette::Disabled, role, t.disabled_text);
  }
  return p;
}

void apply(QApplication& application, const Theme& t) {
  const QString fusion = QStringLiteral("fusion");
  const bool styled = QApplication::style()->objectName() == fusion || !application.styleSheet().isEmpty();
  if (styled && application.palette().window().color() == t.window) return;
  if (!styled) QApplication::setStyle(QStyleFactory::create(fusion));
  QApplication::setPalette(palette(t));
  application.setStyleSheet(style_sheet(t));
}

}  // namespace

const Theme& dark_theme() {
  static const Theme dark;
  return dark;
}

const Theme& light_theme() {
  static const Theme light{
      .window{0xf5, 0xf7, 0xf9},
      .panel{0xff, 0xff, 0xff},
      .plot_panel{0xff, 0xff, 0xff},
      .card{0xff, 0xff, 0xff},
      .control{0xe4, 0xe9, 0xee},
      .control_hover{0xd3, 0xdb, 0xe3},
      .outline{0x0e, 0x12, 0x16, 46},
      .text{0x15, 0x20, 0x2b},
      .quiet_text{0x4d, 0x5c, 0x6a},
      .disabled_text{0x68, 0x75, 0x81},
      .accent{0x0b, 0x7a, 0x65},
      .accent_hover{0x09, 0x66, 0x53},
      .on_accent{0xff, 0xff, 0xff},
      .warning{0x85, 0x52, 0x00},
      .poor{0xb3, 0x28, 0x2c},
      .sent{0x18, 0x20, 0x30},
      .arrived{0xc8, 0x40, 0x00},
      .from_peer{0xa3, 0x30, 0xc0},
      .rate_limit{0x74, 0x00, 0x00},
      .packet_limit{0x40, 0x28, 0xef},
      .grid{0x0e, 0x12, 0x16, 22},
  };
  return light;
}

QString theme_choice_name(ThemeChoice choice) {
  for (const auto& [known, name] : kChoices) {
    if (known == choice) return QLatin1String(name);
  }
  return {};
}

std::optional<ThemeChoice> find_theme_choice(const QString& name) {
  for (const auto& [choice, known] : kChoices) {
    if (name == QLatin1String(known)) return choice;
  }
  return std::nullopt;
}

void set_theme(QApplication& application, ThemeChoice choice) {
  delete application.findChild<DesktopTheme*>();
  if (choice != ThemeChoice::kDesktop) {
    return apply(application, choice == ThemeChoice::kDark ? dark_theme() : light_theme());
  }
  auto* desktop = new DesktopTheme(&application);
  const auto follow = [&application, desktop] {
    apply(application, desktop->is_dark() ? dark_theme() : light_theme());
  };
  QObject::connect(desktop, &DesktopTheme::changed, desktop, follow);
  follow();
}

const Theme& theme() { return is_dark(QGuiApplication::palette()) ? dark_theme() : light_theme(); }

const Theme& theme_of(const QWidget& widget) {
  for (const QWidget* w = &widget; w; w = w->parentWidget()) {
    if (w->property(kStaysDark).toBool()) return dark_theme();
  }
  return theme();
}

void keep_dark(QWidget& widget, bool dark) {
  widget.setProperty(kStaysDark, dark);
  widget.setStyleSheet(dark ? style_sheet(dark_theme()) : QString());
}

}  // namespace counterpoint
