// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>

namespace counterpoint {

/// The QR code (ISO/IEC 18004) of `text`, error correction M, black on white, with its quiet zone of four modules and a
/// pixel for each module. Null when the text is empty or too long for one.
[[nodiscard]] QImage qr_code(const QString& text);

}  // namespace counterpoint
