// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time_strips.h"

#include <QObject>

namespace counterpoint {

const std::vector<Strip>& time_strips() {
  using Style = StripLine::Style;
  const auto limit = [](Series series, QColor Theme::*colour) {
    return StripLine{.series = series, .colour = colour, .name = QObject::tr("limit"), .style = Style::kDashed};
  };
  const auto from_peer = [](Series series) {
    return StripLine{
        .series = series, .colour = &Theme::from_peer, .name = QObject::tr("from peer"), .style = Style::kThin};
  };
  const auto arrived = [](Series series) {
    return StripLine{
        .series = series, .colour = &Theme::arrived, .name = QObject::tr("arrived"), .style = Style::kWide};
  };
  const auto chosen = [](Series series) {
    return StripLine{.series = series, .colour = &Theme::accent, .name = QObject::tr("chosen"), .style = Style::kThin};
  };
  const auto sent = [](Series series) {
    return StripLine{.series = series, .colour = &Theme::sent, .name = QObject::tr("sent"), .style = Style::kThin};
  };
  const auto line = [](Series series, QColor Theme::*colour, const QString& name) {
    return StripLine{.series = series, .colour = colour, .name = name, .style = Style::kThin};
  };
  // Each colour is that of one role: what goes to the peer is never drawn as what comes from it. The last line is drawn
  // above the others.
  static const std::vector<Strip> strips = {
      {QObject::tr("Rate"),
       QObject::tr("kbit/s"),
       100,
       0,
       2,
       {limit(Series::kRateLimit, &Theme::rate_limit), from_peer(Series::kReceiveRate), arrived(Series::kArrivedRate),
        chosen(Series::kChosenRate), sent(Series::kSendRate)}},
      {QObject::tr("Packets"),
       QObject::tr("a second"),
       20,
       0,
       1.6,
       {limit(Series::kPacketLimit, &Theme::packet_limit), from_peer(Series::kReceivePackets),
        arrived(Series::kArrivedPackets), chosen(Series::kChosenPackets), sent(Series::kSendPackets)}},
      {QObject::tr("Frames"),
       QObject::tr("a second"),
       10,
       0,
       1,
       {from_peer(Series::kReceiveFrames), sent(Series::kSendFrames)}},
      {QObject::tr("Delay"),
       QObject::tr("ms"),
       20,
       0,
       1,
       {line(Series::kRoundTrip, &Theme::text, QObject::tr("round trip")),
        line(Series::kQueueingDelay, &Theme::arrived, QObject::tr("queue to peer"))}},
      {QObject::tr("Loss"),
       QObject::tr("%"),
       5,
       1,
       0.8,
       {from_peer(Series::kReceiveLoss), line(Series::kSendLoss, &Theme::arrived, QObject::tr("to peer"))}},
      {QObject::tr("Buffer"),
       QObject::tr("ms"),
       50,
       0,
       0.8,
       {line(Series::kPictureBuffer, &Theme::from_peer, QObject::tr("pictures")),
        line(Series::kAudioBuffer, &Theme::text, QObject::tr("sound"))}},
  };
  return strips;
}

}  // namespace counterpoint
