// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>

class QApplication;

namespace counterpoint {

/// The colours of the window, by role. All text has a contrast of at least 4.5:1 to what it stands on.
struct Theme {
  QColor window{0x0e, 0x12, 0x16};
  QColor panel{0x0b, 0x0f, 0x13, 199};     ///< Floating over pictures, 78 % opaque.
  QColor card{0x16, 0x1c, 0x22};           ///< Fields and lists on the window.
  QColor control{0x26, 0x31, 0x3c};        ///< Buttons.
  QColor control_hover{0x32, 0x3f, 0x4c};  ///< Buttons under the pointer.
  QColor outline{0xff, 0xff, 0xff, 38};    ///< Hair lines.
  QColor text{0xe8, 0xed, 0xf2};
  QColor quiet_text{0x9f, 0xb0, 0xc0};
  QColor accent{0x5a, 0xd1, 0xb3};  ///< The one accent: what is active, and the main button.
  QColor accent_hover{0x74, 0xde, 0xc3};
  QColor on_accent{0x0b, 0x0f, 0x13};  ///< Text on the accent.
  QColor warning{0xf2, 0xb8, 0x4b};
  QColor hang_up{0xd9, 0x48, 0x4b};  ///< Red is for hanging up and for limits only.
  QColor hang_up_hover{0xe5, 0x68, 0x6a};
  QColor rate_limit_text{0xff, 0x9f, 0xa0};  ///< The line itself is as hang_up_hover, too dark for small writing.
  QColor packet_limit{0x7f, 0xb2, 0xff};
  QColor plane_panel{0x0b, 0x0f, 0x13, 209};  ///< 82 % opaque: small writing stands on it.
  QColor plane_point{0xc9, 0xd6, 0xe2, 80};
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

/// The dark theme.
[[nodiscard]] const Theme& theme();

/// Gives the whole program its style, palette and style sheet. Widgets choose their part of it by the dynamic property
/// "role": title, heading, quiet, small, warning (labels); panel, pill (frames); main, plain, danger, round (buttons).
void apply_theme(QApplication& application);

}  // namespace counterpoint
