// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLabel;
class QString;
class QWidget;

namespace counterpoint {

/// Plain words that wrap, with `role` of the style sheet.
[[nodiscard]] QLabel* make_label(const QString& text, const char* role, QWidget* parent = nullptr);

}  // namespace counterpoint
