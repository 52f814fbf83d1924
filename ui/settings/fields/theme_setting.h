// SPDX-License-Identifier: GPL-3.0-or-later
// Conversion of the theme between settings and window.
#pragma once

#include "core/settings/settings.h"
#include "ui/style/theme.h"

namespace counterpoint {

[[nodiscard]] constexpr ThemeChoice theme_choice(ThemeSetting setting) {
  switch (setting) {
    case ThemeSetting::kDark:
      return ThemeChoice::kDark;
    case ThemeSetting::kLight:
      return ThemeChoice::kLight;
    case ThemeSetting::kDesktop:
      break;
  }
  return ThemeChoice::kDesktop;
}

[[nodiscard]] constexpr ThemeSetting theme_setting(ThemeChoice choice) {
  switch (choice) {
    case ThemeChoice::kDark:
      return ThemeSetting::kDark;
    case ThemeChoice::kLight:
      return ThemeSetting::kLight;
    case ThemeChoice::kDesktop:
      break;
  }
  return ThemeSetting::kDesktop;
}

}  // namespace counterpoint
