// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/people/qr_code.h"

#include <qrencode.h>

#include <memory>

namespace counterpoint {

QImage qr_code(const QString& text) {
  constexpr int kQuietZone = 4;
  constexpr int kAnyVersion = 0;
  constexpr int kCaseSensitive = 1;
  constexpr unsigned char kDark = 1;
  if (text.isEmpty()) return {};
  const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(
      QRcode_encodeString(text.toUtf8().constData(), kAnyVersion, QR_ECLEVEL_M, QR_MODE_8, kCaseSensitive),
      &QRcode_free);
  if (code == nullptr) return {};
  const int side = code->width + 2 * kQuietZone;
  QImage image(side, side, QImage::Format_RGB32);
  image.fill(Qt::white);
  for (int y = 0; y < code->width; ++y) {
    for (int x = 0; x < code->width; ++x) {
      const bool dark = (code->data[y * code->width + x] & kDark) != 0;
      if (dark) image.setPixel(x + kQuietZone, y + kQuietZone, qRgb(0, 0, 0));
    }
  }
  return image;
}

}  // namespace counterpoint
