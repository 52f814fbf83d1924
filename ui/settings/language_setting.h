// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/settings/settings.h"

namespace counterpoint {

struct Language {
  LanguageSetting setting;
  const char* code;  ///< The argument of set_language(); empty for the desktop's language.
  const char* name;  ///< The language's name in itself, so that everybody finds theirs; empty for the desktop's.
};
inline constexpr Language kLanguages[] = {{LanguageSetting::kDesktop, "", ""},
                                          {LanguageSetting::kEnglish, "en", "English"},
                                          {LanguageSetting::kGerman, "de", "Deutsch"}};

/// The argument of set_language(); empty for the desktop's language.
[[nodiscard]] inline QString language_code(LanguageSetting setting) {
  for (const Language& language : kLanguages) {
    if (language.setting == setting) return QLatin1String(language.code);
  }
  return {};
}

}  // namespace counterpoint
