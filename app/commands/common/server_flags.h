// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>

#include "core/base/result.h"
#include "core/settings/settings.h"

namespace counterpoint {

/// `stored`, overridden by --stun, --turn, --turn-password-file and --relay-only. The password is never an argument,
/// since everybody on this host can read those. Errors name the option, the value and the allowed values.
[[nodiscard]] Result<ServerSettings> read_server_flags(const QCommandLineParser& parser, ServerSettings stored);

}  // namespace counterpoint
