// SPDX-License-Identifier: GPL-3.0-or-later
// Everything in the plot of the plane that changes rarely.
#pragma once

#include <QFont>

#include "core/adaptation/plane/operating_set.h"
#include "ui/plots/plane_map.h"

class QPainter;

namespace counterpoint {

struct Theme;

/// The lines of the grid, with their figures outside the plot in `font`.
void paint_plane_grid(QPainter& painter, const PlaneMap& map, const Theme& theme, const QFont& font);

/// The set of a mode: the area of its outline; the curves of its frame sizes where it has few points, as the figures 1
/// and 2 of Nee 1997 have them.
void paint_operating_set(QPainter& painter, const PlaneMap& map, const Theme& theme, const OperatingSet& set);

/// The lines along which all packets have one mean size, and all frames one rate, with their names.
void paint_iso_lines(QPainter& painter, const PlaneMap& map, const Theme& theme, const QFont& font);

}  // namespace counterpoint
