// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFileDialog;
class QWidget;

namespace counterpoint {

/// A dialog that asks for a file or folder and deletes itself once it is closed. When the desktop offers none of its
/// own, it is wide enough for names, sizes and dates.
[[nodiscard]] QFileDialog* make_file_dialog(const QString& title, const QString& folder, QWidget* parent);

}  // namespace counterpoint
