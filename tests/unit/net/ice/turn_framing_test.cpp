// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/turn_framing.h"

#include <gtest/gtest.h>

#include <vector>

#include "net/ice/stun_message.h"

namespace counterpoint {
namespace {

Bytes request() {
  return StunWriter(StunClass::kRequest, StunMethod::kAllocate, {}).u32(StunAttribute::kLifetime, 600).finish();
}

Bytes indication() {
  return StunWriter(StunClass::kIndication, StunMethod::kData, {}).bytes(StunAttribute::kData, Bytes(5, 7)).finish();
}

/// ChannelData of `size` bytes for the first channel.
Bytes channel_data(std::size_t size) {
  Bytes message = {0x40, 0, static_cast<std::uint8_t>(size >> 8), static_cast<std::uint8_t>(size & 0xFF)};
  message.resize(4 + size, 9);
  return message;
}

std::vector<Bytes> all_kinds() {
  return {request(),       channel_data(1), channel_data(2), indication(),
          channel_data(3), channel_data(4), channel_data(0), channel_data(1200)};
}

std::vector<Bytes> take_all(TurnFrameParser& parser) {
  std::vector<Bytes> messages;
  while (auto message = parser.next()) messages.push_back(std::move(*message));
  return messages;
}

TEST(TurnFraming, MessagesComeOutAsTheyWentInHoweverTheStreamIsCut) {
  Bytes stream;
  for (const Bytes& message : all_kinds()) {
    const Bytes frame = frame_turn_message(message);
    EXPECT_EQ(frame.size() % 4, 0U) << "RFC 8656 section 12.5";
    stream.insert(stream.end(), frame.begin(), frame.end());
  }
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    TurnFrameParser parser;
    parser.feed(ByteView(stream).first(cut));
    std::vector<Bytes> messages = take_all(parser);
    parser.feed(ByteView(stream).subspan(cut));
    for (Bytes& message : take_all(parser)) messages.push_back(std::move(message));
    ASSERT_EQ(messages, all_kinds()) << "cut after " << cut;
    EXPECT_FALSE(parser.broken());
  }
  TurnFrameParser parser;
  std::vector<Bytes> messages;
  for (const std::uint8_t byte : stream) {
    parser.feed({&byte, 1});
    while (auto message = parser.next()) messages.push_back(std::move(*message));
  }
  EXPECT_EQ(messages, all_kinds());
}

TEST(TurnFraming, TheLongestMessageIsTakenWhole) {
  TurnFrameParser parser;
  parser.feed(frame_turn_message(channel_data(65'535)));
  EXPECT_TRUE(parser.has_next());
  EXPECT_EQ(parser.next(), channel_data(65'535));
  EXPECT_FALSE(parser.has_next());
}

TEST(TurnFraming, WhatIsNeitherStunNorChannelDataIsTheEnd) {
  Bytes no_cookie = request();
  no_cookie[4] ^= 1;
  Bytes odd_length = request();
  odd_length[3] ^= 1;
  const std::vector<Bytes> wrong = {no_cookie,       odd_length,      {0x50, 0, 0, 0} /* No channel. */,
                                    {0x80, 0, 0, 0}, Bytes(20, 0xFF), {'S', 'S', 'H', '-'}};
  for (const Bytes& bytes : wrong) {
    TurnFrameParser parser;
    parser.feed(frame_turn_message(channel_data(3)));
    EXPECT_FALSE(parser.broken());
    parser.feed(bytes);
    EXPECT_EQ(parser.next(), channel_data(3)) << "what came before holds";
    EXPECT_FALSE(parser.next());
    EXPECT_TRUE(parser.broken()) << int{bytes.front()};
  }
}

TEST(TurnFraming, RequestsAreNotDataThatMayBeLost) {
  EXPECT_TRUE(carries_data(channel_data(7)));
  EXPECT_TRUE(carries_data(indication()));
  EXPECT_FALSE(carries_data(request()));
}

}  // namespace
}  // namespace counterpoint
