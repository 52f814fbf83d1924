// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/rtp/stream_framing.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

namespace counterpoint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// All packets of `stream`, which comes in pieces of `piece` bytes.
std::vector<Bytes> parse(ByteView stream, std::size_t piece) {
  FrameParser parser;
  std::vector<Bytes> packets;
  for (; !stream.empty(); stream = stream.subspan(std::min(piece, stream.size()))) {
    parser.feed(stream.first(std::min(piece, stream.size())));
    while (std::optional<Bytes> packet = parser.next()) packets.push_back(std::move(*packet));
  }
  return packets;
}

Bytes joined(const std::vector<Bytes>& pieces) {
  Bytes all;
  for (const Bytes& piece : pieces) all.insert(all.end(), piece.begin(), piece.end());
  return all;
}

TEST(StreamFraming, PutsTheLengthInNetworkOrderInFront) {
  EXPECT_THAT(frame_packet(Bytes{7, 8, 9}), ElementsAre(0, 3, 7, 8, 9));
  const Bytes framed = frame_packet(Bytes(0x1234, 5));
  ASSERT_EQ(framed.size(), 0x1236U);
  EXPECT_EQ(framed[0], 0x12);
  EXPECT_EQ(framed[1], 0x34);
}

TEST(StreamFraming, HasNoFormForWhatDoesNotFit) {
  EXPECT_THAT(frame_packet({}), IsEmpty());
  EXPECT_EQ(frame_packet(Bytes(65'535)).size(), 65'537U);
  EXPECT_THAT(frame_packet(Bytes(65'536)), IsEmpty());
}

TEST(StreamFraming, FindsPacketsHoweverTheStreamIsCut) {
  const std::vector<Bytes> packets = {{1}, Bytes(1200, 2), {3, 3}, Bytes(65'535, 4), {5}};
  std::vector<Bytes> framed;
  for (const Bytes& packet : packets) framed.push_back(frame_packet(packet));
  const Bytes stream = joined(framed);
  for (const std::size_t piece : {1UL, 2UL, 3UL, 7UL, 1448UL, 16'384UL, stream.size()}) {
    EXPECT_EQ(parse(stream, piece), packets) << "in pieces of " << piece;
  }
}

TEST(StreamFraming, APacketComesWithItsLastByte) {
  FrameParser parser;
  parser.feed(Bytes{0, 3, 7, 8});
  EXPECT_FALSE(parser.next());
  EXPECT_FALSE(parser.next());
  parser.feed(Bytes{9});
  EXPECT_EQ(parser.next(), (Bytes{7, 8, 9}));
  EXPECT_FALSE(parser.next());
}

TEST(StreamFraming, EmptyPacketsAreSkipped) {
  EXPECT_THAT(parse(Bytes{0, 0, 0, 0, 0, 1, 42, 0, 0}, 1), ElementsAre(Bytes{42}));
  EXPECT_THAT(parse(Bytes(100'000), 16'384), IsEmpty());
}

}  // namespace
}  // namespace counterpoint
