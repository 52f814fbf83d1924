// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "net/ice/turn_framing.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

struct Read {
  Bytes frames;  ///< The messages of the stream, framed once more.
  bool broken = false;
  bool operator==(const Read&) const = default;
};

Read parse(ByteView stream, std::size_t piece) {
  TurnFrameParser parser;
  Read read;
  for (; !stream.empty() && !parser.broken(); stream = stream.subspan(std::min(piece, stream.size()))) {
    parser.feed(stream.first(std::min(piece, stream.size())));
    while (auto message = parser.next()) {
      FUZZ_CHECK(!message->empty() && message->size() <= TurnFrameParser::kMaxMessage);
      const Bytes frame = frame_turn_message(std::move(*message));
      read.frames.insert(read.frames.end(), frame.begin(), frame.end());
    }
    FUZZ_CHECK(!parser.has_next());
  }
  read.broken = parser.broken();
  return read;
}

void check(ByteView stream) {
  constexpr std::size_t kPiece = 16'384;
  const Read read = parse(stream, kPiece);
  FUZZ_CHECK(read.frames.size() <= stream.size());
  // However the stream is cut, its meaning is the same.
  FUZZ_CHECK(parse(stream, 1) == read);
  FUZZ_CHECK(parse(stream, 7) == read);
  FUZZ_CHECK((parse(read.frames, kPiece) == Read{.frames = read.frames}));
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  counterpoint::check({data, size});
  return 0;
}
