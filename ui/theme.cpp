// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyleFactory>
#include <utility>

namespace counterpoint {
namespace {

// @NAME stands for a token of the theme.
constexpr auto kStyleSheet = R"(
QWidget { color: @text; font-size: 14px; }
QMainWindow, QDialog { background: @window; }
QLabel { background: transparent; }
QLabel[role="title"] { font-size: 28px; font-weight: 600; }
QLabel[role="heading"] { font-size: 16px; font-weight: 600; }
QLabel[role="quiet"] { color: @quiet_text; }
QLabel[role="small"] { color: @quiet_text; font-size: 12px; }
QLabel[role="figure"] { font-size: 12px; }
QLabel[role="warning"] { color: @warning; }
QFrame[role="panel"] { background: @panel; border: none; border-radius: 14px; }
QFrame[role="pill"] { background: @panel; border: none; border-radius: 22px; }
QFrame[role="controls"] { background: @panel; border: none; border-radius: 30px; }

QLineEdit { background: @card; border: 1px solid @outline; border-radius: 12px; padding: 0 14px; min-height: 44px;
            font-size: 16px; selection-background-color: @accent; selection-color: @on_accent; }
QLineEdit:focus { border: 2px solid @accent; padding: 0 13px; }

QPushButton { border: 2px solid transparent; border-radius: 23px; background: @control; padding: 0;
              min-height: 42px; font-size: 14px; }
QPushButton:hover, QPushButton:pressed { background: @control_hover; }
QPushButton:focus { border-color: @accent; }
QPushButton:disabled { color: @quiet_text; background: @card; }
QPushButton[role="round"], QPushButton[role="danger-round"] { min-width: 42px; max-width: 42px; max-height: 42px; }
QPushButton[role="round"]:checked { background: @text; }
QPushButton[role="plain"], QPushButton[role="main"], QPushButton[role="danger"] { padding: 0 20px; }
QPushButton[role="main"] { background: @accent; color: @on_accent; font-weight: 600; }
QPushButton[role="main"]:hover, QPushButton[role="main"]:pressed { background: @accent_hover; }
QPushButton[role="main"]:focus { border-color: @text; }
QPushButton[role="main"]:disabled { background: @card; color: @quiet_text; }
QPushButton[role="danger"], QPushButton[role="danger-round"] { background: @hang_up; color: #ffffff; }
QPushButton[role="danger"]:hover, QPushButton[role="danger"]:pressed, QPushButton[role="danger-round"]:hover,
QPushButton[role="danger-round"]:pressed { background: @hang_up_hover; }
QPushButton[role="danger"]:focus, QPushButton[role="danger-round"]:focus { border-color: @text; }

QListView { background: transparent; border: none; outline: none; }
QListView::item { min-height: 36px; padding: 0 14px; border: 2px solid transparent; border-radius: 12px; }
QListView::item:hover { background: @card; }
QListView::item:selected { background: @control; color: @text; }
QListView:focus::item:selected { border-color: @accent; }

QMenu { background: @card; border: 1px solid @outline; border-radius: 12px; padding: 8px; }
QMenu::item { padding: 8px 24px 8px 8px; border-radius: 8px; }
QMenu::item:selected { background: @control_hover; }
QMenu::item:disabled { color: #7c8b99; }
QMenu::separator { height: 1px; background: @outline; margin: 8px; }
QToolTip { background: @card; color: @text; border: 1px solid @outline; padding: 4px 8px; font-size: 12px; }
)";

QString css(const QColor& c) {
  return QStringLiteral("rgba(%1,%2,%3,%4)").arg(c.red()).arg(c.green()).arg(c.blue()).arg(c.alpha());
}

QString style_sheet(const Theme& t) {
  // Longer names first: @control_hover begins with @control.
  const std::pair<const char*, QColor> tokens[] = {
      {"@control_hover", t.control_hover},
      {"@accent_hover", t.accent_hover},
      {"@hang_up_hover", t.hang_up_hover},
      {"@quiet_text", t.quiet_text},
      {"@on_accent", t.on_accent},
      {"@outline", t.outline},
      {"@window", t.window},
      {"@panel", t.panel},
      {"@card", t.card},
      {"@control", t.control},
      {"@text", t.text},
      {"@accent", t.accent},
      {"@warning", t.warning},
      {"@hang_up", t.hang_up},
  };
  QString sheet = QString::fromLatin1(kStyleSheet);
  for (const auto& [name, colour] : tokens) sheet.replace(QLatin1String(name), css(colour));
  return sheet;
}

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
  return p;
}

}  // namespace

const Theme& theme() {
  static const Theme dark;
  return dark;
}

void apply_theme(QApplication& application) {
  application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  application.setPalette(palette(theme()));
  application.setStyleSheet(style_sheet(theme()));
}

}  // namespace counterpoint
