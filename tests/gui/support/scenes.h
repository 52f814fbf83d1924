// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "tests/gui/support/stage.h"

namespace counterpoint {

/// A page or a state of the window.
struct Scene {
  const char* name;
  void (*enter)(Stage& stage);  ///< It begins at the start page.
  QSize size = Stage::kUsual;   ///< Size of the window.
};

/// All that is photographed.
[[nodiscard]] std::span<const Scene> all_scenes();

}  // namespace counterpoint
