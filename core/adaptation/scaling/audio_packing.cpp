// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/scaling/audio_packing.h"

#include <algorithm>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

/// 0.1 to 0.5: audio may have this part of the packets.
constexpr double kPacketShare = 0.25;
/// 1 to 2: packets become shorter where so many times as many are carried, so that a rate that wavers changes nothing.
constexpr double kRoomForShorter = 1.3;
/// 5 to 60 s: each change to shorter packets is so long after the last one, since the listener's delay follows slowly.
constexpr Duration kBeforeShorter = 10s;

/// The shortest packets for which so many times as many as `packets` are enough; 0 where any number is.
Duration shortest(std::optional<PacketRate> packets, double times) {
  if (!packets) return Duration::zero();
  for (const Duration time : kAudioPacketDurations) {
    if (1 / to_seconds(time) <= kPacketShare * times * packets->per_second()) return time;
  }
  return kAudioPacketDurations.back();
}

}  // namespace

Duration AudioPacking::update(std::optional<PacketRate> packets, Timestamp now) {
  const Duration longer = shortest(packets, 1);
  const Duration shorter = shortest(packets, 1 / kRoomForShorter);
  const bool seldom = now - changed_at_ >= kBeforeShorter;
  const Duration time = std::max(longer, seldom ? std::min(shorter, time_) : time_);
  if (time != time_) changed_at_ = now;
  return time_ = time;
}

}  // namespace counterpoint
