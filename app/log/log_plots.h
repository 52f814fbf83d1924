// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/log/call_history.h"

namespace counterpoint {

/// An HTML element with CSS classes, none if empty.
[[nodiscard]] std::string html_element(std::string_view tag, const std::string& content, std::string_view classes = {});

/// The plots of a call as HTML figures, in the words and colours of the window: the plane, then each quantity over the
/// time since the call was connected.
[[nodiscard]] std::string log_plots(const CallHistory& history);

}  // namespace counterpoint
