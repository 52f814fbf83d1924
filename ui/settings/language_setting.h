// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/settings/settings.h"

namespace counterpoint {

struct Language {
  LanguageSetting setting;
  const char* code;  ///< As set_language() takes it; empty for the desktop's.
  const char* name;  ///< Its own one, so that everybody finds theirs; empty for the desktop's.
};
inline constexpr Language kLanguages[] = {{LanguageSetting::kDesktop, "", ""},
                                          {LanguageSetting::kEnglish, "en", "English"},
                                          {LanguageSetting::kGerman, "de", "Deutsch"}};

/// As set_language() takes it; empty for the desktop's.
[[nodiscard]] inline QString language_code(LanguageSetting setting) {
  for (const Language& language : kLanguages) {
    if (language.setting == setting) return QLatin1String(language.code);
  }
  return {};
}

}  // namespace counterpoint
