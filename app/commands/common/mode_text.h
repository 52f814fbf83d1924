// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <utility>

#include "core/adaptation/mode/mode.h"
#include "core/base/result.h"

namespace counterpoint {

/// "NAME=NUMBER"; nothing for anything else.
[[nodiscard]] std::optional<std::pair<std::string, double>> read_parameter(const QString& text);

/// A mode by its name, with parameters as "NAME=NUMBER". Errors: kInvalidArgument, beginning with "mode" or
/// "parameter".
[[nodiscard]] Result<ModeChoice> read_mode_choice(const QString& name, const QStringList& parameters);

}  // namespace counterpoint
