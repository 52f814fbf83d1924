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

/// What a settings file said.
struct ReadSettings {
  Settings settings;             ///< What is missing or makes no sense has its default.
  std::optional<Error> problem;  ///< The values that make no sense, by their JSON pointers.
  bool newer = false;            ///< Written by a later version of this program.
  OrderedJson document;          ///< All that stood there.
};

/// Reads the text of a settings file. Errors: kInvalidArgument when it is no JSON object with a version.
[[nodiscard]] Result<ReadSettings> read_settings(std::string_view text);

/// `document` with `settings` in their places; all that this program does not know stays as it is.
[[nodiscard]] OrderedJson merge_settings(OrderedJson document, const Settings& settings);

/// As it stands in the file.
[[nodiscard]] std::string settings_text(const OrderedJson& document);

}  // namespace counterpoint
