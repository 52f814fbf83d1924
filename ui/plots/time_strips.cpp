// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time_strips.h"

#include <QObject>

namespace counterpoint {

const std::vector<Strip>& time_strips() {
  const auto sent = [](Series series) {
    return StripLine{.series = series, .colour = &Theme::accent, .name = QObject::tr("sent")};
  };
  const auto received = [](Series series) {
    return StripLine{.series = series, .colour = &Theme::warning, .name = QObject::tr("received")};
  };
  const auto limit = [](Series series, QColor Theme::*colour) {
    return StripLine{.series = series, .colour = colour, .name = QObject::tr("limit")};
  };
  // The colours are those of the plane. The last line is drawn above the others.
  static const std::vector<Strip> strips = {
      {QObject::tr("Rate"),
       QObject::tr("kbit/s"),
       100,
       0,
       {limit(Series::kRateLimit, &Theme::rate_limit), received(Series::kReceiveRate), sent(Series::kSendRate)}},
      {QObject::tr("Packets"),
       QObject::tr("a second"),
       20,
       0,
       {limit(Series::kPacketLimit, &Theme::packet_limit), received(Series::kReceivePackets),
        sent(Series::kSendPackets)}},
      {QObject::tr("Pictures"),
       QObject::tr("a second"),
       10,
       0,
       {received(Series::kReceiveFrames), sent(Series::kSendFrames)}},
      {QObject::tr("Delay"),
       QObject::tr("ms"),
       20,
       0,
       {{Series::kRoundTrip, &Theme::packet_limit, QObject::tr("round trip")},
        {Series::kQueueingDelay, &Theme::accent, QObject::tr("queue")}}},
      {QObject::tr("Loss"), QObject::tr("%"), 5, 1, {received(Series::kReceiveLoss), sent(Series::kSendLoss)}},
      {QObject::tr("Buffer"),
       QObject::tr("ms"),
       50,
       0,
       {{Series::kPictureBuffer, &Theme::packet_limit, QObject::tr("pictures")},
        {Series::kAudioBuffer, &Theme::accent, QObject::tr("sound")}}},
  };
  return strips;
}

}  // namespace counterpoint
