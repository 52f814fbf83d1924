// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "net/rtp/stream_framing.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

/// The packets of `stream`, framed once more.
Bytes parse(ByteView stream, std::size_t piece) {
  FrameParser parser;
  Bytes packets;
  for (; !stream.empty(); stream = stream.subspan(std::min(piece, stream.size()))) {
    parser.feed(stream.first(std::min(piece, stream.size())));
    while (const auto packet = parser.next()) {
      FUZZ_CHECK(!packet->empty() && packet->size() <= kMaxFramedPacket);
      const Bytes framed = frame_packet(*packet);
      packets.insert(packets.end(), framed.begin(), framed.end());
    }
  }
  return packets;
}

void check(ByteView stream) {
  constexpr std::size_t kPiece = 16'384;
  const Bytes packets = parse(stream, kPiece);
  FUZZ_CHECK(packets.size() <= stream.size());
  // However the stream is cut, its meaning is the same.
  FUZZ_CHECK(parse(stream, 1) == packets);
  FUZZ_CHECK(parse(stream, 7) == packets);
  FUZZ_CHECK(parse(packets, kPiece) == packets);
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::check({data, size});
  return 0;
}
