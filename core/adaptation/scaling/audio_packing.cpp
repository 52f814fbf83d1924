// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/scaling/audio_packing.h"

#include <algorithm>
#include <limits>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

/// 0.1 to 0.5: audio may have this part of the packets.
constexpr double kPacketShare = 0.25;
/// 2000 to 8000: the path has to carry so many bits for each packet of audio. Its headers and its authentication tag
/// are 450 bits, and so take a tenth of the rate at most.
constexpr double kBitsForPacket = 4500;
/// 1 to 2: packets become shorter where so many times as many are carried, so that a rate that wavers changes nothing.
constexpr double kRoomForShorter = 1.3;
/// 5 to 60 s: as many have to be carried for so long, since the listener's delay follows slowly.
constexpr Duration kBeforeShorter = 10s;

/// The packets of audio a second for a path that carries `rate` in `packets`.
double affordable(std::optional<DataRate> rate, std::optional<PacketRate> packets) {
  double most = std::numeric_limits<double>::infinity();
  if (rate) most = static_cast<double>(rate->bits_per_second()) / kBitsForPacket;
  if (packets) most = std::min(most, kPacketShare * packets->per_second());
  return most;
}

/// The duration of the shortest packets that are no more than `most` a second.
Duration shortest(double most) {
  for (const Duration time : kAudioPacketDurations) {
    if (1 / to_seconds(time) <= most) return time;
  }
  return kAudioPacketDurations.back();
}

}  // namespace

Duration AudioPacking::update(std::optional<DataRate> rate, std::optional<PacketRate> packets, Timestamp now) {
  const double most = affordable(rate, packets);
  const Duration longer = shortest(most);
  const Duration shorter = shortest(most / kRoomForShorter);
  if (shorter >= time_) no_room_at_ = now;
  const bool room_lasts = now - no_room_at_ >= kBeforeShorter;
  return time_ = std::max(longer, room_lasts ? std::min(shorter, time_) : time_);
}

}  // namespace counterpoint
