// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"

#include <QObject>

#include "ui/engine_text.h"

namespace counterpoint {

QString rate_text(DataRate rate) {
  constexpr double kKilobitsToMegabits = 10'000;
  const double kilobits = rate.kilobits_per_second();
  if (kilobits < kKilobitsToMegabits) return QObject::tr("%1 kbit/s").arg(kilobits, 0, 'f', 0);
  return QObject::tr("%1 Mbit/s").arg(kilobits / 1000, 0, 'f', 1);
}

QString packet_rate_text(PacketRate rate) { return QObject::tr("%1 packets/s").arg(rate.per_second(), 0, 'f', 0); }

QString frame_rate_text(FrameRate rate) { return QObject::tr("%1 frames/s").arg(rate.per_second(), 0, 'f', 0); }

QString size_text(PictureSize size) {
  if (size.area() <= 0) return QObject::tr("no video");
  return QStringLiteral("%1\u00d7%2").arg(size.width).arg(size.height);
}

QString milliseconds_text(Duration duration) { return QObject::tr("%1 ms").arg(to_milliseconds(duration), 0, 'f', 0); }

QString percent_text(double part) { return QObject::tr("%1 %").arg(part * 100, 0, 'f', 1); }

QString with_capital(const QString& text) { return text.left(1).toUpper() + text.mid(1); }

QString decision_text(const QString& cause, const PlanePosition& from, const PlanePosition& to) {
  const QString text = with_capital(engine_text(cause.toStdString()));
  if (from == to) return text;
  const auto number = [](double value) { return QString::number(value, 'f', 0); };
  return QObject::tr("%1: %2 \u2192 %3, %4 \u2192 %5")
      .arg(text, number(from.bit_rate.kilobits_per_second()), rate_text(to.bit_rate),
           number(from.packet_rate.per_second()), packet_rate_text(to.packet_rate));
}

QString clock_text(Duration duration) {
  const auto total = std::chrono::duration_cast<std::chrono::seconds>(duration).count();
  const auto two_digits = [](long long n) { return QStringLiteral("%1").arg(n, 2, 10, QLatin1Char('0')); };
  const QString seconds = two_digits(total % 60);
  const auto minutes = total / 60;
  if (minutes < 60) return QStringLiteral("%1:%2").arg(two_digits(minutes), seconds);
  return QStringLiteral("%1:%2:%3").arg(QString::number(minutes / 60), two_digits(minutes % 60), seconds);
}

}  // namespace counterpoint
