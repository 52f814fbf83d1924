// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/json/json_fields.h"
#include "core/base/result.h"
#include "core/settings/settings.h"

namespace counterpoint {

/// The version of the file that this program writes. Later ones may mean other things by the same names.
inline constexpr std::uint64_t kSettingsVersion = 1;

/// Content of a settings file.
struct ReadSettings {
  Settings settings;             ///< Missing and invalid values have their defaults.
  std::optional<Error> problem;  ///< The invalid values, by their JSON pointers.
  bool newer = false;            ///< Written by a later version of this program.
  OrderedJson document;          ///< The whole document, with the fields that are not known here.
};

/// Reads the text of a settings file. Errors: kInvalidArgument when it is no JSON object with a version.
[[nodiscard]] Result<ReadSettings> read_settings(std::string_view text);

/// `document` with `settings` in their places; fields that this program does not know stay as they are.
[[nodiscard]] OrderedJson merge_settings(OrderedJson document, const Settings& settings);

}  // namespace counterpoint
