// SPDX-License-Identifier: GPL-3.0-or-later
// Table of the strips that the time lines of a call show.
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

#include "core/log/call_history.h"
#include "ui/style/theme.h"

namespace counterpoint {

struct StripLine {
  enum class Style : std::uint8_t {
    kThin,
    kWide,    ///< Drawn below thin lines, so that it is seen where they coincide.
    kDashed,  ///< Limits.
  };
  Series series;
  QColor Theme::*colour;
  QString name;
  Style style;
};
/// One strip: lines of one unit over one axis from 0.
struct Strip {
  QString name;
  QString unit;
  double min_top;  ///< Least upper end of the axis.
  int decimals;    ///< Decimals of its figures.
  double share;    ///< Its height relative to the others.
  std::vector<StripLine> lines;
};

[[nodiscard]] const std::vector<Strip>& time_strips();

}  // namespace counterpoint
