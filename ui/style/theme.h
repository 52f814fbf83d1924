// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <optional>

class QApplication;
class QWidget;

namespace counterpoint {

/// The colours of the window, by role; at first those of the dark theme. All text has a contrast of at least 4.5:1 to
/// its background, over the brightest video too.
struct Theme {
  QColor window{0x0e, 0x12, 0x16};
  QColor panel{0x0b, 0x0f, 0x13, 209};     ///< Floating over video, 82 % opaque.
  QColor plot_panel{0x0b, 0x0f, 0x13};     ///< Under the plots; opaque, so that the video beneath them costs nothing.
  QColor card{0x16, 0x1c, 0x22};           ///< Fields, lists and menus on the window.
  QColor control{0x26, 0x31, 0x3c};        ///< Buttons.
  QColor control_hover{0x32, 0x3f, 0x4c};  ///< Buttons under the pointer.
  QColor outline{0xff, 0xff, 0xff, 38};    ///< Hair lines.
  QColor text{0xe8, 0xed, 0xf2};
  QColor quiet_text{0x9f, 0xb0, 0xc0};
  QColor disabled_text{0x7c, 0x8b, 0x99};  ///< On the window and on cards.
  QColor accent{0x5a, 0xd1, 0xb3};         ///< The one accent: what is active, and the main button.
  QColor accent_hover{0x74, 0xde, 0xc3};
  QColor on_accent{0x0b, 0x0f, 0x13};  ///< Text on the accent.
  QColor warning{0xf2, 0xb8, 0x4b};
  QColor hang_up{0xc2, 0x2f, 0x34};  ///< Red is for hanging up and for limits only.
  QColor hang_up_hover{0xd1, 0x40, 0x44};
  QColor on_hang_up{0xff, 0xff, 0xff};  ///< Text on both.
  QColor poor{0xff, 0x9f, 0xa0};        ///< Words on a bad call.
  // Roles in plots, with the accent for what is chosen: told apart in each kind of colour vision.
  QColor sent{0xff, 0xff, 0xb7};
  QColor arrived{0xef, 0xaf, 0x40};    ///< At the peer.
  QColor from_peer{0xc7, 0x48, 0xaf};  ///< It came from the peer to us.
  QColor rate_limit{0xdf, 0x48, 0x50};
  QColor packet_limit{0x48, 0x70, 0xf7};
  QColor grid{0xff, 0xff, 0xff, 18};
};

/// Lengths in device-independent pixels.
inline constexpr int kSpaceSmall = 4;
inline constexpr int kSpace = 8;
inline constexpr int kSpaceLarge = 16;
inline constexpr int kSpaceHuge = 24;
inline constexpr int kPanelRadius = 14;
inline constexpr int kControlSize = 46;
inline constexpr int kPillHeight = 44;

[[nodiscard]] const Theme& dark_theme();
[[nodiscard]] const Theme& light_theme();

/// The theme that the user wants.
enum class ThemeChoice {
  kDesktop,  ///< The desktop's theme, also when it changes.
  kDark,
  kLight,
};

/// "desktop", "dark" or "light", as in settings and on the command line.
[[nodiscard]] QString theme_choice_name(ThemeChoice choice);
/// Nothing for another name.
[[nodiscard]] std::optional<ThemeChoice> find_theme_choice(const QString& name);

/// Gives the whole program its style, palette and style sheet, at the start or while windows are open. Widgets choose
/// their part of the style sheet by the dynamic property "role": title, heading, quiet, small, figure, warning
/// (labels); panel, pill (frames); main, plain, danger, round (buttons).
void set_theme(QApplication& application, ThemeChoice choice);

/// The theme in use. It changes with set_theme() and with the desktop, and then all widgets are painted again: who
/// keeps colours, or what was painted with them, makes them anew at QEvent::StyleChange.
[[nodiscard]] const Theme& theme();

/// The theme of `widget`'s background: over video the dark one, else that in use.
[[nodiscard]] const Theme& theme_of(const QWidget& widget);

/// Declares that `widget` and everything in it stands over video, where all is dark in every theme, or does not.
void keep_dark(QWidget& widget, bool dark = true);

}  // namespace counterpoint
