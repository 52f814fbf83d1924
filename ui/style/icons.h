// SPDX-License-Identifier: GPL-3.0-or-later
// The drawings of this program: SVG files of resources/icons, strokes of one weight on a grid of 24 by 24, painted in
// any colour and sharp at each size.
#pragma once

#include <QIcon>
#include <functional>
#include <optional>

#include "ui/style/theme.h"

class QPainter;
class QRectF;

namespace counterpoint {

/// Each icon is a file of resources/icons; icon_file() is its name.
enum class Icon {
  kMicrophone,
  kMicrophoneOff,
  kCamera,
  kCameraOff,
  kScreen,
  kFilm,
  kPlay,
  kPause,
  kStop,
  kLoop,
  kSeekBack,
  kSeekForward,
  kVolume,
  kVolumeOff,
  kPlane,
  kTimeLines,
  kSettings,
  kLogs,
  kExport,
  kFolder,
  kCall,
  kHangUp,
  kFullScreen,
  kLeaveFullScreen,
  kMenu,
  kInfo,
  kWarning,
  kCheck,
  kClose,
  kTrash,
  kRefresh,
  kEchoTest,
  kPerson,
  kNetwork,
  kBack,
  kCopy,
  kQrCode,
  kLock,
  kPlus,
  kChevronDown,
  kSpeaker,
  kClock,
  kQuestion,
  kContrast,
  kGauge,
  kSignalGood,
  kSignalFair,
  kSignalPoor,
  kMessages,
  kMessagesNew,
  kAttach,
  kSend,
};
inline constexpr int kIconCount = static_cast<int>(Icon::kSend) + 1;

/// The file in resources/icons without its ending: "microphone-off".
[[nodiscard]] QString icon_file(Icon icon);

/// A colour by its role in the theme.
using Role = QColor Theme::*;

/// Draws `icon` in `colour` so that it fills the square `area`.
void paint_icon(QPainter& painter, const QRectF& area, Icon icon, const QColor& colour);

/// The icons of an action that is not checked, and that is.
struct IconPair {
  Icon off;
  Icon on;
};

/// The colour in which an icon is painted at the moment.
using Tint = std::function<QColor(QIcon::Mode, QIcon::State)>;

/// Asks `tint` whenever it is painted, so that it follows the theme.
[[nodiscard]] QIcon make_icon(IconPair icons, Tint tint);
/// Icons in the theme's colour for text, for actions, menus and lists.
[[nodiscard]] QIcon make_icon(Icon off, Icon on);
[[nodiscard]] QIcon make_icon(Icon icon);

/// The icons from which make_icon() made `icon`; nothing for icons from elsewhere.
[[nodiscard]] std::optional<IconPair> icons_of(const QIcon& icon);

/// The mark of the program: two voices that move against each other.
[[nodiscard]] QIcon program_icon();

}  // namespace counterpoint
