// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/style_sheet.h"

#include <utility>

namespace counterpoint {
namespace {

// @NAME stands for a colour of the theme.
constexpr auto kStyleSheet = R"(
QWidget { color: @text; font-size: 14px; }
QMainWindow, QDialog { background: @window; }
QLabel { background: transparent; }
QLabel[role="title"] { font-size: 28px; font-weight: 600; }
QLabel[role="heading"] { font-size: 16px; font-weight: 600; }
QLabel[role="quiet"] { color: @quiet_text; }
QLabel[role="small"] { color: @quiet_text; font-size: 12px; }
QLabel[role="missed"] { color: @accent; font-size: 12px; }
QLabel[role="figure"] { font-size: 12px; }
QLabel[role="word"] { font-size: 11px; }
QLabel[role="caption"] { background: @panel; font-size: 11px; border-radius: 8px; padding: 2px 8px; }
QLabel[role="warning"] { color: @warning; }
QFrame[role="panel"] { background: @panel; border: none; border-radius: 14px; }
QFrame[role="toast"] { background: @card; border: 1px solid @outline; border-radius: 14px; }
QFrame[role="pill"] { background: @panel; border: none; border-radius: 22px; }
QFrame[role="controls"] { background: @panel; border: none; border-radius: 30px; }

QLineEdit { background: @card; border: 1px solid @outline; border-radius: 12px; padding: 0 13px; min-height: 44px;
            font-size: 16px; selection-background-color: @accent; selection-color: @on_accent; }
QLineEdit:focus { border: 2px solid @accent; padding: 0 12px; min-height: 42px; }
QDialog QLineEdit { min-height: 40px; font-size: 14px; }
QDialog QLineEdit:focus { min-height: 38px; }

QPushButton { border: 2px solid transparent; border-radius: 23px; background: @control; padding: 0;
              min-height: 42px; font-size: 14px; }
QPushButton:hover, QPushButton:pressed { background: @control_hover; }
QPushButton:focus { border-color: @accent; outline: none; }
QPushButton:disabled { color: @disabled_text; background: @control; }
QPushButton[role="round"], QPushButton[role="danger-round"] { min-width: 42px; max-width: 42px; max-height: 42px; }
QPushButton[role="round-small"] { min-width: 30px; max-width: 30px; min-height: 30px; max-height: 30px;
                                  border-radius: 17px; }
QPushButton[role="round"]:checked, QPushButton[role="round-small"]:checked { background: @text; }
QPushButton[role="plain"], QPushButton[role="main"], QPushButton[role="danger"] { padding: 0 20px; }
QPushButton[role="plain"]:checked { background: @text; color: @window; }
QPushButton[role="main"] { background: @accent; color: @on_accent; font-weight: 600; }
QPushButton[role="main"]:hover, QPushButton[role="main"]:pressed { background: @accent_hover; }
QPushButton[role="main"]:focus { border-color: @text; }
QPushButton[role="main"]:disabled { background: @control; color: @disabled_text; }
QPushButton[role="danger"], QPushButton[role="danger-round"] { background: @hang_up; color: @on_hang_up; }
QPushButton[compact="true"] { min-height: 32px; max-height: 32px; border-radius: 18px; padding: 0 14px; }
QPushButton[role="danger"]:hover, QPushButton[role="danger"]:pressed, QPushButton[role="danger-round"]:hover,
QPushButton[role="danger-round"]:pressed { background: @hang_up_hover; }
QPushButton[role="danger"]:focus, QPushButton[role="danger-round"]:focus { border-color: @text; }

QSlider { background: transparent; min-height: 24px; }
QSlider::groove:horizontal { background: @control_hover; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: @accent; height: 4px; border-radius: 2px; }
QSlider::handle:horizontal { background: @text; width: 14px; margin: -5px 0; border-radius: 7px; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { background: @accent_hover; }
QSlider::handle:horizontal:disabled, QSlider::sub-page:horizontal:disabled { background: @control_hover; }

QListView { background: transparent; border: none; outline: none; }
QListView::item { min-height: 36px; padding: 0 11px; border: 2px solid transparent; border-radius: 12px; }
QListView::item:hover { background: @card; }
QListView::item:selected { background: @control; color: @text; }
QListView:focus::item:selected { border-color: @accent; }

QTreeView { background: transparent; border: none; outline: none; }
QTreeView::item { min-height: 36px; padding: 0 8px; border: none; background: transparent; }
QTreeView::item:hover { background: @card; }
QTreeView::item:selected { background: @control; color: @text; }
QTreeView QHeaderView { background: transparent; border: none; }
QTreeView QHeaderView::section { background: transparent; color: @quiet_text; border: none; padding: 8px 11px; }

QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }

QMenu { background: @card; border: 1px solid @outline; padding: 8px; }
QMenu::item { padding: 8px 24px 8px 8px; border-radius: 8px; }
QMenu::item:selected { background: @control_hover; }
QMenu::item:disabled { color: @disabled_text; }
QMenu::separator { height: 1px; background: @outline; margin: 8px; }
QToolTip { background: @card; color: @text; border: 1px solid @outline; padding: 4px 8px; font-size: 12px; }
)";

// Widgets of dialogs. @shade is the theme's name in files of resources/style, which a style sheet cannot tint.
constexpr auto kFormStyleSheet = R"(
QComboBox, QAbstractSpinBox { background: @card; border: 1px solid @outline; border-radius: 12px; padding: 0 15px;
                              min-height: 40px; selection-background-color: @accent; selection-color: @on_accent; }
QAbstractSpinBox { padding: 0 13px; }
QComboBox:hover, QAbstractSpinBox:hover { border-color: @quiet_text; }
QComboBox:focus, QAbstractSpinBox:focus { border: 2px solid @accent; padding: 0 14px; min-height: 38px; }
QAbstractSpinBox:focus { padding: 0 12px; }
QComboBox:disabled, QAbstractSpinBox:disabled { color: @disabled_text; background: @window; }
QComboBox::drop-down { border: none; width: 34px; }
QComboBox::down-arrow { image: url(:/style/chevron-down-@shade.svg); width: 16px; height: 16px; }
QComboBox QAbstractItemView { background: @card; border: 1px solid @outline; padding: 4px; outline: none;
                              selection-background-color: @control_hover; selection-color: @text; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; background: transparent; width: 30px;
                                                             subcontrol-origin: padding; }
QAbstractSpinBox::up-button { subcontrol-position: top right; height: 20px; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; height: 20px; }
QAbstractSpinBox::up-arrow { image: url(:/style/chevron-up-@shade.svg); width: 14px; height: 14px; }
QAbstractSpinBox::down-arrow { image: url(:/style/chevron-down-@shade.svg); width: 14px; height: 14px; }

QDialogButtonBox QPushButton { min-width: 72px; padding: 0 16px; }
QPlainTextEdit, QTextEdit { background: @card; border: 1px solid @outline; border-radius: 12px; padding: 8px; }
QTextEdit[role="bubble"] { padding: 4px; }
QTextEdit[role="bubble"][own="true"] { background: @control; }
QFrame[role="bubble"] { background: @card; border: 1px solid @outline; border-radius: 12px; }
QProgressBar { background: @window; border: none; border-radius: 3px; max-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }

QCheckBox, QRadioButton { spacing: 10px; min-height: 28px; }
QCheckBox::indicator, QRadioButton::indicator { width: 18px; height: 18px; border: 2px solid @quiet_text;
                                                border-radius: 6px; background: transparent; }
QRadioButton::indicator { border-radius: 11px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: @text; }
QCheckBox::indicator:checked, QRadioButton::indicator:checked { background: @accent; border-color: @accent;
                                                                image: url(:/style/check-@shade.svg); }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border-color: @accent; }
