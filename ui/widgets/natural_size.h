// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace counterpoint {

/// Gives `widget`, which no layout places, the size that its texts ask for now.
void take_natural_size(QWidget& widget);

}  // namespace counterpoint
