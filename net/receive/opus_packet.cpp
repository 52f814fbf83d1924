// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/opus_packet.h"

namespace counterpoint {

bool opus_packet_has_fec(ByteView packet) {
  if (packet.size() < 2) return false;
  const int configuration = packet[0] >> 3;
  const int frame_count_code = packet[0] & 0x03;
  const bool celt_only = configuration >= 16;
  const bool silk_longer_than_20ms = configuration < 12 && configuration % 4 >= 2;
  if (celt_only || silk_longer_than_20ms || frame_count_code != 0) return false;
  // The SILK layer begins with a voice activity flag and the LBRR flag, each a bit of even probability.
  return (packet[1] & 0x40) != 0;
}

}  // namespace counterpoint
