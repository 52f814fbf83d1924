// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/format.h"

#include <QLocale>
#include <QObject>
#include <cstdlib>

#include "ui/text/engine_text.h"

namespace counterpoint {

namespace {

QString written(double value, char format, int precision) {
  QLocale locale;
  locale.setNumberOptions(QLocale::OmitGroupSeparator);
  return locale.toString(value, format, precision);
}

/// Long names are cut in the middle: addresses differ at both ends.
QString short_name(const QString& peer) {
  constexpr int kMax = 18;
  if (peer.isEmpty()) return QObject::tr("peer");
  return peer.size() <= kMax ? peer : peer.left(kMax / 2) + QChar(0x2026) + peer.right(kMax / 2 - 1);
}

}  // namespace

QString number_text(double value, int decimals) { return written(value, 'f', decimals); }

QString short_number_text(double value) { return written(value, 'g', 6); }

QString rate_text(DataRate rate) {
  constexpr double kKilobitsToMegabits = 10'000;
  const double kilobits = rate.kilobits_per_second();
  if (kilobits < kKilobitsToMegabits) return QObject::tr("%1 kbit/s").arg(number_text(kilobits));
  return QObject::tr("%1 Mbit/s").arg(number_text(kilobits / 1000, 1));
}

QString packet_rate_text(PacketRate rate) { return QObject::tr("%1 packets/s").arg(number_text(rate.per_second())); }

QString frame_rate_text(FrameRate rate) { return QObject::tr("%1 frames/s").arg(number_text(rate.per_second())); }

QString bytes_text(std::uint64_t bytes) {
  constexpr double kKilo = 1e3;
  constexpr double kMega = 1e6;
  const auto size = static_cast<double>(bytes);
  if (size < kKilo) return QObject::tr("%1 bytes").arg(number_text(size));
  if (size < kMega) return QObject::tr("%1 kB").arg(number_text(size / kKilo));
  return QObject::tr("%1 MB").arg(number_text(size / kMega, 1));
}

QString size_text(Resolution size) {
  if (size.area() <= 0) return QObject::tr("no video");
  return QStringLiteral("%1\u00d7%2").arg(size.width).arg(size.height);
}

QString milliseconds_text(Duration duration) {
  return QObject::tr("%1 ms").arg(number_text(to_milliseconds(duration)));
}

QString percent_text(double part) { return QObject::tr("%1 %").arg(number_text(part * 100, 1)); }

QString to_peer_text(const QString& peer) { return QObject::tr("You \u2192 %1").arg(short_name(peer)); }

QString from_peer_text(const QString& peer) { return QObject::tr("%1 \u2192 you").arg(short_name(peer)); }

QString plain_tip(const QString& text) {
  return text.isEmpty() ? text : QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
}

QString with_capital(const QString& text) { return text.left(1).toUpper() + text.mid(1); }

QString decision_text(const Message& cause, const PlanePosition& from, const PlanePosition& to) {
  const QString text = with_capital(engine_text(cause));
  QStringList changes;
  const auto add = [&changes](const QString& before, const QString& after, const QString& with_unit) {
    if (before != after) changes.append(QStringLiteral("%1 \u2192 %2").arg(before, with_unit));
  };
  add(number_text(from.bit_rate.kilobits_per_second()), number_text(to.bit_rate.kilobits_per_second()),
      rate_text(to.bit_rate));
  add(number_text(from.packet_rate.per_second()), number_text(to.packet_rate.per_second()),
      packet_rate_text(to.packet_rate));
  if (changes.isEmpty()) return text;
  return QObject::tr("%1: %2").arg(text, changes.join(QStringLiteral(", ")));
}

QString clock_text(Duration duration) {
  if (duration <= -1s) return QChar(0x2212) + clock_text(-duration);
  const auto total = std::chrono::duration_cast<std::chrono::seconds>(duration).count();
  const auto two_digits = [](long long n) { return QStringLiteral("%1").arg(n, 2, 10, QLatin1Char('0')); };
  const QString seconds = two_digits(total % 60);
  const auto minutes = total / 60;
  if (minutes < 60) return QStringLiteral("%1:%2").arg(two_digits(minutes), seconds);
  return QStringLiteral("%1:%2:%3").arg(QString::number(minutes / 60), two_digits(minutes % 60), seconds);
}

QString exact_clock_text(Duration duration) {
  const auto tenths = duration / Duration(100ms);
  const QString sign = tenths < 0 ? QString(QChar(0x2212)) : QString();
  return QStringLiteral("%1%2.%3").arg(sign, clock_text(std::abs(tenths) * 100ms)).arg(std::abs(tenths) % 10);
}

}  // namespace counterpoint
