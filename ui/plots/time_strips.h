// SPDX-License-Identifier: GPL-3.0-or-later
// Table of the strips that the time lines of a call show.
#pragma once

#include <QString>
#include <vector>

#include "core/log/call_history.h"
#include "ui/style/theme.h"

namespace counterpoint {

struct StripLine {
  Series series;
  QColor Theme::*colour;
  QString name;
};
/// One strip: lines of one unit over one axis from 0.
struct Strip {
  QString name;
  QString unit;
  double min_top;  ///< Least upper end of the axis.
  int decimals;    ///< Decimals of its figures.
  std::vector<StripLine> lines;
};

[[nodiscard]] const std::vector<Strip>& time_strips();

}  // namespace counterpoint
