// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace counterpoint {

/// A whole page of HTML that stands by itself, in the style of all reports: light, or dark where the reader's system
/// is. A policy in it keeps browsers from loading or running anything, whatever the content holds (Content Security
/// Policy Level 3, W3C). `title` and `body` are HTML: texts in them have gone through escape_html().
[[nodiscard]] std::string html_page(const std::string& title, const std::string& body);

}  // namespace counterpoint
