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
/// 5 to 60 s: as many have to be carried for so long, since the listener's delay follows slowly.
constexpr Duration kBeforeShorter = 10s;

/// The shortest packets for which so many times as many as `packets` are enough.
Duration shortest(PacketRate packets, double times) {
  for (const Duration time : kAudioPacketDurations) {
    if (1 / to_seconds(time) <= kPacketShare * times * packets.per_second()) return time;
  }
  return kAudioPacketDurations.back();
}

}  // namespace

Duration AudioPacking::update(std::optional<PacketRate> packets, Timestamp now) {
  // Only the packets of short ones would soon tell that they count again.
  if (!packets) return time_ = Duration::zero();
  const Duration longer = shortest(*packets, 1);
  const Duration shorter = shortest(*packets, 1 / kRoomForShorter);
  if (shorter >= time_) no_room_at_ = now;
  const bool room_lasts = now - no_room_at_ >= kBeforeShorter;
  return time_ = std::max(longer, room_lasts ? std::min(shorter, time_) : time_);
}

}  // namespace counterpoint
