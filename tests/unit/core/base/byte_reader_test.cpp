// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/byte_reader.h"

#include <gmock/gmock.h>

#include "core/base/byte_writer.h"
#include "core/base/rng.h"

namespace counterpoint {
namespace {

using testing::ElementsAre;

TEST(ByteReader, ReadsInNetworkOrder) {
  const Bytes data = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  ByteReader reader(data);
  EXPECT_EQ(reader.u8(), 0x01);
  EXPECT_EQ(reader.u16(), 0x0203);
  EXPECT_EQ(reader.u24(), 0x040506U);
  EXPECT_EQ(reader.u32(), 0x0708090aU);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.remaining(), 0U);
}

TEST(ByteReader, PastTheEndItGivesZerosAndStaysBroken) {
  const Bytes data = {0xff, 0xff, 0xff};
  ByteReader reader(data);
  EXPECT_EQ(reader.u16(), 0xffff);
  EXPECT_EQ(reader.u32(), 0U);
  EXPECT_FALSE(reader.ok());
  // The last byte is there, but what follows a broken field means nothing.
  EXPECT_EQ(reader.u8(), 0);
  EXPECT_TRUE(reader.view(1).empty());
  EXPECT_FALSE(reader.ok());
}

TEST(ByteReader, ViewsAndSkips) {
  const Bytes data = {1, 2, 3, 4, 5, 6};
  ByteReader reader(data);
  reader.skip(1);
  EXPECT_THAT(reader.view(2), ElementsAre(2, 3));
  EXPECT_EQ(reader.position(), 3U);
  EXPECT_THAT(reader.rest(), ElementsAre(4, 5, 6));
  EXPECT_TRUE(reader.rest().empty());
  EXPECT_TRUE(reader.ok());
  reader.skip(1);
  EXPECT_FALSE(reader.ok());
}

TEST(ByteReader, AnEnormousLengthIsAnErrorToo) {
  const Bytes data = {1, 2, 3};
  ByteReader reader(data);
  reader.skip(1);
  EXPECT_TRUE(reader.view(SIZE_MAX).empty());
  EXPECT_FALSE(reader.ok());
}

TEST(ByteReader, NothingIsAllRight) {
  ByteReader reader(ByteView{});
  EXPECT_TRUE(reader.rest().empty());
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.u64(), 0U);
  EXPECT_FALSE(reader.ok());
}

TEST(ByteWriter, WritesWhatTheReaderReads) {
  Rng rng(1);
  for (int round = 0; round < 100; ++round) {
    const std::uint64_t value = rng.next();
    ByteWriter writer;
    writer.u8(static_cast<std::uint8_t>(value));
    writer.u16(static_cast<std::uint16_t>(value));
    writer.u24(static_cast<std::uint32_t>(value & 0xffffff));
    writer.u32(static_cast<std::uint32_t>(value));
    writer.u64(value);
    const Bytes data = writer.take();
    EXPECT_EQ(writer.size(), 0U);
    ByteReader reader(data);
    EXPECT_EQ(reader.u8(), static_cast<std::uint8_t>(value));
    EXPECT_EQ(reader.u16(), static_cast<std::uint16_t>(value));
    EXPECT_EQ(reader.u24(), value & 0xffffff);
    EXPECT_EQ(reader.u32(), static_cast<std::uint32_t>(value));
    EXPECT_EQ(reader.u64(), value);
    EXPECT_TRUE(reader.ok());
    EXPECT_EQ(reader.remaining(), 0U);
  }
}

TEST(ByteWriter, PatchesALengthAfterwards) {
  ByteWriter writer(16);
  writer.u8(7);
  writer.zeros(2);
  writer.view(Bytes{1, 2, 3});
  writer.patch_u16(1, static_cast<std::uint16_t>(writer.size()));
  EXPECT_THAT(writer.written(), ElementsAre(7, 0, 6, 1, 2, 3));
}

}  // namespace
}  // namespace counterpoint
