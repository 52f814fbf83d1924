// SPDX-License-Identifier: GPL-3.0-or-later
// Everything in the plot of the plane that changes with each state of a call.
#pragma once

#include <QFont>
#include <QString>
#include <cstdint>
#include <deque>
#include <optional>

#include "core/control/adaptation_status.h"
#include "ui/plots/plane_map.h"

class QPainter;

namespace counterpoint {

struct Theme;

/// The position chosen from one time on.
struct PlaneStay {
  Duration since{};
  PlanePosition at;
  std::string mode;
};

/// Length of the trail.
inline constexpr Duration kPlaneTrail = 60s;

/// The dimension that a decision gave up.
enum class Concession : std::uint8_t { kNone, kBits, kPackets, kBoth };

/// Both: the smaller of the two falls, as ratios, is at least half of the greater one. Falls below 3 % do not count.
[[nodiscard]] Concession concession(const PlanePosition& from, const PlanePosition& to);
/// "fewer packets, not bits"; empty for none.
[[nodiscard]] QString concession_text(Concession given_up);

/// "limit 1332 kbit/s (estimate)".
[[nodiscard]] QString limit_text(const RateLimit& limit);

/// The marks of the plane: they differ in shape, not in colour alone.
enum class PlaneMark : std::uint8_t {
  kChosen,   ///< A disc.
  kSent,     ///< A diamond.
  kArrived,  ///< A ring.
};
inline constexpr double kMarkReach = 11;  ///< Nothing of a mark is farther from its middle.

void paint_mark(QPainter& painter, const QPointF& middle, PlaneMark mark, const Theme& theme, double scale = 1);

/// Limits with what they forbid shaded, then the trail, the last decision and the marks.
void paint_plane_marks(QPainter& painter, const PlaneMap& map, const AdaptationStatus& state,
                       const std::deque<PlaneStay>& trail, const Theme& theme, const QFont& font);

}  // namespace counterpoint