QCheckBox::indicator:checked:focus, QRadioButton::indicator:checked:focus { border-color: @text; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: @control_hover; }

QScrollBar:vertical { background: transparent; width: 12px; }
QScrollBar:horizontal { background: transparent; height: 12px; }
QScrollBar::handle { background: @control_hover; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: @quiet_text; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

QString css(const QColor& c) {
  return QStringLiteral("rgba(%1,%2,%3,%4)").arg(c.red()).arg(c.green()).arg(c.blue()).arg(c.alpha());
}

// Longer names stand first: @control_hover begins with @control.
constexpr std::pair<const char*, QColor Theme::*> kColours[] = {
    {"@control_hover", &Theme::control_hover},
    {"@accent_hover", &Theme::accent_hover},
    {"@hang_up_hover", &Theme::hang_up_hover},
    {"@disabled_text", &Theme::disabled_text},
    {"@quiet_text", &Theme::quiet_text},
    {"@on_accent", &Theme::on_accent},
    {"@on_hang_up", &Theme::on_hang_up},
    {"@outline", &Theme::outline},
    {"@window", &Theme::window},
    {"@panel", &Theme::panel},
    {"@card", &Theme::card},
    {"@control", &Theme::control},
    {"@text", &Theme::text},
    {"@accent", &Theme::accent},
    {"@warning", &Theme::warning},
    {"@hang_up", &Theme::hang_up},
};

}  // namespace

QString style_sheet(const Theme& theme) {
  QString sheet = QLatin1String(kStyleSheet) + QLatin1String(kFormStyleSheet);
  const bool dark = theme.window.lightness() < theme.text.lightness();
  sheet.replace(QLatin1String("@shade"), QLatin1String(dark ? "dark" : "light"));
  for (const auto& [name, colour] : kColours) sheet.replace(QLatin1String(name), css(theme.*colour));
  return sheet;
}

}  // namespace counterpoint
