// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/model/settings.h"

namespace counterpoint {

/// As set_language() takes it; empty for the desktop's.
[[nodiscard]] inline QString language_code(LanguageSetting setting) {
  switch (setting) {
    case LanguageSetting::kEnglish:
      return QStringLiteral("en");
    case LanguageSetting::kGerman:
      return QStringLiteral("de");
    case LanguageSetting::kDesktop:
      break;
  }
  return {};
}

}  // namespace counterpoint
