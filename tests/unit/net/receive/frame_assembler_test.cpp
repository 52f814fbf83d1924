// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/frame_assembler.h"

#include <gtest/gtest.h>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

/// The packets of one frame, one byte each, which is the packet's sequence number modulo 256.
std::vector<VideoPacket> frame_packets(std::int64_t sequence, int count, std::int64_t timestamp,
                                       bool key_frame = false) {
  std::vector<VideoPacket> packets;
  for (int i = 0; i < count; ++i) {
    packets.push_back({.sequence = sequence + i,
                       .timestamp = timestamp,
                       .marker = i == count - 1,
                       .frame_start = i == 0,
                       .key_frame = key_frame,
                       .picture_id = std::nullopt,
                       .data = {static_cast<std::uint8_t>(sequence + i)},
                       .arrived_at = Timestamp(std::chrono::milliseconds(sequence + i))});
  }
  return packets;
}

TEST(FrameAssembler, FrameComesWhenItsLastMissingPacketDoes) {
  FrameAssembler assembler;
  auto packets = frame_packets(65'535, 4, 3000, true);
  packets[1].retransmitted = true;
  for (const int i : {3, 0, 2}) assembler.insert(packets[static_cast<std::size_t>(i)]);
  EXPECT_FALSE(assembler.pop());
  packets[1].arrived_at = Timestamp(100s);
  assembler.insert(packets[1]);
  const auto frame = assembler.pop();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->data, (Bytes{0xff, 0, 1, 2}));
  EXPECT_TRUE(frame->key_frame);
  EXPECT_EQ(frame->first_sequence, 65'535);
  EXPECT_EQ(frame->last_sequence, 65'538);
  EXPECT_EQ(frame->completed_at, Timestamp(100s));
  EXPECT_EQ(frame->first_arrival, Timestamp(65'535ms));
  EXPECT_EQ(frame->retransmitted_packets, 1);
  EXPECT_FALSE(assembler.pop());
}

TEST(FrameAssembler, DuplicatesMakeNoSecondFrame) {
  FrameAssembler assembler;
  for (int i = 0; i < 3; ++i) {
    for (const auto& packet : frame_packets(1000, 2, 3000)) assembler.insert(packet);
  }
  EXPECT_TRUE(assembler.pop());
  EXPECT_FALSE(assembler.pop());
  EXPECT_EQ(assembler.counters().duplicates, 4U);
}

TEST(FrameAssembler, ForgedPacketOfTheFutureYieldsToTheTrueOne) {
  FrameAssembler assembler;
  const auto packets = frame_packets(10'000, 3, 3000);
  VideoPacket forged = packets[1];
  forged.timestamp = 77;
  forged.arrived_at -= 5s;
  assembler.insert(forged);
  for (const auto& packet : packets) assembler.insert(packet);
  const auto frame = assembler.pop();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->timestamp, 3000);
  EXPECT_FALSE(assembler.pop());
}

TEST(FrameAssembler, FrameIdsGoOnAfterTheyWrap) {
  FrameAssembler assembler;
  std::int64_t last = 0;
  for (int i = 0; i < 10; ++i) {
    auto packets = frame_packets(1000 + i, 1, 3000 * i);
    packets[0].picture_id = static_cast<std::uint16_t>((0x7ffa + i) & 0x7fff);
    assembler.insert(packets[0]);
    const auto frame = assembler.pop();
    ASSERT_TRUE(frame && frame->picture_id);
    if (i > 0) {
      EXPECT_EQ(*frame->picture_id, last + 1);
    }
    last = *frame->picture_id;
  }
}

TEST(FrameAssembler, PacketsOfDifferentFramesAreNotMixed) {
  FrameAssembler assembler;
  auto first = frame_packets(1000, 2, 3000);
  auto second = frame_packets(1002, 2, 6000);
  first[1].marker = false;  // The end of the first and the start of the second frame are lost in spirit.
  second[0].frame_start = false;
  for (const auto& packet : first) assembler.insert(packet);
  for (const auto& packet : second) assembler.insert(packet);
  EXPECT_FALSE(assembler.pop());
}

TEST(FrameAssembler, OfAnIncompletePictureWhatCanBeDecodedIsTaken) {
  const auto piece = [](std::int64_t sequence, std::int64_t timestamp, std::uint8_t value, bool slice_start) {
    VideoPacket packet{.sequence = sequence, .timestamp = timestamp, .codec = VideoCodec::kMpeg, .data = {value}};
    if (slice_start) packet.resumption = Bytes{0xAA};
    return packet;
  };
  FrameAssembler assembler;
  EXPECT_FALSE(assembler.oldest_incomplete());
  // A frame from 10 to 17 has slices that begin at 10, 11, 13, 15 and 17; packets 10, 12 and 14 are missing.
  assembler.insert(piece(11, 900, 1, true));
  assembler.insert(piece(13, 900, 3, true));
  assembler.insert(piece(15, 900, 5, true));
  assembler.insert(piece(16, 900, 6, false));
  VideoPacket end = piece(17, 900, 7, true);
  end.marker = true;
  assembler.insert(end);
  // The next frame lacks the beginning of a large slice.
  assembler.insert(piece(20, 1800, 9, false));
  ASSERT_TRUE(assembler.oldest_incomplete());
  EXPECT_EQ(assembler.oldest_incomplete()->timestamp, 900);
  EXPECT_EQ(assembler.oldest_incomplete()->first_sequence, 11);
  EXPECT_EQ(assembler.timestamp_behind(12), 900);
  EXPECT_EQ(assembler.timestamp_behind(17), 1800);
  EXPECT_EQ(assembler.timestamp_behind(20), std::nullopt);
  const auto frame = assembler.take_incomplete();
  ASSERT_TRUE(frame);
  EXPECT_TRUE(frame->damaged);
  EXPECT_EQ(frame->data, (Bytes{0xAA, 1, 3, 5, 6, 7}));
  EXPECT_EQ(frame->last_sequence, 17);
  // Late packets make no second frame; a frame that cannot be decoded is not given.
  assembler.insert(piece(14, 900, 4, true));
  EXPECT_FALSE(assembler.take_incomplete());
  EXPECT_EQ(assembler.oldest_incomplete()->timestamp, 1800);
  EXPECT_FALSE(assembler.take_incomplete());
  EXPECT_FALSE(assembler.oldest_incomplete());
}

TEST(FrameAssembler, MemoryIsBoundedByPacketsAndBytes) {
  FrameAssembler assembler({.max_packets = 100, .max_bytes = DataSize::bytes(10'000), .max_frames = 4});
  for (std::int64_t i = 0; i < 1000; ++i) {
    VideoPacket packet = frame_packets(1000 + i, 1, 3000)[0];
    packet.marker = false;
    packet.data = Bytes(500);
    assembler.insert(packet);
  }
  EXPECT_EQ(assembler.counters().evicted_packets, 980U);
  // It still works.
  for (const auto& packet : frame_packets(5000, 3, 9000)) assembler.insert(packet);
  EXPECT_TRUE(assembler.pop());
  for (std::int64_t i = 0; i < 100; ++i) assembler.insert(frame_packets(6000 + i, 1, 9000 + i)[0]);
  int waiting = 0;
  while (assembler.pop()) ++waiting;
  EXPECT_EQ(waiting, 4);
}

TEST(FrameAssembler, NumberingThatStartsAnewIsFollowed) {
  FrameAssembler assembler;
  for (const auto& packet : frame_packets(90'000, 3, 3000)) assembler.insert(packet);
  EXPECT_TRUE(assembler.pop());
  assembler.drop_before(90'003);
  // One stray packet changes nothing, a run of them does.
  assembler.insert(frame_packets(60'000, 1, 100)[0]);
  for (const auto& packet : frame_packets(90'003, 3, 6000)) assembler.insert(packet);
  EXPECT_TRUE(assembler.pop());
  for (int i = 0; i < 10; ++i) {
    for (const auto& packet : frame_packets(70'000 + 3 * i, 3, 3000 * i)) assembler.insert(packet);
    assembler.drop_before(90'006);  // Said by someone who has not noticed yet.
  }
  int frames = 0;
  while (assembler.pop()) ++frames;
  EXPECT_GE(frames, 9);
}

TEST(FrameAssembler, RandomPacketsDoNoHarm) {
  FrameAssembler assembler({.max_packets = 200, .max_bytes = DataSize::bytes(50'000), .max_frames = 8});
  Rng rng(7);
  for (int i = 0; i < 100'000; ++i) {
    assembler.insert({.sequence = static_cast<std::int64_t>(rng.below(1 << (1 + rng.below(20)))),
                      .timestamp = static_cast<std::int64_t>(rng.below(4)),
                      .marker = rng.chance(0.3),
                      .frame_start = rng.chance(0.3),
                      .key_frame = rng.chance(0.5),
                      .picture_id = static_cast<std::uint16_t>(rng.next()),
                      .data = Bytes(rng.below(1000)),
                      .arrived_at = Timestamp(std::chrono::milliseconds(i))});
    if (rng.chance(0.01)) assembler.drop_before(static_cast<std::int64_t>(rng.below(1 << 20)));
    if (rng.chance(0.1)) (void)assembler.pop();
  }
  while (assembler.pop()) {
  }
  for (const auto& packet : frame_packets(5'000'000, 3, 9000)) assembler.insert(packet);
  EXPECT_TRUE(assembler.pop());
}

}  // namespace
}  // namespace counterpoint
